import assert from "node:assert/strict";
import type { Message } from "../../server/contract/chat/shapes.ts";
import type { Group } from "../../server/contract/groups/shapes.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { assertFailure } from "../support/requests.ts";
import { untouched } from "../support/untouched.ts";

const say = (app: TestApp, { id }: Group, as: Person, content: unknown, clientId?: unknown) =>
  app.call("POST", `/groups/${id}/messages`, as, { content, clientId });
const read = async (app: TestApp, { id }: Group, as: Person, query = "") =>
  await app.call("GET", `/groups/${id}/messages${query}`, as);

/** Ada, Grace and a group with both in it. */
async function pair(app: TestApp): Promise<[Person, Person, Group]> {
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  return [ada, grace, await app.group(ada, grace)];
}

Deno.test("Ada posts without a socket, and Grace reads the message", async () => {
  await using app = await startApp({ clock: () => Date.UTC(2026, 0, 1) });
  const [ada, grace, group] = await pair(app);
  const { status, body } = await say(app, group, ada, "  Hello Grace ", "c1");
  assert.equal(status, 201);
  const { id, ...message } = body.message;
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.deepEqual(message, {
    content: "Hello Grace",
    groupId: group.id,
    userId: ada.id,
    username: "ada",
    timestamp: "2026-01-01T00:00:00.000Z",
    seq: 1,
    rev: 1,
    clientId: "c1",
    ...untouched,
  });
  assert.deepEqual((await read(app, group, grace)).body, { messages: [body.message], hasMore: false });
});

Deno.test("a message's author and number are set by the server", async () => {
  await using app = await startApp();
  const [ada, grace, group] = await pair(app);
  const claims = { userId: grace.id, username: "grace", groupId: "other", seq: 99, id: "mine", timestamp: "1970" };
  const { body } = await app.call("POST", `/groups/${group.id}/messages`, ada, { ...claims, content: "hello" });
  const { userId, username, groupId, seq, id } = body.message;
  assert.deepEqual([userId, username, groupId, seq], [ada.id, "ada", group.id, 1]);
  assert.notEqual(id, "mine");
});

Deno.test("messages with the same clientId are one message, even with different texts or simultaneously", async () => {
  await using app = await startApp();
  const [ada, grace, group] = await pair(app);
  const answers = await Promise.all(["one", "two", "three"].map((content) => say(app, group, ada, content, "c1")));
  for (const { status, body } of answers) assert.deepEqual([status, body], [201, answers[0].body]);
  assert.equal((await say(app, group, grace, "mine", "c1")).body.message.seq, 2);
  assert.equal((await read(app, group, ada)).body.messages.length, 2);
});

Deno.test("content has 1 to 4000 characters after trimming", async () => {
  await using app = await startApp();
  const [ada, , group] = await pair(app);
  for (const empty of ["", "   ", "\n\t \r\n", "\0"]) {
    const { status, body } = await say(app, group, ada, empty);
    assert.deepEqual([status, body.message, body.code], [400, "Message cannot be empty", "invalid_input"]);
  }
  const { status, body } = await say(app, group, ada, "x".repeat(4001));
  assert.deepEqual([status, body.message], [400, "Please use at most 4,000 characters."]);
  assert.equal((await say(app, group, ada, `\n${"x".repeat(4000)}  `)).body.message.content.length, 4000);
  for (const wrong of [undefined, null, 5, {}, ["text"]]) assert.equal((await say(app, group, ada, wrong)).status, 400);
  for (const clientId of ["", 5, {}, "x".repeat(101)]) {
    assert.equal((await say(app, group, ada, "hello", clientId)).status, 400);
  }
});

Deno.test("content is stored in NFC and otherwise as typed", async () => {
  await using app = await startApp();
  const [ada, grace, group] = await pair(app);
  const texts = {
    "e\u0301te\u0301": "été",
    "👩‍🚀 𝒜𝒹𝒶 🇬🇧": "👩‍🚀 𝒜𝒹𝒶 🇬🇧",
    "שלום \u202eabc\u202c": "שלום \u202eabc\u202c",
    "'; drop table messages; --": "'; drop table messages; --",
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "%00 ${x} {{x}} \\u0000": "%00 ${x} {{x}} \\u0000",
    "one\n\ttwo": "one\n\ttwo",
    "a\0b\u001b[31m": "ab[31m",
    "lone \ud83d surrogate": "lone \ufffd surrogate",
  };
  for (const [typed, stored] of Object.entries(texts)) {
    assert.equal((await say(app, group, ada, typed)).body.message.content, stored);
  }
  const { messages } = (await read(app, group, grace)).body;
  assert.deepEqual(messages.map(({ content }: Message) => content), Object.values(texts));
});

Deno.test("a clientId is returned as it was sent, or refused", async () => {
  await using app = await startApp();
  const [ada, , group] = await pair(app);
  for (const clientId of ["🙂", "a\u0301", "'--", " x ", "x".repeat(100)]) {
    const { body } = await say(app, group, ada, `hello ${encodeURI(JSON.stringify(clientId))}`, clientId);
    assert.equal(body.message.clientId, clientId);
    assert.equal((await say(app, group, ada, "again", clientId)).body.message.seq, body.message.seq);
  }
  for (const clientId of ["a\0b", "a\ud800"]) {
    const { status, body } = await say(app, group, ada, "hello", clientId);
    assert.deepEqual([status, body.issues], [400, [{ path: "clientId", message: "This value is not valid." }]]);
  }
});

Deno.test("history comes in pages, oldest first: the latest, before a seq, or after one", async () => {
  await using app = await startApp();
  const [ada, grace, group] = await pair(app);
  await Promise.all(Array.from({ length: 120 }, (_, n) => say(app, group, n % 2 ? ada : grace, `${n}`)));
  const page = async (query = "") => {
    const { status, body } = await read(app, group, grace, query);
    assert.equal(status, 200);
    const seqs = body.messages.map(({ seq }: Message) => seq);
    assert.deepEqual(seqs, seqs.map((_: number, n: number) => seqs[0] + n));
    return [seqs[0], seqs.at(-1), body.hasMore];
  };
  assert.deepEqual(await page(), [71, 120, true]);
  assert.deepEqual(await page("?limit=3"), [118, 120, true]);
  assert.deepEqual(await page("?limit=1000"), [21, 120, true]);
  assert.deepEqual(await page("?before=71"), [21, 70, true]);
  assert.deepEqual(await page("?before=21"), [1, 20, false]);
  assert.deepEqual(await page("?after=0&limit=100"), [1, 100, true]);
  assert.deepEqual(await page("?after=100&limit=100"), [101, 120, false]);
  assert.deepEqual(await page("?after=10&before=15"), [11, 14, false]);
  assert.deepEqual((await read(app, group, grace, "?after=120")).body, { messages: [], hasMore: false });
});

Deno.test("a history query with an invalid number is refused", async () => {
  await using app = await startApp();
  const [ada, , group] = await pair(app);
  const queries = ["?limit=0", "?limit=-1", "?limit=x", "?limit=1.5", "?before=0", "?before=x", "?after=-1"];
  for (const query of [...queries, "?after=1e999", "?after=1'--", "?before=9007199254740993"]) {
    const { status, body } = await read(app, group, ada, query);
    assert.deepEqual([status, body.code], [400, "invalid_input"], query);
  }
});

// spec: 2.26
Deno.test("Mallory can neither post nor read, and nothing is stored", async () => {
  await using app = await startApp();
  const [ada, , group] = await pair(app);
  const mallory = await app.person("Mallory");
  await say(app, group, ada, "secret", "c1");
  const notFound = { status: 404, code: "group_not_found", message: "Group not found" };
  assertFailure(await say(app, group, mallory, "let me in"), notFound);
  assertFailure(await say(app, group, mallory, "let me in", "c1"), notFound);
  for (const query of ["", "?after=0", "?before=100"]) assertFailure(await read(app, group, mallory, query), notFound);
  assert.equal((await read(app, group, ada)).body.messages.length, 1);
});

Deno.test("too many messages are refused with Retry-After, while reading goes on", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "chat=3/60" } });
  const [ada, grace, group] = await pair(app);
  for (let n = 0; n < 3; n++) assert.equal((await say(app, group, ada, `hello ${n}`)).status, 201);
  const { status, body, headers } = await say(app, group, ada, "hello");
  assert.deepEqual([status, body.code], [429, "too_many_requests"]);
  assert.match(headers.get("Retry-After")!, /^(60|5\d)$/);
  assert.equal((await say(app, group, grace, "hello")).status, 201);
  assert.equal((await read(app, group, ada)).body.messages.length, 4);
});
