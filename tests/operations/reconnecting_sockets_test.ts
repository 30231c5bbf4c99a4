import assert from "node:assert/strict";
import { createClient } from "@libsql/client";
import { startSession } from "../../server/auth/sessions.ts";
import { engine, openChatroom } from "../realtime/chatroom.ts";
import { folder, until } from "../support/operate.ts";
import { startProcess } from "../support/process.ts";
import { connect, type TestSocket } from "../support/socket.ts";

/** A school behind one address: people, each with several windows. */
const school = { people: 100, windows: 5 };

// spec: trust.14
Deno.test("Five hundred sockets that reconnect at once after a crash are all accepted, and receive the next message", async () => {
  await using home = await folder();
  const { file, tokens } = await prepare(home.path);
  await using service = await startProcess(file, { RATE_LIMITS: "on" });
  const again = { reconnection: true, reconnectionDelay: 500, reconnectionDelayMax: 1000, reconnectionAttempts: 60 };
  const sockets: TestSocket[] = [];
  using _all = { [Symbol.dispose]: () => sockets.forEach((socket) => socket[Symbol.dispose]()) };
  for (const token of tokens) sockets.push(...await Promise.all(windows(() => connect(service.url, token, again))));
  await Promise.all(sockets.map((socket) => socket.join(engine)));
  await service.end("SIGKILL");
  await until(() => sockets.every(({ io }) => !io.connected));
  await service.start();
  await until(() => sockets.every(({ io }) => io.connected));
  await Promise.all(sockets.map((socket) => socket.join({ groupId: engine, after: 0 })));
  assert.equal((await sockets[0].say(engine, "Everyone here?")).success, true);
  const received = await Promise.all(sockets.map((socket) => socket.next("message")));
  assert.ok(received.every(({ content }) => content === "Everyone here?"));
  assert.equal((await service.end("SIGTERM")).code, 0);
});

const windows = <T>(open: () => Promise<T>) => Array.from({ length: school.windows }, open);

async function prepare(folder: string) {
  await using room = await openChatroom({ folder });
  const client = createClient({ url: `file:${folder}/test.db` });
  await client.execute(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${school.people})
    insert into users (id, username, email, password_hash, verified_at, created_at)
    select 'u' || i, 'pupil' || i, 'pupil' || i || '@example.org', '', 1, 1 from n`);
  await client.execute(
    `insert into members (group_id, user_id, joined_at) select '${engine}', id, 1 from users where id like 'u%'`,
  );
  client.close();
  const pupils = Array.from({ length: school.people }, (_, n) => `u${n + 1}`);
  const tokens = await Promise.all(pupils.map((id) => startSession(room.app.deps, id)));
  return { file: `${folder}/test.db`, tokens };
}
