import assert from "node:assert/strict";
import { isRepeated, sendProblem, sentAs, textOf } from "../../islands/chat/state/pending.ts";
import { type ChatAction, chatReducer } from "../../islands/chat/state/store.ts";
import {
  type ChatState,
  firstNew,
  hasGap,
  initialChat,
  isMissingOnly,
  lastSeqOf,
  type Pending,
} from "../../islands/chat/state/state.ts";
import type { Message, MessageFile } from "../../server/contract/chat/shapes.ts";
import { at, draft, message, messages, range } from "./messages.ts";

Deno.test("A chat begins with the rendered messages, complete up to the last of them, and a change of the connection changes nothing else", () => {
  const chat = rendered(51, 100);
  assert.deepEqual([chat.connection, lastSeqOf(chat), chat.hasOlder, hasGap(chat)], ["connecting", 100, true, false]);
  assert.equal(lastSeqOf(rendered(1, 0)), 0);
  const joined = after(begun(), { type: "connection", connection: "joined" });
  assert.deepEqual(joined, { ...begun(), connection: "joined" });
});

Deno.test("A sent message is pending until it is acknowledged, and is then in its place once", () => {
  const sending = after(begun(), { type: "sending", pending: draft("g1") });
  assert.deepEqual(sending.pending, [draft("g1")]);
  assert.deepEqual(seqs(sending), [1, 2, 3]);
  const stored = message(4, { clientId: "g1", userId: "grace" });
  const orders: ChatAction[][] = [
    [acknowledged(stored), incoming(stored)],
    [incoming(stored), acknowledged(stored)],
    [{ type: "changes", messages: [stored] }, acknowledged(stored)],
  ];
  for (const actions of orders) {
    const chat = after(sending, ...actions);
    assert.deepEqual([chat.pending, seqs(chat), lastSeqOf(chat)], [[], [1, 2, 3, 4], 4]);
  }
});

Deno.test("A failed message is no longer pending, nor is one of an earlier page that has arrived; the others are", () => {
  const chat = after(
    begun(),
    { type: "sending", pending: draft("g1") },
    { type: "sending", pending: draft("g2") },
    { type: "failed", clientId: "g1" },
    { type: "failed", clientId: "g1" },
  );
  assert.deepEqual(idsOf(chat.pending), ["g2"]);
  const resumed = after(
    begun(),
    incoming(message(4, { clientId: "g1", userId: "grace" })),
    { type: "resumed", pending: [draft("g1"), draft("g2")], returned: [] },
  );
  assert.deepEqual(resumed.pending, [draft("g2")]);
  assert.deepEqual(after(resumed, { type: "sending", pending: draft("g1") }).pending, [draft("g2")]);
});

Deno.test("Returned messages are sent again as the same messages, with the time at which that happens; any other text is a new one", () => {
  const [first, second] = [draft("g1", { content: "First" }), draft("g2", { content: "Second\nline" })];
  const returned = after(
    begun(),
    { type: "sending", pending: first },
    { type: "sending", pending: second },
    { type: "failed", clientId: "g1" },
    { type: "failed", clientId: "g2" },
  );
  assert.equal(textOf(returned.returned), "First\nSecond\nline");
  const typed = (content: string) => (draft("g3", { content }));
  assert.deepEqual(sentAs(returned, typed("First\nSecond\nline")), [first, second]);
  for (const other of ["First", "First\nSecond\nline, and more", ""]) {
    assert.deepEqual(sentAs(returned, typed(other)), [typed(other)]);
  }
  const sent = after(returned, { type: "sending", pending: typed("Something else") });
  assert.deepEqual(sentAs(sent, typed("First\nSecond\nline")), [typed("First\nSecond\nline")]);
  const left = after(begun(), { type: "resumed", pending: [], returned: [first] });
  assert.deepEqual(sentAs(left, typed("First")), [first]);
  const dated = after(begun(), { type: "resumed", pending: [], returned: [draft("g1", { timestamp: "" })] });
  assert.deepEqual(sentAs(dated, draft("g2")), [draft("g1")]);
});

Deno.test("A text that is sent again within a second is not; after a second, as a reply, with a file or returned it is", () => {
  const at = (milliseconds: number, more: Partial<Pending> = {}): Pending => ({
    ...draft(`g${milliseconds}`),
    content: "Same",
    timestamp: new Date(5000 + milliseconds).toISOString(),
    ...more,
  });
  const chat = begun();
  assert.equal(isRepeated(chat, at(999), at(0)), true);
  assert.equal(isRepeated(chat, at(0), undefined), false);
  const quote = { id: "m1", seq: 1, username: "ada", excerpt: "" };
  const file = { id: "f1" } as MessageFile;
  const others = [
    at(1000),
    at(-1000),
    at(9, { content: "Other" }),
    at(9, { replyTo: quote }),
    at(9, { files: [file] }),
  ];
  for (const other of others) assert.equal(isRepeated(chat, other, at(0)), false);
  const returned = after(chat, { type: "sending", pending: at(0) }, { type: "failed", clientId: "g0" });
  assert.equal(isRepeated(returned, at(9), at(0)), false);
});

Deno.test("A returned message one of whose files is removed is a new one when it is sent", () => {
  const [kept, removed] = ["f1", "f2"].map((id) => ({ id }) as MessageFile);
  const written = draft("g1", { files: [kept, removed] });
  const resumed = after(begun(), { type: "resumed", pending: [], returned: [written] });
  const changed = draft("g2", { files: [kept] });
  assert.deepEqual(sentAs(resumed, { ...written, clientId: "g2" }), [written]);
  const left = after(resumed, { type: "fileRemoved", id: "f2" });
  assert.deepEqual([sentAs(left, changed), left.returned], [[changed], []]);
  assert.equal(after(resumed, { type: "fileRemoved", id: "f3" }), resumed);
});

Deno.test("An empty or too long message cannot be sent, nor any before the chat is joined", () => {
  const joined = after(begun(), { type: "connection", connection: "joined" });
  assert.equal(sendProblem(joined, draft("g9", { content: "ok" })), undefined);
  assert.equal(sendProblem(joined, draft("g9", { content: "é".normalize("NFD").repeat(4000) })), undefined);
  assert.equal(sendProblem(joined, draft("g9", { content: "" })), "Message cannot be empty");
  assert.equal(
    sendProblem(joined, draft("g9", { content: "x".repeat(4001) })),
    "Please use at most 4,000 characters.",
  );
  assert.equal(sendProblem(begun(), draft("g9")), "Not connected to chat server");
  const long = draft("g1", { content: "x".repeat(4000) });
  const returned = after(joined, { type: "resumed", pending: [], returned: [long, long] });
  assert.equal(sendProblem(returned, draft("g9", { content: textOf(returned.returned) })), undefined);
});

Deno.test("A message that the server took for one sent before is no longer pending, and is shown once", () => {
  const first = message(4, { content: "ok", userId: "grace", clientId: "g1" });
  const chat = after(
    begun(),
    { type: "sending", pending: draft("g1") },
    { type: "sending", pending: draft("g2") },
    acknowledged(first),
  );
  assert.deepEqual(idsOf(chat.pending), ["g2"]);
  const second: ChatAction = { type: "acknowledged", clientId: "g2", message: first };
  assert.deepEqual([after(chat, second).pending, seqs(after(chat, second))], [[], [1, 2, 3, 4]]);
  assert.deepEqual(seqs(after(chat, incoming(first), incoming(first))), [1, 2, 3, 4]);
});

Deno.test("What comes after a gap is not shown until the missing messages have come", () => {
  const gap = after(begun(), incoming(message(6)), incoming(message(5)), incoming(message(5)));
  assert.deepEqual([seqs(gap), lastSeqOf(gap), hasGap(gap)], [[1, 2, 3], 3, true]);
  const closings = [incoming(message(4)), { type: "changes" as const, messages: messages(4, 6) }];
  for (const closing of closings) {
    const closed = after(gap, closing);
    assert.deepEqual([seqs(closed), lastSeqOf(closed), hasGap(closed)], [[1, 2, 3, 4, 5, 6], 6, false]);
  }
  const half = after(gap, incoming(message(8)), { type: "changes", messages: [message(4)] });
  assert.deepEqual([seqs(half), hasGap(half)], [[1, 2, 3, 4, 5, 6], true]);
});

Deno.test("A change that stands for earlier ones leaves no gap; a gap is only of delayed changes as long as nothing else is missing", () => {
  const change = (rev: number, revs: number[] = []): ChatAction => (
    { type: "changes", messages: [message(2, { rev, content: "changed" })], revs }
  );
  const gap = after(begun(), change(6));
  assert.equal(hasGap(gap), true);
  const whole = after(begun(), change(6, [4, 5]));
  assert.deepEqual([hasGap(whole), whole.lastRev, whole.messages[1].content], [false, 6, "changed"]);
  assert.deepEqual([[], [4], [5], [4, 5, 9]].map((revs) => isMissingOnly(gap, revs)), [false, false, false, true]);
  assert.equal(isMissingOnly(after(gap, change(8)), [4, 5]), false);
  assert.equal(isMissingOnly(after(begun(), incoming(message(6))), [4, 5]), false);
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
  for (const arrival of [acknowledged(stored), incoming(stored)]) {
    const early = after(sending, arrival, { type: "failed", clientId: "g1" });
    assert.deepEqual([seqs(early), idsOf(early.pending), early.returned], [[1, 2, 3], ["g1", "g2"], []]);
    const placed = after(early, incoming(message(4)));
    assert.deepEqual([seqs(placed), idsOf(placed.pending)], [[1, 2, 3, 4, 5], ["g2"]]);
  }
});

Deno.test("A pending message that turns out to be stored further up is confirmed, and not shown among the latest", () => {
  const chat = after(rendered(51, 100), { type: "resumed", pending: [draft("g1")], returned: [] });
  const confirmed = after(chat, acknowledged(message(7, { clientId: "g1", userId: "grace" })));
  assert.deepEqual([seqs(confirmed), confirmed.pending, hasGap(confirmed)], [range(51, 100), [], false]);
});

Deno.test("A history that nobody asked for adds what is missing, and nothing else", () => {
  const chat = after(begun(), incoming(message(4)), incoming(message(7)));
  const history: ChatAction = { type: "changes", messages: messages(2, 7) };
  assert.deepEqual([seqs(chat), hasGap(chat)], [[1, 2, 3, 4], true]);
  for (const known of [after(chat, history), after(chat, history, history)]) {
    assert.deepEqual([seqs(known), hasGap(known)], [[1, 2, 3, 4, 5, 6, 7], false]);
  }
  const far = after(chat, { type: "changes", messages: messages(9, 12) });
  assert.deepEqual([seqs(far), hasGap(far)], [[1, 2, 3, 4], true]);
});

Deno.test("A chat that began empty has a gap when what comes first begins later", () => {
  const chat = after(rendered(1, 0), { type: "changes", messages: messages(21, 70) });
  assert.deepEqual([seqs(chat), lastSeqOf(chat), hasGap(chat)], [[], 0, true]);
  const whole = after(chat, { type: "changes", messages: messages(1, 70) });
  assert.deepEqual([seqs(whole), hasGap(whole)], [range(1, 70), false]);
});

Deno.test("What was missed comes in the order of its changes, confirms what is pending, and is shown in the order in which it was written", () => {
  const chat = after(
    begun(),
    { type: "sending", pending: draft("g1") },
    { type: "sending", pending: draft("g2") },
    { type: "changes", messages: [message(3), message(4, { clientId: "g1" }), message(5)], rev: 5 },
  );
  assert.deepEqual([seqs(chat), idsOf(chat.pending)], [[1, 2, 3, 4, 5], ["g2"]]);
  const edited = message(4, { rev: 8, editedAt: at(0) });
  const missed = [message(5), message(6), message(2, { rev: 7, content: "changed" }), edited];
  const whole = after(begun(), { type: "changes", messages: missed, rev: 8 });
  assert.deepEqual([seqs(whole), hasGap(whole), whole.lastRev], [[1, 2, 3, 4, 5, 6], false, 8]);
  assert.equal(whole.messages[1].content, "changed");
  assert.equal(hasGap(after(whole, incoming(message(7, { rev: 9 })))), false);
});

Deno.test("A change that is missing is noticed by its rev, and found among what was missed", () => {
  const chat = after(begun(), incoming(message(4, { rev: 6 })));
  assert.deepEqual([seqs(chat), hasGap(chat), chat.lastRev], [[1, 2, 3, 4], true, 3]);
  const missed = [message(1, { rev: 4, content: "first" }), message(2, { rev: 5, content: "second" })];
  const whole = after(chat, { type: "changes", messages: missed, rev: 5 });
  assert.deepEqual([hasGap(whole), whole.lastRev], [false, 6]);
  assert.deepEqual(whole.messages.slice(0, 2).map(({ content }) => content), ["first", "second"]);
});

Deno.test("Of the states of a message the latest stays, in whatever order they arrive", () => {
  const states = [4, 5, 6, 7].map((rev) => message(2, { rev, content: `state ${rev}` }));
  for (const order of permutations([0, 1, 2, 3])) {
    const chat = after(begun(), ...order.map((index) => incoming(states[index])));
    assert.deepEqual([chat.messages[1].content, chat.lastRev, hasGap(chat)], ["state 7", 7, false], `${order}`);
  }
});

Deno.test("What quotes a message that is edited or deleted quotes it as it is then", () => {
  const quote = { id: "m2", seq: 2, username: "ada", excerpt: "message 2" };
  const chat = after(begun(), incoming(message(4, { replyTo: quote })));
  const excerptAfter = (change: Partial<Message>) =>
    after(chat, incoming(message(2, { rev: 5, ...change }))).messages[3].replyTo!.excerpt;
  assert.equal(excerptAfter({ content: "New\nwords", editedAt: at(0) }), "New words");
  assert.equal(excerptAfter({ content: "", deletedAt: at(0) }), "");
  assert.equal(excerptAfter({ reactions: [{ emoji: "👍", userIds: ["ada"] }] }), "message 2");
});

Deno.test("Older messages go before the rest, and it is known whether there are more", () => {
  const chat = rendered(101, 150);
  const older = after(chat, { type: "older", messages: messages(51, 100), hasMore: true });
  assert.deepEqual([seqs(older), older.hasOlder, lastSeqOf(older)], [range(51, 150), true, 150]);
  const oldest = after(older, { type: "older", messages: messages(1, 50), hasMore: false });
  assert.deepEqual([seqs(oldest), oldest.hasOlder], [range(1, 150), false]);
  assert.equal(after(oldest, incoming(message(151))).hasOlder, false);
});

Deno.test("In a part of the history further up new messages are left out until the reader comes to them", () => {
  const part: ChatAction = { type: "part", messages: messages(10, 20), hasOlder: true, hasNewer: true };
  const chat = after(rendered(51, 100), part, incoming(message(101)));
  assert.deepEqual([seqs(chat), hasGap(chat), chat.hasNewer], [range(10, 20), false, true]);
  const early = after(chat, { type: "newer", messages: messages(21, 100), hasMore: false });
  assert.deepEqual([lastSeqOf(early), early.hasNewer], [100, true], "one has come meanwhile");
  const end = after(early, { type: "newer", messages: [message(101)], hasMore: false });
  assert.deepEqual([seqs(end), end.hasNewer], [range(10, 101), false]);
  assert.deepEqual(seqs(after(end, incoming(message(102)))), range(10, 102));
});

Deno.test("A part of the history that comes after the reader has gone elsewhere is left out: it would leave a hole", () => {
  const older: ChatAction = { type: "older", messages: messages(51, 60), hasMore: true };
  const newer: ChatAction = { type: "newer", messages: messages(63, 64), hasMore: true };
  const latest: ChatAction = { type: "part", messages: messages(900, 901), hasOlder: true, hasNewer: false };
  const linked: ChatAction = { type: "part", messages: messages(10, 11), hasOlder: true, hasNewer: true };
  const shown = after(rendered(61, 62), latest);
  assert.deepEqual([after(shown, older), after(shown, newer)], [shown, shown]);
  assert.deepEqual([after(shown, linked, older), after(shown, linked, newer)], Array(2).fill(after(shown, linked)));
  const twice = after(rendered(61, 62), older, older);
  assert.deepEqual([seqs(twice), twice.hasOlder], [range(51, 62), true]);
});

Deno.test("What changes while a part of the history is on its way is shown as it is then", () => {
  const edited = message(50, { rev: 101, content: "changed", editedAt: at(0) });
  const deleted = message(50, { rev: 102, content: "", deletedAt: at(0) });
  const later = [deleted, edited, message(101, { rev: 103 })];
  const chat = after(rendered(61, 100), ...later.map(incoming));
  const up: ChatAction = { type: "part", messages: messages(1, 20), hasOlder: false, hasNewer: true };
  const shown = [
    after(chat, { type: "older", messages: messages(41, 60), hasMore: true, later }),
    after(chat, up, { type: "newer", messages: messages(21, 60), hasMore: true, later }),
    after(chat, { type: "part", messages: messages(41, 60), hasOlder: true, hasNewer: true, later }),
  ];
  for (const { messages, lastRev } of shown) {
    assert.deepEqual([messages.find(({ seq }) => seq === 50)?.deletedAt, lastRev], [at(0), 103]);
  }
});

Deno.test("What a reader sends while the end is on its way is shown with it, after what it follows", () => {
  const own = message(101, { clientId: "g1", userId: "grace" });
  const up: ChatAction = { type: "part", messages: messages(10, 20), hasOlder: true, hasNewer: true };
  const sent = after(rendered(51, 98), up, { type: "sending", pending: draft("g1") }, acknowledged(own));
  const end = (later: Message[]): ChatAction => (
    { type: "part", messages: messages(99, 100), hasOlder: true, hasNewer: false, later }
  );
  const shown = after(sent, end([own]));
  assert.deepEqual([seqs(shown), shown.hasNewer, shown.pending], [[99, 100, 101], false, []]);
  const ahead = after(sent, end([message(102)]));
  assert.deepEqual([seqs(ahead), ahead.hasNewer, ahead.early], [[99, 100], true, []], "101 is not there yet");
  const newer: ChatAction = { type: "newer", messages: messages(21, 100), hasMore: false, later: [own] };
  assert.deepEqual([seqs(after(sent, newer)), after(sent, newer).hasNewer], [range(10, 101), false]);
});

Deno.test("The line above what is new stands at the first message of others, until the reader writes", () => {
  const own = message(3, { userId: "grace" });
  const chat = initialChat({
    groupId: "engine",
    messages: [...messages(1, 2), own, message(4)],
    rev: 4,
    hasOlder: false,
    newAfter: 2,
  });
  assert.equal(firstNew(chat, "grace")?.seq, 4);
  assert.equal(firstNew(after(chat, { type: "sending", pending: draft("g1") }), "grace"), undefined);
});

Deno.test("What comes while the reader is away is new afterwards, and what comes after that is not", () => {
  const left = after(begun(), { type: "read", seq: 3 }, { type: "left" });
  const back: ChatAction = { type: "back", readerId: "grace" };
  assert.equal(firstNew(after(left, incoming(message(4)), back, incoming(message(5))), "grace")?.seq, 4);
  assert.equal(firstNew(after(left, back, incoming(message(4))), "grace"), undefined);
});

const seqs = ({ messages }: ChatState) => messages.map(({ seq }) => seq);
const idsOf = (pending: Pending[]) => pending.map(({ clientId }) => clientId);
const permutations = (numbers: number[]): number[][] =>
  numbers.length === 0
    ? [[]]
    : numbers.flatMap((first) => permutations(numbers.filter((one) => one !== first)).map((rest) => [first, ...rest]));
const incoming = (message: Message): ChatAction => ({ type: "changes", messages: [message] });
const acknowledged = (message: Message): ChatAction => ({
  type: "acknowledged",
  clientId: message.clientId ?? "",
  message,
});
const after = (chat: ChatState, ...actions: ChatAction[]) => actions.reduce(chatReducer, chat);
const rendered = (from: number, to: number) =>
  initialChat({ groupId: "engine", messages: messages(from, to), rev: to, hasOlder: from > 1 });
const begun = () => rendered(1, 3);
