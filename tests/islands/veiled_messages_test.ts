import assert from "node:assert/strict";
import { messageItem } from "../../islands/chat/connection/calls.ts";
import { chatReducer } from "../../islands/chat/connection/reducer.ts";
import { type ChatState, initialChat } from "../../islands/chat/connection/state.ts";
import { plainMessage } from "../../server/contract/chat/plain_message.ts";
import { type Message } from "../../server/contract/chat/shapes.ts";

// That of the group, when the page was made.
const pageRev = 50;

Deno.test("A veiled message that came with the page opens, however long ago it was written", () => {
  const chat = after([veiled(), message(2)], [open()]);
  assert.deepEqual(texts(chat), ["The butler", "message 2"]);
  assert.equal(chat.messages[0].veiled, false);
});

Deno.test("A veiled message that came later opens too, and a reaction to it does not open it", () => {
  const reacted = veiled({ rev: 51, reactions: [{ emoji: "👍", userIds: ["ada"] }] });
  const chat = after([], [veiled()], [reacted]);
  assert.deepEqual([chat.messages[0].veiled, chat.messages[0].reactions.length], [true, 1]);
  assert.deepEqual(texts(after([], [veiled()], [reacted], [open({ rev: 51 })])), ["The butler"]);
});

Deno.test("An opened message is not veiled by a state of it that arrives late", () => {
  assert.deepEqual(texts(after([open()], [veiled()])), ["The butler"]);
  assert.deepEqual(texts(after([], [veiled()], [open()], [veiled()])), ["The butler"]);
  assert.deepEqual(texts(after([], [open(), veiled()])), ["The butler"]);
});

Deno.test("Of an opened message an edit and its deletion are shown", () => {
  const edited = open({ rev: 51, content: "The cook", editedAt: at(9) });
  assert.deepEqual(texts(after([veiled()], [open()], [edited])), ["The cook"]);
  const deleted = message(1, { rev: 51, content: "", deletedAt: at(9) });
  assert.equal(after([veiled()], [deleted]).messages[0].deletedAt, at(9));
});

Deno.test("A reply quotes a message from when it opens, also one that is further up than what is shown", () => {
  const replyTo = { id: "m1", seq: 1, username: "ada", excerpt: "", veiled: true as const };
  const quotes = (chat: ChatState) => chat.messages.map((one) => one.replyTo?.excerpt);
  const shown = after([veiled(), message(2, { replyTo })], [open()]);
  assert.deepEqual(quotes(shown), [undefined, "The butler"]);
  assert.equal(shown.messages[1].replyTo!.veiled, undefined);
  assert.deepEqual(quotes(after([message(2, { replyTo })], [open()])), ["The butler"]);
  assert.deepEqual(quotes(after([message(2, { replyTo })], [veiled({ editedAt: at(9) })])), [""]);
});

const at = (minute: number) => new Date(Date.UTC(1843, 6, 1, 0, minute)).toISOString();
const texts = ({ messages }: ChatState) => messages.map(({ content }) => content);
const after = (messages: Message[], ...changes: Message[][]) =>
  changes.reduce(
    (chat, messages) => chatReducer(chat, { type: "changes", messages }),
    initialChat({ messages, rev: pageRev, hasOlder: false }),
  );
/** The same message of Ada's as Grace sees it before and after she has read so far. */
const open = (more: Partial<Message> = {}) => message(1, { content: "The butler", anchor: about, ...more });
const veiled = (more: Partial<Message> = {}) =>
  message(1, { content: "", length: 10, veiled: true, anchor: about, ...more });
const about = { bookId: "book", page: 120 };

function message(seq: number, more: Partial<Message> = {}): Message {
  return {
    id: `m${seq}`,
    content: `message ${seq}`,
    groupId: "engine",
    userId: "ada",
    username: "ada",
    timestamp: at(seq),
    seq,
    clientId: null,
    rev: seq,
    ...plainMessage,
    ...more,
  };
}

Deno.test("a message that waits in the outbox is about the page that it was written about", () => {
  const anchor = { bookId: "sketch", page: 120 };
  const { call } = messageItem("engine", {
    clientId: "c",
    content: "It is never built",
    timestamp: at(0),
    userId: "ada",
    username: "ada",
    replyTo: null,
    files: [],
    anchor,
  });
  assert.deepEqual(call.body.anchor, anchor);
});
