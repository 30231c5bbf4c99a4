import assert from "node:assert/strict";
import { openDb } from "../../db/engine/client.ts";
import { startSession } from "../../server/auth/sessions.ts";
import { closing, frame, get, openSocketWire, openWire, say, statusOf, type Wire } from "../security/wire.ts";
import { query, until } from "../support/operate.ts";
import { castOnFile, startProcess } from "../support/process.ts";
import { connect, type TestSocket } from "../support/socket.ts";

Deno.test("Five hundred sockets of one address that reconnect at once after a crash are all accepted, and receive the next message", async () => {
  await using cast = await castOnFile();
  const pupils = Array.from({ length: 100 }, (_, n) => `u${n + 1}`);
  const row = (id: string) => `('${id}', 'pupil-${id}', '${id}@example.org', '', 1, 1)`;
  await query(
    cast.file,
    `insert into users (id, username, email, password_hash, verified_at, created_at) values ${pupils.map(row)}`,
    "insert into members (group_id, user_id, joined_at) select 'engine', id, 1 from users where id like 'u%'",
  );
  const db = await openDb({ url: `file:${cast.file}` });
  const tokens = await Promise.all(pupils.map((id) => startSession({ db, clock: Date.now }, id)));
  await db.close();
  await using service = await startProcess(cast.file, { RATE_LIMITS: "on" });
  const again = { reconnection: true, reconnectionDelay: 500, reconnectionDelayMax: 1000, reconnectionAttempts: 60 };
  const sockets: TestSocket[] = [];
  using _all = { [Symbol.dispose]: () => sockets.forEach((socket) => socket[Symbol.dispose]()) };
  for (const token of tokens) {
    sockets.push(...await Promise.all([1, 2, 3, 4, 5].map(() => connect(service.url, token, again))));
  }
  await Promise.all(sockets.map((socket) => socket.join("engine")));
  await service.end("SIGKILL");
  await until(() => sockets.every(({ io }) => !io.connected));
  await service.start();
  await until(() => sockets.every(({ io }) => io.connected));
  await Promise.all(sockets.map((socket) => socket.join({ groupId: "engine", after: 0 })));
  assert.equal((await sockets[0].say("engine", "Everyone here?")).success, true);
  const received = await Promise.all(sockets.map((socket) => socket.next("message")));
  assert.ok(received.every(({ content }) => content === "Everyone here?"));
});

interface Kind {
  open: (url: string) => Promise<Wire>;
  beginning: string | Uint8Array;
  /** What each receives in the end. */
  answer: RegExp;
}

const kinds = (token: string): Record<string, Kind> => ({
  "never end their headers": {
    open: openWire,
    beginning: "GET /login HTTP/1.1\r\nHost: localhost\r\n",
    answer: /^HTTP\/1\.1 408 .*\r\n\r\n$/s,
  },
  "never say who they are": { open: openSocketWire, beginning: "", answer: closing },
  // These clients have joined, and then answer no ping.
  "are dead": { open: openSocketWire, beginning: frame(`40${JSON.stringify({ token })}`), answer: closing },
});

Deno.test("Connections that never finish a request, never authenticate or are dead are closed, and others are served meanwhile", async () => {
  await using cast = await castOnFile();
  await using service = await startProcess(cast.file);
  using ada = await connect(service.url, cast.tokens.ada);
  await ada.join("engine");
  const assertServed = async () => {
    assert.equal(statusOf(await say(service.url, ...get("/login"))), 200);
    assert.equal((await ada.say("engine", "Is it quiet?")).success, true);
  };
  await Promise.all(
    Object.entries(kinds(cast.tokens.grace)).map(async ([what, { open, beginning, answer }]) => {
      const wires = await Promise.all(Array.from({ length: 20 }, () => open(service.url)));
      for (const wire of wires) await wire.send(beginning);
      await assertServed();
      for (const received of await Promise.all(wires.map((wire) => wire.rest(answer)))) {
        assert.match(received, answer, what);
      }
      for (const wire of wires) wire[Symbol.dispose]();
      await assertServed();
    }),
  );
});
