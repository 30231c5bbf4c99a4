/** Messages about a page of a book, as Grace's chat has them before and after she gets there. */
import assert from "node:assert/strict";
import { isRepeated, sentAs } from "../../islands/chat/state/pending.ts";
import { messageItem } from "../../islands/chat/connection/sender.ts";
import { chatReducer } from "../../islands/chat/state/store.ts";
import { type ChatState, initialChat } from "../../islands/chat/state/state.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { at, draft, message } from "./messages.ts";

const anchor = { bookId: "sketch", page: 120 };
const open = (more: Partial<Message> = {}) => message(1, { content: "The butler", anchor, ...more });
const veiled = (more: Partial<Message> = {}) => message(1, { content: "", length: 10, veiled: true, anchor, ...more });

/** A page that was made when the group's rev was 50, with what arrived after that. */
const after = (messages: Message[], ...changes: Message[][]) =>
  changes.reduce(
    (chat, messages) => chatReducer(chat, { type: "changes", messages }),
    initialChat({ groupId: "engine", messages, rev: 50, hasOlder: false }),
  );
const texts = ({ messages }: ChatState) => messages.map(({ content }) => content);

Deno.test("A veiled message opens in its place, however long ago it was written, and not by a reaction to it", () => {
  const chat = after([veiled(), message(2)], [open()]);
  assert.deepEqual([texts(chat), chat.messages[0].veiled], [["The butler", "message 2"], false]);
  const reacted = veiled({ rev: 51, reactions: [{ emoji: "👍", userIds: ["ada"] }] });
  const [still] = after([], [veiled()], [reacted]).messages;
  assert.deepEqual([still.veiled, still.content, still.reactions], [true, "", reacted.reactions]);
  assert.deepEqual(texts(after([], [veiled()], [reacted], [open({ rev: 51 })])), ["The butler"]);
});

Deno.test("What is open stays open when a state arrives late that is veiled; an edit and the deletion are shown", () => {
  const late = [
    after([open()], [veiled()]),
    after([], [veiled()], [open()], [veiled()]),
    after([], [open(), veiled()]),
  ];
  for (const chat of late) assert.deepEqual(texts(chat), ["The butler"]);
  const edited = open({ rev: 52, content: "The cook", editedAt: at(9) });
  assert.deepEqual(texts(after([veiled()], [open()], [edited], [veiled({ rev: 51 })])), ["The cook"]);
  const deleted = message(1, { rev: 51, content: "", deletedAt: at(9) });
  assert.equal(after([veiled()], [deleted]).messages[0].deletedAt, at(9));
});

Deno.test("An open message is veiled again where its page was mistyped, with what is quoted of it; one that was asked for is not", () => {
  const replyTo = { id: "m2", seq: 2, username: "ada", excerpt: "message 2" };
  const asked = message(2, { anchor, rev: 9 });
  const chat = after([open(), asked, message(3, { replyTo })]);
  const again = message(2, { anchor, veiled: true, content: "", length: 9 });
  const { messages } = chatReducer(chat, { type: "veiled", messages: [again, open()] });
  const quoted = message(3, { replyTo: { ...replyTo, excerpt: "", veiled: true } });
  assert.deepEqual(messages, [open(), { ...again, rev: 9 }, quoted]);
});

Deno.test("A message that is veiled again has no form and no card of its link any more", () => {
  const link = { url: "https://a.example", site: "a.example", title: "How it ends", picture: null };
  const format = [{ type: "text" as const, value: "The butler" }];
  const { messages: [again] } = chatReducer(after([open({ link, format })]), { type: "veiled", messages: [veiled()] });
  assert.deepEqual([again.veiled, again.format, again.link], [true, null, undefined]);
});

Deno.test("A reply quotes a message from when it opens, also one that is further up than what is shown", () => {
  const replyTo = { id: "m1", seq: 1, username: "ada", excerpt: "", veiled: true as const };
  const quotes = (chat: ChatState) => chat.messages.map((one) => one.replyTo?.excerpt);
  const shown = after([veiled(), message(2, { replyTo })], [open()]);
  assert.deepEqual([quotes(shown), shown.messages[1].replyTo!.veiled], [[undefined, "The butler"], undefined]);
  assert.deepEqual(quotes(after([message(2, { replyTo })], [open()])), ["The butler"]);
  const edited = after([veiled(), message(2, { replyTo })], [veiled({ rev: 51, editedAt: at(9) })]);
  assert.deepEqual(edited.messages[1].replyTo, replyTo);
});

Deno.test("Opened messages further up than what is shown change nothing, and leave no gap", () => {
  const chat = after([message(51), message(52)]);
  const next = chatReducer(chat, { type: "changes", messages: [message(7, { anchor })] });
  assert.deepEqual([next.messages, next.early, next.laterRevs], [chat.messages, [], []]);
});

Deno.test("A message that waits or was returned is about the page that it was written about, and the same only about that", () => {
  const written = draft("g1", { anchor });
  assert.deepEqual(messageItem("engine", written).call.body.anchor, anchor);
  const chat = [
    { type: "sending" as const, pending: written },
    { type: "failed" as const, clientId: "g1" },
  ].reduce(chatReducer, after([message(1)]));
  const again = draft("g2", { anchor });
  assert.deepEqual(sentAs(chat, again), [written]);
  for (const other of [{ ...again, anchor: null }, { ...again, anchor: { ...anchor, page: 121 } }]) {
    assert.deepEqual(sentAs(chat, other), [other]);
    assert.equal(isRepeated(after([message(1)]), other, written), false);
  }
});
