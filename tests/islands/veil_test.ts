/** Messages about a page of a book, in the chat's state. */
import assert from "node:assert/strict";
import { isRepeated, sentAs } from "../../islands/chat/connection/pending.ts";
import { chatReducer } from "../../islands/chat/connection/reducer.ts";
import { initialChat } from "../../islands/chat/connection/state.ts";
import { plainMessage } from "../../server/contract/chat/plain_message.ts";
import { type Message } from "../../server/contract/chat/shapes.ts";

const anchor = { bookId: "sketch", page: 120 };

const message = (seq: number, more: Partial<Message> = {}): Message => ({
  ...plainMessage,
  id: `m${seq}`,
  groupId: "engine",
  seq,
  rev: seq,
  content: `Text ${seq}`,
  userId: "ada",
  username: "ada",
  clientId: null,
  timestamp: "2026-11-22T12:00:00.000Z",
  ...more,
});
const veiled = (seq: number, more: Partial<Message> = {}) =>
  message(seq, { anchor, veiled: true, content: "", length: 25, ...more });
const opened = (seq: number, more: Partial<Message> = {}) => message(seq, { anchor, ...more });

const chatOf = (...messages: Message[]) => initialChat({ messages, rev: messages.at(-1)!.rev, hasOlder: false });
const after = (chat: ReturnType<typeof chatOf>, ...arrived: Message[]) =>
  chatReducer(chat, { type: "changes", messages: arrived });

Deno.test("A veiled message opens in its place", () => {
  const chat = after(chatOf(message(1), veiled(2, { rev: 3 }), message(3)), opened(2, { rev: 3 }));
  assert.deepEqual(chat.messages.map(({ seq, content, veiled }) => [seq, content, veiled]), [
    [1, "Text 1", false],
    [2, "Text 2", false],
    [3, "Text 3", false],
  ]);
});

Deno.test("What is open stays open when the same state arrives veiled, and is what a later state is", () => {
  const chat = after(chatOf(message(1), veiled(2)), opened(2), veiled(2));
  assert.equal(chat.messages[1].content, "Text 2");
  const changed = after(chat, opened(2, { rev: 5, content: "Changed" }), veiled(2, { rev: 4 }));
  assert.equal(changed.messages[1].content, "Changed");
});

Deno.test("An open message is veiled again where its page was mistyped, with what is quoted of it; one that was asked for is not", () => {
  const replyTo = { id: "m2", seq: 2, username: "ada", excerpt: "Text 2" };
  const chat = chatOf(opened(1), opened(2, { rev: 9 }), message(3, { replyTo }));
  const messages = [veiled(2), opened(1)];
  const after = chatReducer(chat, { type: "veiled", messages }).messages;
  assert.deepEqual(after[0], opened(1));
  assert.deepEqual(after[1], { ...veiled(2), rev: 9 });
  assert.deepEqual(after[2].replyTo, { ...replyTo, excerpt: "", veiled: true });
});

Deno.test("A message that changes while it is veiled stays veiled", () => {
  const reactions = [{ emoji: "👍", userIds: ["ada"] }];
  const [changed] = after(chatOf(veiled(1)), veiled(1, { rev: 7, reactions })).messages;
  assert.deepEqual([changed.veiled, changed.content, changed.reactions], [true, "", reactions]);
});

Deno.test("What quotes a message quotes its text once it is open, and not while it is veiled", () => {
  const replyTo = { id: "m1", seq: 1, username: "ada", excerpt: "", veiled: true as const };
  const chat = chatOf(veiled(1), message(2, { replyTo }));
  const edited = after(chat, veiled(1, { rev: 8, editedAt: "2026-11-22T13:00:00.000Z" }));
  assert.deepEqual(edited.messages[1].replyTo, replyTo);
  const { veiled: _, ...open } = replyTo;
  assert.deepEqual(after(chat, opened(1)).messages[1].replyTo, { ...open, excerpt: "Text 1" });
});

Deno.test("Opened messages further up than what is shown change nothing, and leave no gap", () => {
  const chat = chatOf(message(51), message(52));
  const next = after(chat, opened(7));
  assert.deepEqual([next.messages, next.early, next.laterRevs], [chat.messages, [], []]);
});

Deno.test("A message that was returned is sent again as the same only about the same page", () => {
  const draft = {
    clientId: "g1",
    content: "Never built",
    timestamp: "2026-11-22T12:00:00.000Z",
    userId: "ada",
    username: "ada",
    replyTo: null,
    files: [],
    anchor,
  };
  const chat = [
    { type: "sending" as const, pending: draft },
    { type: "failed" as const, clientId: "g1" },
  ].reduce(chatReducer, chatOf(message(1)));
  const again = { ...draft, clientId: "g2" };
  assert.deepEqual(sentAs(chat, again), [draft]);
  for (const other of [{ ...again, anchor: null }, { ...again, anchor: { ...anchor, page: 121 } }]) {
    assert.deepEqual(sentAs(chat, other), [other]);
    assert.equal(isRepeated(chatOf(message(1)), other, draft), false);
  }
});
