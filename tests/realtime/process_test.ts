import assert from "node:assert/strict";
import { createClient } from "@libsql/client";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { castOnFile, runProcess, startProcess, type TestProcess } from "../support/process.ts";
import { type Answer, connect } from "../support/socket.ts";
import { inScene } from "../support/in_scene.ts";

const test = inScene(castOnFile);

const engine = "engine";

test("a service killed while messages arrive has stored every acknowledged one once, in order and without gaps", async (cast) => {
  await using service = await startProcess(cast.file);
  const sent = await talkUntilKilled(service, cast.tokens);
  const acknowledged = sent.filter(({ answer }) => answer?.success).map(({ answer }) => answer!.message!);
  const unanswered = sent.filter(({ answer }) => !answer);
  assert.ok(acknowledged.length >= 200);
  assert.ok(unanswered.length > 0, "no message was on its way when it was killed");
  assert.equal(await integrity(cast.file), "ok");

  await service.start();
  const received = await history(service, cast.tokens.ada);
  assert.deepEqual(received.map(({ seq }) => seq), received.map((_, index) => index + 1));
  const bySeq = new Map(received.map((message) => [message.seq, message]));
  for (const message of acknowledged) assert.deepEqual(bySeq.get(message.seq), message);

  // Whether the rest was stored is not known. Sent again, each is there once.
  for (const { token, clientId } of unanswered) {
    using socket = await connect(service.url, token);
    assert.equal((await socket.say(engine, clientId, clientId)).success, true);
  }
  const all = await history(service, cast.tokens.ada);
  assert.deepEqual(all.map(({ seq }) => seq), all.map((_, index) => index + 1));
  assert.deepEqual(all.map(({ clientId }) => clientId).sort(), sent.map(({ clientId }) => clientId).sort());
  for (let sender = 0; sender < 4; sender++) {
    const own = received.filter(({ clientId }) => clientId!.startsWith(`${sender}-`)).map(({ clientId }) => clientId);
    assert.deepEqual(own, own.map((_, index) => `${sender}-${index + 1}`), "one member's messages are in order");
  }
});

test("on SIGTERM, however often it comes, the service closes all connections and exits with 0; clients reconnect and have every message", async (cast) => {
  await using service = await startProcess(cast.file);
  using ada = await connect(service.url, cast.tokens.ada, { reconnection: true, reconnectionDelay: 50 });
  using grace = await connect(service.url, cast.tokens.grace, { transports: ["polling"] });
  await Promise.all([ada.join(engine), grace.join(engine)]);
  const first = await ada.say(engine, "Before");
  // A keep-alive connection, one that never sends a request, and calls that are under way.
  await (await fetch(`${service.url}/login`)).text();
  using _silent = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(service.url).port) });
  const posts = Array.from({ length: 20 }, (_, n) => post(service, cast.tokens.grace, `post ${n}`));
  await Promise.race(posts);
  service.signal("SIGINT");
  const [{ code, signal }, ...answers] = await Promise.all([service.end("SIGTERM"), ...posts]);
  assert.deepEqual([code, signal], [0, null]);
  assert.equal(await integrity(cast.file), "ok");

  await service.start();
  await ada.next("connect");
  const received = await ada.join({ groupId: engine, after: 0 });
  assert.deepEqual(received[0], first.success && first.message);
  const stored = answers.filter((answer) => answer !== undefined);
  assert.ok(stored.length > 0);
  for (const message of stored) assert.deepEqual(received[message.seq - 1], message);
  assert.equal((await ada.say(engine, "After")).success, true);
});

test("started on what is no database, or on one of a later version, the service says so in one line and changes nothing", async (cast) => {
  const letter = cast.file.replace(/[^/]+$/, "letter");
  const text = "Dear Ada, ".repeat(1000);
  await Deno.writeTextFile(letter, text, { mode: 0o644 });
  const client = createClient({ url: `file:${cast.file}` });
  await client.execute("insert into __drizzle_migrations (hash, created_at) values ('later', 9e12)");
  client.close();
  const refused = { [letter]: /DATABASE_URL.*not a database/, [cast.file]: /later version of Chapterhouse/ };
  for (const [file, names] of Object.entries(refused)) {
    const { code, err, out } = await runProcess({ DATABASE_URL: `file:${file}` });
    assert.deepEqual([code, out], [1, [""]]);
    assert.match(err, /^Chapterhouse cannot start\. [^\n]+\n$/);
    assert.match(err, names);
  }
  assert.deepEqual([(await Deno.stat(letter)).mode! & 0o777, await Deno.readTextFile(letter)], [0o644, text]);
});

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
async function post(service: TestProcess, token: string, content: string): Promise<Message | undefined> {
  const answer = await service.call("POST", `/groups/${engine}/messages`, token, { content }).catch(() => undefined);
  if (!answer) return undefined;
  assert.equal(answer.status, 201);
  return answer.body.message;
}

/** All messages, oldest first. */
async function history(service: TestProcess, token: string): Promise<Message[]> {
  const messages: Message[] = [];
  for (let hasMore = true; hasMore;) {
    const after = messages.at(-1)?.seq ?? 0;
    const { body } = await service.call("GET", `/groups/${engine}/messages?after=${after}&limit=100`, token);
    messages.push(...body.messages);
    hasMore = body.hasMore;
  }
  return messages;
}

async function integrity(file: string): Promise<unknown> {
  const client = createClient({ url: `file:${file}` });
  const { rows } = await client.execute("PRAGMA integrity_check");
  client.close();
  return rows[0][0];
}
