import assert from "node:assert/strict";
import { createClient } from "@libsql/client";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { folder } from "../support/operate.ts";
import { type Ended, runProcess, startProcess, type TestProcess } from "../support/process.ts";
import { type Answer, connect } from "../support/socket.ts";
import { engine, openChatroom } from "./chatroom.ts";

// spec: trust.1
Deno.test("a service killed while messages arrive has stored every acknowledged one once, in order and without gaps", async () => {
  await using stage = await prepare();
  await using service = await startProcess(stage.file);
  const sent = await talkUntilKilled(service, stage.tokens);
  const acknowledged = sent.filter(({ answer }) => answer?.success).map(({ answer }) => (answer as Stored).message);
  const unanswered = sent.filter(({ answer }) => !answer);
  assert.ok(acknowledged.length >= 200);
  assert.ok(unanswered.length > 0, "no message was on its way when it was killed");
  assert.equal(await integrity(stage.file), "ok");

  await service.start();
  const received = await history(service, stage.tokens.ada);
  assert.deepEqual(received.map(({ seq }) => seq), received.map((_, index) => index + 1));
  const bySeq = new Map(received.map((message) => [message.seq, message]));
  for (const message of acknowledged) assert.deepEqual(bySeq.get(message.seq), message);

  // Whether the rest was stored is not known. Sent again, each is there once.
  for (const { token, clientId } of unanswered) {
    using socket = await connect(service.url, token);
    assert.equal((await socket.say(engine, clientId, clientId)).success, true);
  }
  const all = await history(service, stage.tokens.ada);
  assert.deepEqual(all.map(({ seq }) => seq), all.map((_, index) => index + 1));
  assert.deepEqual(all.map(({ clientId }) => clientId).sort(), sent.map(({ clientId }) => clientId).sort());
  for (let sender = 0; sender < 4; sender++) {
    const own = received.filter(({ clientId }) => clientId!.startsWith(`${sender}-`)).map(({ clientId }) => clientId);
    assert.deepEqual(own, own.map((_, index) => `${sender}-${index + 1}`), "one member's messages are in order");
  }
});

// spec: trust.2
Deno.test("on SIGTERM the service closes all connections and exits with 0; clients reconnect and have every message", async () => {
  await using stage = await prepare();
  await using service = await startProcess(stage.file);
  using ada = await connect(service.url, stage.tokens.ada, { reconnection: true, reconnectionDelay: 50 });
  using grace = await connect(service.url, stage.tokens.grace, { transports: ["polling"] });
  await Promise.all([ada.join(engine), grace.join(engine)]);
  const first = await ada.say(engine, "Before");
  // A keep-alive connection, one that never sends a request, and calls that are under way.
  await (await fetch(`${service.url}/login`)).text();
  using _silent = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(service.url).port) });
  const posts = Array.from({ length: 20 }, (_, n) => post(service, stage.tokens.grace, `post ${n}`));
  await Promise.race(posts);
  const [{ code, signal }, ...answers] = await Promise.all([service.end("SIGTERM"), ...posts]);
  assert.deepEqual([code, signal], [0, null]);
  assert.equal(await integrity(stage.file), "ok");

  await service.start();
  await ada.next("connect");
  const received = await ada.join({ groupId: engine, after: 0 });
  assert.deepEqual(received[0], first.success && first.message);
  const stored = answers.filter((answer) => answer !== undefined);
  assert.ok(stored.length > 0);
  for (const message of stored) assert.deepEqual(received[message.seq - 1], message);
  assert.equal((await ada.say(engine, "After")).success, true);
});

Deno.test("a second SIGTERM changes nothing: the service exits with 0", async () => {
  await using stage = await prepare();
  await using service = await startProcess(stage.file);
  service.signal("SIGINT");
  assert.equal((await service.end("SIGTERM")).code, 0);
});

const wrong: [string, Record<string, string>, RegExp][] = [
  ["a setting that is wrong", { PORT: "eighty" }, /PORT/],
  ["Redis beside a database file", { REDIS_URL: "redis://localhost" }, /REDIS_URL/],
  ["a folder that cannot be made", { DATABASE_URL: "file:/nowhere/chapterhouse.db" }, /DATABASE_URL.*\/nowhere/],
  ["a proxy that is everybody", { TRUSTED_PROXIES: "0.0.0.0/0" }, /TRUSTED_PROXIES/],
  ["an address that is not this machine's", { HOST: "192.0.2.1" }, /192\.0\.2\.1/],
];
for (const [what, env, names] of wrong) {
  Deno.test(`started with ${what}, the service reports it in one line and exits with 1`, async () => {
    await using stage = await prepare();
    assertRefused(await runProcess({ DATABASE_URL: `file:${stage.file}`, ...env }), names);
  });
}

Deno.test("started on a file that is not a database, the service reports it in one line, does not change it and exits with 1", async () => {
  await using home = await folder();
  const file = `${home.path}/letter`;
  await Deno.writeTextFile(file, "Dear Ada, ".repeat(1000), { mode: 0o644 });
  assertRefused(await runProcess({ DATABASE_URL: `file:${file}` }), /DATABASE_URL.*not a database/);
  const { mode } = await Deno.stat(file);
  assert.deepEqual([mode! & 0o777, await Deno.readTextFile(file)], [0o644, "Dear Ada, ".repeat(1000)]);
});

Deno.test("started on a database of a later version, the service reports it in one line and exits with 1", async () => {
  await using stage = await prepare();
  const client = createClient({ url: `file:${stage.file}` });
  await client.execute("insert into __drizzle_migrations (hash, created_at) values ('later', 9e12)");
  client.close();
  assertRefused(await runProcess({ DATABASE_URL: `file:${stage.file}` }), /later version of Chapterhouse/);
});

Deno.test("files that the service writes are readable by its own user only", async () => {
  const folder = await Deno.makeTempDir({ prefix: "chapterhouse-" });
  const service = await startProcess(`${folder}/own.db`);
  const modes = [...Deno.readDirSync(folder)].map(({ name }) => Deno.statSync(`${folder}/${name}`).mode! & 0o077);
  await service[Symbol.asyncDispose]();
  await Deno.remove(folder, { recursive: true });
  assert.deepEqual(modes, modes.map(() => 0));
});

Deno.test("started on a port in use, the service reports it in one line and exits with 1", async () => {
  await using stage = await prepare();
  await using service = await startProcess(stage.file);
  const { port } = new URL(service.url);
  assertRefused(
    await runProcess({ DATABASE_URL: `file:${stage.file}`, PORT: port }),
    new RegExp(`PORT.*${port}.*in use`),
  );
});

type Stored = Answer & { success: true };

interface Sent {
  token: string;
  clientId: string;
  answer: Answer | undefined;
}

/** Four members write until 200 messages are acknowledged; then the process is killed. */
async function talkUntilKilled(service: TestProcess, { ada, grace }: Record<"ada" | "grace", string>): Promise<Sent[]> {
  const sent: Sent[] = [];
  let acknowledged = 0;
  let killed: Promise<unknown> | undefined;
  const talk = async (token: string, sender: number) => {
    using socket = await connect(service.url, token);
    for (let n = 1; !killed; n++) {
      const clientId = `${sender}-${n}`;
      const one: Sent = { token, clientId, answer: undefined };
      sent.push(one);
      const saying = socket.say(engine, clientId, clientId).catch(() => undefined);
      // Right after a message was sent, which is then on its way.
      if (acknowledged >= 200) killed ??= service.end("SIGKILL");
      one.answer = await saying;
      if (one.answer) acknowledged++;
    }
  };
  await Promise.all([ada, grace, ada, grace].map(talk));
  await killed;
  return sent;
}

/** Posts a message. @returns it as stored, or undefined when the connection broke first */
async function post({ url }: TestProcess, token: string, content: string): Promise<Message | undefined> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const call = { method: "POST", headers, body: JSON.stringify({ content }) };
  const answer = await fetch(`${url}/api/groups/${engine}/messages`, call).catch(() => undefined);
  if (!answer) return undefined;
  assert.equal(answer.status, 201);
  return (await answer.json()).message;
}

/** All messages, oldest first. */
async function history({ url }: TestProcess, token: string): Promise<Message[]> {
  const messages: Message[] = [];
  for (let hasMore = true; hasMore;) {
    const after = messages.at(-1)?.seq ?? 0;
    const answer = await fetch(`${url}/api/groups/${engine}/messages?after=${after}&limit=100`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const page = await answer.json();
    messages.push(...page.messages);
    hasMore = page.hasMore;
  }
  return messages;
}

async function integrity(file: string): Promise<unknown> {
  const client = createClient({ url: `file:${file}` });
  const { rows } = await client.execute("PRAGMA integrity_check");
  client.close();
  return rows[0][0];
}

function assertRefused({ code, err, out }: Ended, names: RegExp): void {
  assert.equal(code, 1);
  assert.match(err, /^Chapterhouse cannot start\. [^\n]+\n$/);
  assert.match(err, names);
  assert.deepEqual(out, [""]);
}

/** A database file with Ada's group in it. */
async function prepare() {
  const folder = await Deno.makeTempDir({ prefix: "chapterhouse-" });
  await using room = await openChatroom({ folder });
  return {
    file: `${folder}/test.db`,
    tokens: room.tokens,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
