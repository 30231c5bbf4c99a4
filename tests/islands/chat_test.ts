import assert from "node:assert/strict";
import {
  type ChatAction,
  chatReducer,
  type ChatState,
  draftsFor,
  hasGap,
  initialChat,
  isDuplicate,
  type Pending,
  sendProblem,
  textOf,
} from "../../islands/chat/reducer.ts";
import type { Message } from "../../server/contract/chat.ts";

Deno.test("A chat begins with the rendered messages, complete up to the last of them", () => {
  const chat = initialChat(messages(51, 100), true);
  assert.deepEqual([chat.connection, chat.lastSeq, chat.hasOlder, hasGap(chat)], ["connecting", 100, true, false]);
  assert.equal(initialChat([], false).lastSeq, 0);
});

// spec: 3.8
Deno.test("A sent message is pending until it is acknowledged, and is then in its place once", () => {
  const sending = after(begun(), { type: "sending", pending: draft("g1") });
  assert.deepEqual(sending.pending, [draft("g1")]);
  assert.deepEqual(seqs(sending), [1, 2, 3]);
  const stored = message(4, { clientId: "g1", userId: "grace" });
  const orders: ChatAction[][] = [
    [{ type: "acknowledged", message: stored }, { type: "incoming", message: stored }],
    [{ type: "incoming", message: stored }, { type: "acknowledged", message: stored }],
    [{ type: "history", messages: [stored] }, { type: "acknowledged", message: stored }],
  ];
  for (const actions of orders) {
    const chat = after(sending, ...actions);
    assert.deepEqual([chat.pending, seqs(chat), chat.lastSeq], [[], [1, 2, 3, 4], 4]);
  }
});

Deno.test("A failed message is no longer pending, and the others are", () => {
  const chat = after(
    begun(),
    { type: "sending", pending: draft("g1") },
    { type: "sending", pending: draft("g2") },
    { type: "failed", clientId: "g1" },
    { type: "failed", clientId: "g1" },
  );
  assert.deepEqual(chat.pending.map(({ clientId }) => clientId), ["g2"]);
});

Deno.test("Returned messages are sent again as the same messages; any other text is a new one", () => {
  const [first, second] = [{ ...draft("g1"), content: "First" }, { ...draft("g2"), content: "Second\nline" }];
  const returned = after(
    begun(),
    { type: "sending", pending: first },
    { type: "sending", pending: second },
    { type: "failed", clientId: "g1" },
    { type: "failed", clientId: "g2" },
  );
  assert.equal(textOf(returned.returned), "First\nSecond\nline");
  const typed = (content: string) => ({ ...draft("g3"), content });
  assert.deepEqual(draftsFor(returned, typed("First\nSecond\nline")), [first, second]);
  for (const other of ["First", "First\nSecond\nline, and more", ""]) {
    assert.deepEqual(draftsFor(returned, typed(other)), [typed(other)]);
  }
  const sent = after(returned, { type: "sending", pending: typed("Something else") });
  assert.deepEqual(draftsFor(sent, typed("First\nSecond\nline")), [typed("First\nSecond\nline")]);
  const left = after(begun(), { type: "resumed", pending: [], returned: [first] });
  assert.deepEqual(draftsFor(left, typed("First")), [first]);
});

Deno.test("Of the messages an earlier page left pending, those that have arrived are not pending again", () => {
  const chat = after(
    begun(),
    { type: "incoming", message: message(4, { clientId: "g1", userId: "grace" }) },
    { type: "resumed", pending: [draft("g1"), draft("g2")], returned: [] },
  );
  assert.deepEqual(chat.pending, [draft("g2")]);
  assert.deepEqual(after(chat, { type: "sending", pending: draft("g1") }).pending, [draft("g2")]);
});

Deno.test("A returned message is sent again with the time at which that happens", () => {
  const chat = after(begun(), { type: "resumed", pending: [], returned: [{ ...draft("g1"), timestamp: "" }] });
  assert.deepEqual(draftsFor(chat, draft("g2")), [draft("g1")]);
});

Deno.test("An empty or too long message cannot be sent, nor any before the chat is joined", () => {
  const joined = after(begun(), { type: "connection", connection: "joined" });
  assert.equal(sendProblem(joined, "ok"), undefined);
  assert.equal(sendProblem(joined, "é".normalize("NFD").repeat(4000)), undefined);
  assert.equal(sendProblem(joined, ""), "Message cannot be empty");
  assert.equal(sendProblem(joined, "x".repeat(4001)), "Please use at most 4,000 characters.");
  assert.equal(sendProblem(begun(), "ok"), "Not connected to chat server");
  const long = { ...draft("g1"), content: "x".repeat(4000) };
  const returned = after(joined, { type: "resumed", pending: [], returned: [long, long] });
  assert.equal(sendProblem(returned, textOf(returned.returned)), undefined);
});

// spec: 4.16, 9.9
Deno.test("Messages are duplicates with the same id, or the same text and user within a second", () => {
  const message = { id: "1", content: "hello", userId: "ada", timestamp: "2026-01-01T00:00:00.000Z" };
  const other = (changes: object) => isDuplicate(message, { ...message, id: "2", ...changes });
  assert.ok(isDuplicate(message, { ...message, content: "changed" }));
  assert.ok(other({ timestamp: "2026-01-01T00:00:01.000Z" }));
  assert.ok(other({ timestamp: "2025-12-31T23:59:59.000Z" }));
  assert.ok(!other({ timestamp: "2026-01-01T00:00:01.001Z" }));
  assert.ok(!other({ content: "Hello" }));
  assert.ok(!other({ userId: "grace" }));
});

// spec: 4.16
Deno.test("An incoming duplicate is ignored: the same id, or the same text by the same user within a second", () => {
  const first = message(4, { content: "Twice", timestamp: at(0) });
  const chat = after(begun(), { type: "incoming", message: first });
  const duplicates = [
    first,
    message(5, { content: "Twice", timestamp: at(1000) }),
    message(5, { content: "Twice", timestamp: at(-1000) }),
  ];
  for (const duplicate of duplicates) {
    const next = after(chat, { type: "incoming", message: duplicate });
    assert.deepEqual(seqs(next), [1, 2, 3, 4]);
    assert.equal(hasGap(next), false);
  }
  const others = [
    message(5, { content: "Twice", timestamp: at(1001) }),
    message(5, { content: "Twice", timestamp: at(0), userId: "grace" }),
    message(5, { content: "twice", timestamp: at(0) }),
  ];
  for (const other of others) {
    assert.deepEqual(seqs(after(chat, { type: "incoming", message: other })), [1, 2, 3, 4, 5]);
  }
});

Deno.test("An ignored duplicate leaves no gap, in whatever order messages arrive", () => {
  const first = message(4, { content: "Twice", timestamp: at(0) });
  const second = message(5, { content: "Twice", timestamp: at(10) });
  const chat = after(begun(), incoming(first), incoming(second), incoming(message(6)));
  assert.deepEqual([seqs(chat), chat.lastSeq, hasGap(chat)], [[1, 2, 3, 4, 6], 6, false]);
  const orders = [[message(6), first, second], [second, message(6), first], [message(6), second, first]];
  for (const order of orders) {
    const early = after(begun(), ...order.map(incoming));
    assert.deepEqual([seqs(early), early.lastSeq, hasGap(early)], [[1, 2, 3, 4, 6], 6, false]);
  }
});

Deno.test("The reader may send the same text twice within a second: one's own pending message is no duplicate", () => {
  const chat = after(
    begun(),
    { type: "sending", pending: draft("g1") },
    { type: "sending", pending: draft("g2") },
    incoming(message(4, { content: "ok", userId: "grace", clientId: "g1", timestamp: at(0) })),
    incoming(message(5, { content: "ok", userId: "grace", clientId: "g2", timestamp: at(10) })),
  );
  assert.deepEqual([chat.pending, seqs(chat)], [[], [1, 2, 3, 4, 5]]);
});

Deno.test("What comes after a gap is not shown until the missing messages have come", () => {
  const gap = after(begun(), incoming(message(6)), incoming(message(5)), incoming(message(5)));
  assert.deepEqual([seqs(gap), gap.lastSeq, hasGap(gap)], [[1, 2, 3], 3, true]);
  const closings = [incoming(message(4)), { type: "history" as const, messages: messages(4, 6) }];
  for (const closing of closings) {
    const closed = after(gap, closing);
    assert.deepEqual([seqs(closed), closed.lastSeq, hasGap(closed)], [[1, 2, 3, 4, 5, 6], 6, false]);
  }
  const half = after(gap, incoming(message(8)), { type: "history", messages: [message(4)] });
  assert.deepEqual([seqs(half), hasGap(half)], [[1, 2, 3, 4, 5, 6], true]);
});

Deno.test("In whatever order messages arrive, each is shown once, after those before it", () => {
  for (const order of permutations([4, 5, 6, 7])) {
    let chat = begun();
    for (const seq of order) {
      const before = seqs(chat);
      chat = after(chat, incoming(message(seq)), incoming(message(order[0])));
      assert.deepEqual(seqs(chat).slice(0, before.length), before);
    }
    assert.deepEqual([seqs(chat), hasGap(chat)], [[1, 2, 3, 4, 5, 6, 7], false], `${order}`);
  }
});

Deno.test("A reader's own message that is ahead of another stays pending below it, and cannot fail any more", () => {
  const stored = message(5, { clientId: "g1", userId: "grace" });
  const sending = after(
    begun(),
    { type: "sending", pending: draft("g1") },
    { type: "sending", pending: draft("g2") },
  );
  for (const type of ["acknowledged", "incoming"] as const) {
    const early = after(sending, { type, message: stored }, { type: "failed", clientId: "g1" });
    assert.deepEqual([seqs(early), idsOf(early.pending), early.returned], [[1, 2, 3], ["g1", "g2"], []]);
    const placed = after(early, incoming(message(4)));
    assert.deepEqual([seqs(placed), idsOf(placed.pending)], [[1, 2, 3, 4, 5], ["g2"]]);
  }
});

Deno.test("A pending message that turns out to be stored further up is confirmed, and not shown among the latest", () => {
  const chat = after(initialChat(messages(51, 100), true), { type: "resumed", pending: [draft("g1")], returned: [] });
  const confirmed = after(chat, { type: "acknowledged", message: message(7, { clientId: "g1", userId: "grace" }) });
  assert.deepEqual([seqs(confirmed), confirmed.pending, hasGap(confirmed)], [range(51, 100), [], false]);
});

Deno.test("A history that nobody asked for adds what is missing, and nothing else", () => {
  const duplicate = message(4, { content: "message 3", timestamp: at(3 * 60_000) });
  const chat = after(begun(), incoming(duplicate), incoming(message(7)));
  const history: ChatAction = { type: "history", messages: messages(2, 7) };
  assert.deepEqual([seqs(chat), chat.lastSeq], [[1, 2, 3], 4]);
  for (const known of [after(chat, history), after(chat, history, history)]) {
    assert.deepEqual([seqs(known), hasGap(known)], [[1, 2, 3, 5, 6, 7], false]);
  }
  const far = after(chat, { type: "history", messages: messages(9, 12) });
  assert.deepEqual([seqs(far), hasGap(far)], [[1, 2, 3], true]);
});

Deno.test("A chat that began empty has a gap when the first history begins later", () => {
  const chat = after(initialChat([], false), { type: "history", messages: messages(21, 70) });
  assert.deepEqual([seqs(chat), chat.lastSeq, hasGap(chat)], [[], 0, true]);
  const whole = after(chat, { type: "history", messages: messages(1, 70) });
  assert.deepEqual([seqs(whole), hasGap(whole)], [range(1, 70), false]);
});

Deno.test("History confirms what is pending, adds what is new and keeps the order", () => {
  const chat = after(
    begun(),
    { type: "sending", pending: draft("g1") },
    { type: "sending", pending: draft("g2") },
    { type: "history", messages: [message(3), message(4, { clientId: "g1" }), message(5)] },
  );
  assert.deepEqual([seqs(chat), chat.pending.map(({ clientId }) => clientId)], [[1, 2, 3, 4, 5], ["g2"]]);
});

Deno.test("Older history goes before the rest and says whether there is more", () => {
  const chat = initialChat(messages(101, 150), true);
  const older = after(chat, { type: "history", messages: messages(51, 100), hasOlder: true });
  assert.deepEqual([seqs(older), older.hasOlder, older.lastSeq], [range(51, 150), true, 150]);
  const oldest = after(older, { type: "history", messages: messages(1, 50), hasOlder: false });
  assert.deepEqual([seqs(oldest), oldest.hasOlder], [range(1, 150), false]);
  assert.equal(after(oldest, incoming(message(151))).hasOlder, false);
});

// spec: 4.11
Deno.test("A change of the connection changes nothing else", () => {
  const chat = after(begun(), { type: "connection", connection: "joined" });
  assert.deepEqual(chat, { ...begun(), connection: "joined" });
});

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const seqs = ({ messages }: ChatState) => messages.map(({ seq }) => seq);
const idsOf = (pending: Pending[]) => pending.map(({ clientId }) => clientId);
const permutations = (numbers: number[]): number[][] =>
  numbers.length === 0
    ? [[]]
    : numbers.flatMap((first) => permutations(numbers.filter((one) => one !== first)).map((rest) => [first, ...rest]));
const at = (milliseconds: number) => new Date(Date.UTC(1843, 6, 1) + milliseconds).toISOString();
const incoming = (message: Message): ChatAction => ({ type: "incoming", message });
const after = (chat: ChatState, ...actions: ChatAction[]) => actions.reduce(chatReducer, chat);
const draft = (clientId: string) => ({ clientId, content: "ok", timestamp: at(0) });
const begun = () => initialChat(messages(1, 3), false);
const messages = (from: number, to: number) => range(from, to).map((seq) => message(seq));

/** A message of Ada's, each a minute after the one before. */
function message(seq: number, more: Partial<Message> = {}): Message {
  return {
    id: `m${seq}`,
    content: `message ${seq}`,
    groupId: "engine",
    userId: "ada",
    username: "ada",
    timestamp: at(seq * 60_000),
    seq,
    clientId: null,
    ...more,
  };
}
