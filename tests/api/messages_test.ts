import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import type { Message, MessagePage } from "../../server/contract/chat/shapes.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { assertFailure } from "../support/requests.ts";

const groupNotFound = { status: 404, code: "group_not_found", message: "Group not found" };
const messageNotFound = { status: 404, code: "message_not_found", message: "Message not found" };

interface Room {
  app: TestApp;
  ada: Person;
  grace: Person;
  mallory: Person;
  /** The path of Ada's group, in which Grace is. */
  path: string;
  /** Sends a message as someone. */
  send(as: Person, content: string, more?: Record<string, unknown>): Promise<Message>;
  /** The path of a message. */
  pathOf(message: Pick<Message, "id">): string;
  [Symbol.asyncDispose](): Promise<void>;
}

async function openRoom(options: Parameters<typeof startApp>[0] = {}): Promise<Room> {
  const app = await startApp(options);
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const path = `/groups/${(await app.group(ada, grace)).id}`;
  return {
    app,
    ada,
    grace,
    mallory,
    path,
    async send(as, content, more = {}) {
      const { status, body } = await app.call("POST", `${path}/messages`, as, { content, ...more });
      assert.equal(status, 201);
      return body.message;
    },
    pathOf: ({ id }) => `${path}/messages/${id}`,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

Deno.test("Grace edits a message of hers: it is answered and read as it is now", async () => {
  await using room = await openRoom();
  const { app, ada, grace } = room;
  const message = await room.send(grace, "Page 41");
  const { status, body } = await app.call("PUT", room.pathOf(message), grace, { content: "  Page 42, @ada " });
  assert.equal(status, 200);
  const { editedAt, ...edited } = body.message;
  const { editedAt: before, ...sent } = message;
  assert.equal(before, null);
  assert.match(editedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(edited, { ...sent, content: "Page 42, @ada", mentions: [ada.id], rev: 2 });
  assert.deepEqual((await app.call("GET", `${room.path}/messages`, ada)).body.messages, [body.message]);
  const again = await app.call("PUT", room.pathOf(message), grace, { content: "Page 42, @ada" });
  assert.deepEqual([again.status, again.body], [200, body]);
});

Deno.test("an edit is refused to others, even with the same text, and without a text that can be seen", async () => {
  await using room = await openRoom();
  const { app, ada, grace } = room;
  const message = await room.send(grace, "Page 41");
  for (const content of ["Page 1", "Page 41"]) {
    assertFailure(await app.call("PUT", room.pathOf(message), ada, { content }), {
      status: 403,
      code: "not_author",
      message: "Only the author can edit a message.",
    });
  }
  for (const content of ["", "  \n ", "\u200b\u200d", "\0"]) {
    const { status, body } = await app.call("PUT", room.pathOf(message), grace, { content });
    assert.deepEqual([status, body.code, body.message], [400, "invalid_input", "Message cannot be empty"]);
  }
  for (const content of ["x".repeat(4001), "x".repeat(50_000), undefined, null, 5, ["text"]]) {
    const { status, body } = await app.call("PUT", room.pathOf(message), grace, { content });
    assert.deepEqual([status, body.code], [400, "invalid_input"]);
  }
  assert.deepEqual((await app.call("GET", `${room.path}/messages`, ada)).body.messages, [message]);
});

Deno.test("Ada, who made the group, deletes Grace's message, and Grace her own; Grace does not delete Ada's", async () => {
  await using room = await openRoom();
  const { app, ada, grace } = room;
  const [first, second, third] = [
    await room.send(grace, "one"),
    await room.send(grace, "two"),
    await room.send(ada, "three"),
  ];
  for (const [as, message] of [[ada, first], [grace, second]] as const) {
    const { status, body } = await app.call("DELETE", room.pathOf(message), as);
    assert.deepEqual([status, body.message.content, body.message.seq], [200, "", message.seq]);
    assert.ok(body.message.deletedAt);
    const again = await app.call("DELETE", room.pathOf(message), as);
    assert.deepEqual([again.status, again.body], [200, body]);
  }
  assertFailure(await app.call("DELETE", room.pathOf(third), grace), {
    status: 403,
    code: "not_author",
    message: "Only the author or an organizer can delete a message.",
  });
  for (const [method, path, json] of changesOf(room, first).filter(([method]) => method !== "DELETE")) {
    assertFailure(await app.call(method, path, ada, json), messageNotFound);
  }
});

Deno.test("a message is sent as a reply, and is not where what it replies to is not there", async () => {
  await using room = await openRoom();
  const { app, ada, grace } = room;
  const asked = await room.send(ada, "Which chapter?");
  const reply = await room.send(grace, "The ninth", { replyTo: asked.id });
  assert.deepEqual(reply.replyTo, { id: asked.id, seq: 1, username: "ada", excerpt: "Which chapter?" });
  const other = await app.group(ada);
  const { body } = await app.call("POST", `/groups/${other.id}/messages`, ada, { content: "elsewhere" });
  for (const replyTo of [body.message.id, "none"]) {
    assertFailure(await app.call("POST", `${room.path}/messages`, ada, { content: "Yes", replyTo }), messageNotFound);
  }
  for (const files of [["none"], Array.from({ length: 11 }, (_, n) => `${n}`)]) {
    const answer = await app.call("POST", `${room.path}/messages`, ada, { content: "See", files });
    assert.deepEqual(
      [answer.status, answer.body.code],
      files.length > 1 ? [400, "invalid_input"] : [404, "file_not_found"],
    );
  }
  assert.equal((await app.call("GET", `${room.path}/messages`, ada)).body.messages.length, 2);
});

Deno.test("the same text within a second is answered with the first one's message", async () => {
  await using room = await openRoom({ clock: () => 1_700_000_000_000 });
  const first = await room.send(room.ada, "Hello", { clientId: "1" });
  assert.deepEqual(await room.send(room.ada, " Hello ", { clientId: "2" }), first);
  assert.equal((await room.send(room.grace, "Hello", { clientId: "2" })).seq, 2);
});

Deno.test("members react with one emoji, and take it back", async () => {
  await using room = await openRoom();
  const { app, ada, grace } = room;
  const message = await room.send(ada, "Done!");
  const reaction = (emoji: string) => `${room.pathOf(message)}/reactions/${encodeURIComponent(emoji)}`;
  for (const emoji of ["👍", "❤️", "👩‍🚀", "🇬🇧", "👋🏽", "1️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"]) {
    const { status, body } = await app.call("PUT", reaction(emoji), grace);
    assert.deepEqual([status, body.message.reactions], [200, [{ emoji, userIds: [grace.id] }]]);
    assert.equal((await app.call("PUT", reaction(emoji), grace)).body.message.rev, body.message.rev);
    const taken = await app.call("DELETE", reaction(emoji), grace);
    assert.deepEqual([taken.status, taken.body.message.reactions], [200, []]);
    assert.equal((await app.call("DELETE", reaction(emoji), grace)).status, 200);
  }
  for (const wrong of ["a", "1", "#", "👍👍", "👍a", " ", "<b>", "\u200d", "x".repeat(5000), "👍".repeat(100)]) {
    for (const method of ["PUT", "DELETE"]) {
      const { status, body } = await app.call(method, reaction(wrong), grace);
      assert.deepEqual([status, body.code, body.message], [400, "invalid_input", "Please choose one emoji."], wrong);
    }
  }
  assert.equal((await app.call("PUT", `${room.pathOf(message)}/reactions/%F0%9F`, grace)).status, 400);
});

Deno.test("the 21st kind of reaction is refused", async () => {
  await using room = await openRoom();
  const { app, ada } = room;
  const message = await room.send(ada, "Done!");
  const react = (n: number) =>
    app.call("PUT", `${room.pathOf(message)}/reactions/${encodeURIComponent(String.fromCodePoint(0x1f600 + n))}`, ada);
  for (let n = 0; n < 20; n++) assert.equal((await react(n)).status, 200);
  assertFailure(await react(20), {
    status: 400,
    code: "too_many_reactions",
    message: "There is no room for another kind of reaction here.",
  });
});

Deno.test("Ada pins and unpins a message, and Grace, who is no organizer, reads the pins", async () => {
  await using room = await openRoom();
  const { app, ada, grace } = room;
  const message = await room.send(grace, "The plan");
  const pin = `${room.pathOf(message)}/pin`;
  for (const method of ["PUT", "PUT"]) {
    const { status, body } = await app.call(method, pin, ada);
    assert.deepEqual([status, body.message.rev, typeof body.message.pinnedAt], [200, 2, "string"]);
    assert.deepEqual((await app.call("GET", `${room.path}/pins`, grace)).body, {
      messages: [body.message],
      hasMore: false,
    });
  }
  const notOrganizer = { status: 403, code: "not_organizer", message: "Only an organizer can pin a message." };
  assertFailure(await app.call("DELETE", pin, grace), notOrganizer);
  assert.equal((await app.call("DELETE", pin, ada)).body.message.pinnedAt, null);
  assertFailure(await app.call("PUT", pin, grace), notOrganizer);
  assert.deepEqual((await app.call("GET", `${room.path}/pins`, grace)).body, { messages: [], hasMore: false });
});

Deno.test("pins come in pages, the last one first, and the 101st is refused until another message is unpinned", async () => {
  await using room = await openRoom();
  const { app, ada, grace } = room;
  const messages = await Promise.all(Array.from({ length: 101 }, (_, n) => room.send(ada, `${n}`)));
  const pin = (n: number, as = ada) => app.call("PUT", `${room.pathOf(messages[n])}/pin`, as);
  for (let n = 0; n < 100; n++) assert.equal((await pin(n)).status, 200);
  const listed: string[] = [];
  const lengths: number[] = [];
  for (let next: string | undefined = ""; next !== undefined;) {
    const { messages, hasMore } = (await app.call("GET", `${room.path}/pins${next}`, grace)).body as MessagePage;
    lengths.push(messages.length);
    listed.push(...messages.map(({ id }) => id));
    next = hasMore ? `?before=${messages.at(-1)!.pinnedAt}` : undefined;
  }
  assert.deepEqual(lengths, [30, 30, 30, 10]);
  assert.deepEqual(listed, messages.slice(0, 100).map(({ id }) => id).reverse());
  assert.equal((await app.call("GET", `${room.path}/pins?before=x`, grace)).status, 400);
  assertFailure(await pin(100), {
    status: 400,
    code: "too_many_pins",
    message: "This group has no room for another pinned message. Unpin one first.",
  });
  assert.deepEqual([(await pin(99)).status, (await pin(100, grace)).status], [200, 403]);
  assert.equal((await app.call("DELETE", `${room.pathOf(messages[0])}/pin`, ada)).status, 200);
  assert.equal((await pin(100)).status, 200);
});

Deno.test("changes after a rev are answered in its order, page by page", async () => {
  await using room = await openRoom();
  const { app, ada, grace, path } = room;
  const first = await room.send(ada, "0");
  await Promise.all(Array.from({ length: 109 }, (_, n) => room.send(ada, `${n + 1}`)));
  await app.call("PUT", room.pathOf(first), ada, { content: "edited" });
  const one = await app.call("GET", `${path}/changes?after=0`, grace);
  assert.deepEqual([one.status, one.body.messages.length, one.body.rev, one.body.hasMore], [200, 100, 101, true]);
  const two = (await app.call("GET", `${path}/changes?after=${one.body.rev}`, grace)).body;
  assert.deepEqual([two.messages.length, two.rev, two.hasMore], [10, 111, false]);
  assert.deepEqual([two.messages.at(-1).id, two.messages.at(-1).content], [first.id, "edited"]);
  assert.deepEqual((await app.call("GET", `${path}/changes?after=111`, grace)).body, {
    messages: [],
    rev: 111,
    hasMore: false,
  });
  for (const query of ["", "?after=-1", "?after=x", "?after=1.5", "?after=1e999"]) {
    const { status, body } = await app.call("GET", `${path}/changes${query}`, grace);
    assert.deepEqual([status, body.code], [400, "invalid_input"], query);
  }
});

Deno.test("a message is found as soon as it is sent, and not any more once it is deleted", async () => {
  await using room = await openRoom();
  const { app, ada, grace, path } = room;
  const message = await room.send(ada, "The second proof");
  const search = (query: string) =>
    app.call("GET", `${path}/messages/search?query=${encodeURIComponent(query)}`, grace);
  assert.deepEqual((await search(" pro SECOND ")).body, { messages: [message], hasMore: false });
  await app.call("DELETE", room.pathOf(message), ada);
  assert.deepEqual((await search("proof")).body, { messages: [], hasMore: false });
  assert.deepEqual((await search("")).body, { messages: [], hasMore: false });
  assert.deepEqual((await search("x".repeat(200))).status, 200);
  for (const query of ["x".repeat(201), "x".repeat(5000)]) assert.equal((await search(query)).status, 400);
  for (const query of ["", "?query=a&before=0", "?query=a&before=x"]) {
    const { status, body } = await app.call("GET", `${path}/messages/search${query}`, grace);
    assert.deepEqual([status, body.code], [400, "invalid_input"], query);
  }
});

Deno.test("Grace marks the group as read, and sets what makes notices", async () => {
  await using room = await openRoom();
  const { app, ada, grace, path } = room;
  for (const n of [1, 2, 3]) await room.send(ada, `@grace ${n}`);
  const group = async () => (await app.call("GET", path, grace)).body.group;
  assert.deepEqual([(await group()).unread, (await group()).mentions], [3, 3]);
  const read = (seq: unknown) => app.call("PUT", `${path}/read`, grace, { seq });
  assert.deepEqual((await read(2)).body, { lastReadSeq: 2, unread: 1, mentions: 1 });
  assert.deepEqual((await read(1)).body, { lastReadSeq: 2, unread: 1, mentions: 1 });
  assert.deepEqual((await read(99)).body, { lastReadSeq: 3, unread: 0, mentions: 0 });
  for (const seq of [-1, 1.5, "x", "", null, {}, 1e300]) assert.equal((await read(seq)).status, 400, `${seq}`);
  const { status, body } = await app.call("PUT", `${path}/notify`, grace, { level: "none" });
  assert.deepEqual([status, body], [200, { message: "Notifications of this group are saved." }]);
  assert.equal((await group()).notify, "none");
  for (const level of ["some", "", null, 1]) {
    assert.equal((await app.call("PUT", `${path}/notify`, grace, { level })).status, 400);
  }
});

/** Every call that changes a message. */
const changesOf = (room: Pick<Room, "pathOf">, message: Pick<Message, "id">) =>
  [
    ["PUT", room.pathOf(message), { content: "Page 1" }],
    ["DELETE", room.pathOf(message), undefined],
    ["PUT", `${room.pathOf(message)}/reactions/%F0%9F%91%8D`, undefined],
    ["DELETE", `${room.pathOf(message)}/reactions/%F0%9F%91%8D`, undefined],
    ["PUT", `${room.pathOf(message)}/pin`, undefined],
    ["DELETE", `${room.pathOf(message)}/pin`, undefined],
  ] as const;

Deno.test("Mallory cannot tell the messages of a group that they are not in from none, and changes nothing", async () => {
  await using room = await openRoom();
  const { app, ada, mallory, path } = room;
  const message = await room.send(ada, "secret");
  const stored = async () =>
    JSON.stringify(
      await Promise.all(
        ["messages", "reactions", "mentions", "members"].map((table) =>
          app.deps.db.q.all(sql.raw(`select * from ${table}`))
        ),
      ),
    );
  await app.deps.messageIndex.flush();
  const before = await stored();
  for (const id of [message.id, "none"]) {
    for (const [method, path, json] of changesOf(room, { id })) {
      assertFailure(await app.call(method, path, mallory, json), messageNotFound);
    }
  }
  for (const query of ["/changes?after=0", "/changes?after=9", "/pins", "/messages/search?query=secret"]) {
    assertFailure(await app.call("GET", path + query, mallory), groupNotFound);
  }
  assertFailure(await app.call("PUT", `${path}/read`, mallory, { seq: 1 }), groupNotFound);
  assertFailure(await app.call("PUT", `${path}/notify`, mallory, { level: "none" }), groupNotFound);
  assert.equal(await stored(), before);
});

Deno.test("too many changes and too many searches are refused, each for the one who makes them", async () => {
  await using room = await openRoom({ env: { RATE_LIMITS: "messageChange=4/60,messageSearch=2/60" } });
  const { app, ada, grace, path } = room;
  const message = await room.send(ada, "Done!");
  const calls = changesOf(room, message).slice(2);
  for (const [method, path, json] of calls) assert.equal((await app.call(method, path, ada, json)).status, 200);
  for (const [method, path, json] of changesOf(room, message)) {
    const { status, body, headers } = await app.call(method, path, ada, json);
    assert.deepEqual([status, body.code], [429, "too_many_requests"]);
    assert.match(headers.get("Retry-After")!, /^(60|5\d)$/);
  }
  assert.equal((await app.call(calls[0][0], calls[0][1], grace)).status, 200);
  const search = (as: Person) => app.call("GET", `${path}/messages/search?query=done`, as);
  assert.deepEqual([(await search(ada)).status, (await search(ada)).status, (await search(ada)).status], [
    200,
    200,
    429,
  ]);
  assert.equal((await search(grace)).status, 200);
});
