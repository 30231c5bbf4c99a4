import assert from "node:assert/strict";
import type { Message, MessagePage } from "../../../server/contract/chat/shapes.ts";
import type { Person } from "../../support/app.ts";
import { type Options, startCast } from "../../support/cast.ts";
import { assertFailure, codeOf } from "../../support/requests.ts";
import { noMarks } from "../../../server/contract/chat/page_message.ts";
import { inScene } from "../../support/in_scene.ts";

async function openRoom(options?: Options) {
  const app = await startCast(options);
  const { call, here } = app;
  /** Changes a message, or what is at it. */
  const change = (as: Person, method: string, { id }: Pick<Message, "id">, rest = "", body?: unknown) =>
    call(method, `${here}/messages/${id}${rest}`, as, body);
  const get = async (as: Person, path: string) => (await call("GET", here + path, as)).body;
  return { ...app, change, get };
}

const test = inScene(openRoom);

const reaction = (emoji: string) => `/reactions/${encodeURIComponent(emoji)}`;

Deno.test("Ada posts a message without a socket, whose author and number the server sets, and Grace reads it", async () => {
  await using app = await openRoom({ clock: () => Date.UTC(2026, 0, 1) });
  const { ada, grace, here } = app;
  const claims = { userId: grace.id, username: "grace", groupId: "other", seq: 99, id: "mine", timestamp: "1970" };
  const draft = { ...claims, content: "  Hello Grace ", clientId: "🙂 '--" };
  const { status, body } = await app.call("POST", `${here}/messages`, ada, draft);
  assert.equal(status, 201);
  const { id, ...message } = body.message;
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.deepEqual(message, {
    content: "Hello Grace",
    groupId: app.circle.id,
    userId: ada.id,
    username: "ada",
    timestamp: "2026-01-01T00:00:00.000Z",
    seq: 1,
    rev: 1,
    clientId: "🙂 '--",
    ...noMarks,
  });
  assert.deepEqual(await app.get(grace, "/messages"), { messages: [body.message], hasMore: false });
  for (const clientId of ["", 5, "x".repeat(101), "a\0b", "a\ud800"]) {
    const refused = await app.call("POST", `${here}/messages`, ada, { content: "Hello", clientId });
    assert.deepEqual([refused.status, refused.body.issues[0].path], [400, "clientId"]);
  }
});

test("each change of a message is answered as the message is now, is among the changes after a rev, and done again changes nothing", async (app) => {
  const { ada, grace, change } = app;
  const sent = await app.post(grace, "Page 41");
  const done = async (...what: Parameters<typeof change>): Promise<Message> => {
    const { status, body } = await change(...what);
    assert.equal(status, 200);
    assert.deepEqual((await change(...what)).body, body);
    assert.deepEqual(await app.messages(), [body.message]);
    return body.message;
  };
  const { editedAt, ...edited } = await done(grace, "PUT", sent, "", { content: "  Page 42, @ada " });
  const { editedAt: _, ...unedited } = sent;
  const changes = { messages: await app.messages(), rev: 2, hasMore: false };
  assert.deepEqual([await app.get(ada, "/changes?after=1"), await app.get(ada, "/changes?after=2")], [
    changes,
    { ...changes, messages: [] },
  ]);
  assert.match(editedAt!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(edited, { ...unedited, content: "Page 42, @ada", mentions: [ada.id], rev: 2 });
  const { reactions } = await done(ada, "PUT", sent, reaction("👍"));
  assert.deepEqual(reactions, [{ emoji: "👍", userIds: [ada.id] }]);
  assert.deepEqual((await done(ada, "DELETE", sent, reaction("👍"))).reactions, []);
  const pinned = await done(ada, "PUT", sent, "/pin");
  assert.equal(typeof pinned.pinnedAt, "string");
  assert.deepEqual(await app.get(grace, "/pins"), { messages: [pinned], hasMore: false });
  assert.equal((await done(ada, "DELETE", sent, "/pin")).pinnedAt, null);
  const { content, seq, deletedAt } = await done(ada, "DELETE", sent);
  assert.deepEqual([content, seq, typeof deletedAt], ["", 1, "string"]);
});

test("others are told what only the author or an organizer may do, and of a deleted message that it is not there", async (app) => {
  const { ada, grace, change } = app;
  const [adas, graces] = [await app.post(ada, "Page 41"), await app.post(grace, "Gone")];
  const refused: [Person, string, string, object | undefined, string, string][] = [
    [grace, "PUT", "", { content: "Page 41" }, "not_author", "Only the author can edit a message."],
    [grace, "DELETE", "", undefined, "not_author", "Only the author or an organizer can delete a message."],
    [grace, "PUT", "/pin", undefined, "not_organizer", "Only an organizer can pin a message."],
    [grace, "DELETE", "/pin", undefined, "not_organizer", "Only an organizer can pin a message."],
  ];
  await change(grace, "DELETE", graces);
  for (const [as, method, rest, body, code, message] of refused) {
    // To unpin what is not pinned changes nothing, and is no organizer's.
    if (method === "DELETE" && rest) await change(ada, "PUT", adas, rest);
    assertFailure(await change(as, method, adas, rest, body), { status: 403, code, message });
    if (method === "DELETE" && !rest) continue;
    assert.equal(codeOf(await change(ada, method, graces, rest, body)), "404 message_not_found");
  }
  assert.equal(codeOf(await change(ada, "PUT", graces, reaction("👍"))), "404 message_not_found");
  for (const content of ["  \n ", "\u200b\u200d", "x".repeat(4001), undefined]) {
    assert.equal(codeOf(await change(ada, "PUT", adas, "", { content })), "400 invalid_input");
  }
});

test("a message is sent as a reply, and not where what it replies to or brings is not there", async (app) => {
  const { ada, grace, here } = app;
  const asked = await app.post(ada, "Which chapter?");
  const reply = await app.post(grace, "The ninth", { replyTo: asked.id });
  assert.deepEqual(reply.replyTo, { id: asked.id, seq: 1, username: "ada", excerpt: "Which chapter?" });
  const wrong: [object, string][] = [
    [{ replyTo: "none" }, "404 message_not_found"],
    [{ files: ["none"] }, "404 file_not_found"],
    [{ files: Array.from({ length: 11 }, (_, n) => `${n}`) }, "400 invalid_input"],
  ];
  for (const [more, code] of wrong) {
    const answer = await app.call("POST", `${here}/messages`, ada, { content: "See", ...more });
    assert.equal(codeOf(answer), code);
  }
  assert.equal((await app.messages()).length, 2);
});

test("members react with one emoji, of at most twenty kinds", async ({ ada, grace, change, post }) => {
  const message = await post(ada, "Done!");
  for (const emoji of ["👍", "❤️", "👩‍🚀", "🇬🇧", "👋🏽", "1️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"]) {
    const { status, body } = await change(grace, "PUT", message, reaction(emoji));
    assert.deepEqual([status, body.message.reactions], [200, [{ emoji, userIds: [grace.id] }]]);
    await change(grace, "DELETE", message, reaction(emoji));
  }
  for (const wrong of ["a", "1", "#", "👍👍", "👍a", " ", "<b>", "\u200d", "x".repeat(5000), "👍".repeat(100)]) {
    for (const method of ["PUT", "DELETE"]) {
      const { status, body } = await change(grace, method, message, reaction(wrong));
      assert.deepEqual([status, body.message], [400, "Please choose one emoji."], wrong);
    }
  }
  assert.equal((await change(grace, "PUT", message, "/reactions/%F0%9F")).status, 400);
  const react = (n: number) => change(ada, "PUT", message, reaction(String.fromCodePoint(0x1f600 + n)));
  for (let n = 0; n < 20; n++) assert.equal((await react(n)).status, 200);
  assert.equal(codeOf(await react(20)), "400 too_many_reactions");
});

test("pins come in pages, the last one first, and the 101st is refused until another message is unpinned", async (app) => {
  const { ada, grace } = app;
  const messages = await Promise.all(Array.from({ length: 101 }, (_, n) => app.post(ada, `${n}`)));
  const pin = (n: number, as = ada) => app.change(as, "PUT", messages[n], "/pin");
  for (let n = 0; n < 100; n++) assert.equal((await pin(n)).status, 200);
  const pages: string[][] = [];
  for (let next: string | undefined = ""; next !== undefined;) {
    const { messages, hasMore }: MessagePage = await app.get(grace, `/pins${next}`);
    pages.push(messages.map(({ id }) => id));
    next = hasMore ? `?before=${messages.at(-1)!.pinnedAt}` : undefined;
  }
  assert.deepEqual(pages.map(({ length }) => length), [30, 30, 30, 10]);
  assert.deepEqual(pages.flat(), messages.slice(0, 100).map(({ id }) => id).reverse());
  const message = "This group has no room for another pinned message. Unpin one first.";
  assertFailure(await pin(100), { status: 400, code: "too_many_pins", message });
  assert.deepEqual([(await pin(99)).status, (await pin(100, grace)).status], [200, 403]);
  await app.change(ada, "DELETE", messages[0], "/pin");
  assert.equal((await pin(100)).status, 200);
});

test("a message is found as soon as it is sent, and not any more once it is deleted", async (app) => {
  const { ada, grace } = app;
  const message = await app.post(ada, "The second proof");
  const search = (query: string) => app.get(grace, `/messages/search?query=${encodeURIComponent(query)}`);
  assert.deepEqual(await search(" pro SECOND "), { messages: [message], hasMore: false });
  await app.change(ada, "DELETE", message);
  for (const query of ["proof", "", "x".repeat(200)]) {
    assert.deepEqual(await search(query), { messages: [], hasMore: false });
  }
  for (const query of ["x".repeat(201), "a&before=0"]) {
    assert.equal((await app.get(grace, `/messages/search?query=${query}`)).code, "invalid_input");
  }
});

test("Grace marks the group as read, and sets what makes notices", async ({ ada, grace, here, post, get, call }) => {
  for (const n of [1, 2, 3]) await post(ada, `@grace ${n}`);
  const group = async () => (await get(grace, "")).group;
  assert.deepEqual([(await group()).unread, (await group()).mentions], [3, 3]);
  const read = (seq: unknown) => call("PUT", `${here}/read`, grace, { seq });
  assert.deepEqual((await read(2)).body, { lastReadSeq: 2, unread: 1, mentions: 1 });
  assert.deepEqual((await read(99)).body, { lastReadSeq: 3, unread: 0, mentions: 0 });
  for (const seq of [-1, 1.5, "x", null]) assert.equal((await read(seq)).status, 400, `${seq}`);
  const set = (level: unknown) => call("PUT", `${here}/notify`, grace, { level });
  assert.deepEqual((await set("none")).body, { message: "Notification settings saved." });
  assert.deepEqual([(await group()).notify, (await set("some")).status], ["none", 400]);
});

Deno.test("too many messages, changes and searches are refused, each for the member who makes them, and reading goes on", async () => {
  await using app = await openRoom({ env: { RATE_LIMITS: "chat=3/60,messageChange=2/60,messageSearch=2/60" } });
  const { ada, grace, here, change } = app;
  const message = await app.post(ada, "Done!");
  const limited: ((as: Person, n: number) => ReturnType<typeof change>)[] = [
    (as, n) => app.call("POST", `${here}/messages`, as, { content: `hello ${n}` }),
    (as) => change(as, "PUT", message, reaction("👍")),
    (as) => app.call("GET", `${here}/messages/search?query=done`, as),
  ];
  for (const act of limited) {
    for (const n of [1, 2]) assert.ok((await act(ada, n)).status < 300);
    const refused = await act(ada, 3);
    assert.equal(codeOf(refused), "429 too_many_requests");
    assert.match(refused.headers.get("Retry-After")!, /^(60|5\d)$/);
    assert.ok((await act(grace, 4)).status < 300);
  }
  const others = [["PUT", "", { content: "x" }], ["DELETE", ""], ["PUT", "/pin"], ["DELETE", "/pin"]] as const;
  for (const [method, rest, body] of others) assert.equal((await change(ada, method, message, rest, body)).status, 429);
  assert.equal((await app.messages()).length, 4);
});
