import assert from "node:assert/strict";
import type { NoteAnswer, SharedNote } from "../../server/contract/notes/shapes.ts";
import { until } from "../support/operate.ts";
import { readTogether } from "../support/readers.ts";
import { connect } from "../support/socket.ts";
import { turn } from "../../server/contract/reading/limits.ts";

const contents = ({ notes }: { notes: SharedNote[] }) => notes.map(({ content }) => content);

Deno.test("a note is its writer's alone until they share it, and again once they stop", async () => {
  await using app = await readTogether();
  const { ada, grace, bookId } = app;
  await app.turnTo(grace, 50);
  const at = `/books/${bookId}/notes/7`;
  await app.call("POST", at, ada, { content: "Note G", pageNumber: 7, bookId });
  assert.deepEqual(await app.listNotes(grace), { notes: [], ahead: 0, hasMore: false });
  const shared = await app.call("PUT", `${at}/sharing`, ada, { shared: true });
  assert.deepEqual([shared.status, shared.body.message], [200, "Your note is shared with the group."]);
  const [note] = (await app.listNotes(grace)).notes;
  assert.deepEqual([note.content, note.pageNumber, note.user.username, note.answers], ["Note G", 7, "ada", []]);
  assert.equal("email" in note.user, false);
  await app.call("PUT", `${at}/sharing`, ada, { shared: false });
  assert.deepEqual((await app.listNotes(grace)).notes, []);
  assert.deepEqual((await app.listNotes(ada)).notes, []);
});

Deno.test("a shared note waits, counted and unread, until a reader has reached its page", async () => {
  let now = Date.now();
  await using app = await readTogether(() => now);
  const { ada, grace } = app;
  for (const page of [10, 20, 21, 80]) await app.share(ada, page);
  await app.turnTo(grace, 20);
  assert.deepEqual(contents(await app.listNotes(grace)), ["ada at 20", "ada at 10"]);
  assert.equal((await app.listNotes(grace)).ahead, 2);
  assert.deepEqual(contents(await app.listNotes(grace, "&page=21")), []);
  assert.deepEqual(contents(await app.listNotes(grace, "&page=20")), ["ada at 20"]);
  // Turning back later than ten minutes does not take back what was reached.
  await app.turnTo(grace, 100);
  now += turn.takenBackWithin + 1;
  await app.turnTo(grace, 3);
  assert.equal((await app.listNotes(grace)).notes.length, 4);
  // One's own are shown wherever they are.
  assert.deepEqual([(await app.listNotes(ada)).notes.length, (await app.listNotes(ada)).ahead], [4, 0]);
});

Deno.test("pages are those of the reader's copy", async () => {
  await using app = await readTogether();
  const { ada, barbara, bookId } = app;
  for (const page of [0, 30, 31]) await app.share(ada, page);
  await app.call("PUT", `/books/${bookId}/progress`, barbara, { page: 61 });
  const { notes, ahead } = await app.listNotes(barbara);
  assert.deepEqual(notes.map(({ pageNumber }: SharedNote) => pageNumber), [60, 0]);
  assert.equal(ahead, 1);
  assert.deepEqual(contents(await app.listNotes(barbara, "&page=60")), ["ada at 30"]);
  assert.deepEqual(contents(await app.listNotes(barbara, "&page=30")), []);
  assert.deepEqual(contents(await app.listNotes(barbara, "&page=0")), ["ada at 0"]);
  assert.equal((await app.call("GET", `/books/${bookId}/notes?page=200`, barbara)).status, 200);
  const beyond = await app.call("GET", `/books/${bookId}/notes?page=201`, barbara);
  assert.deepEqual([beyond.status, beyond.body.code], [400, "page_beyond_end"]);
});

Deno.test("the list comes in parts, the last page first", async () => {
  await using app = await readTogether();
  const { ada, grace } = app;
  for (let page = 1; page <= 23; page++) await app.share(ada, page);
  await app.turnTo(grace, 100);
  const first = await app.listNotes(grace);
  const second = await app.listNotes(grace, `&before=${first.notes.at(-1).id}`);
  assert.deepEqual([first.notes.length, first.hasMore, second.hasMore], [20, true, false]);
  const pages = [...first.notes, ...second.notes].map(({ pageNumber }: SharedNote) => pageNumber);
  assert.deepEqual(pages, Array.from({ length: 23 }, (_, n) => 23 - n));
});

Deno.test("a part has as many of the longest notes as are read at once, and each note comes once", async () => {
  await using app = await readTogether();
  const { ada, grace } = app;
  for (let page = 1; page <= 14; page++) await app.share(ada, page, `${page} `.padEnd(20_000, "x"));
  await app.turnTo(grace, 100);
  const pages: number[] = [];
  let before = "";
  for (let more = true; more;) {
    const { notes, hasMore } = await app.listNotes(grace, before);
    assert.ok(notes.length > 0 && notes.length <= 10);
    pages.push(...notes.map(({ pageNumber }: SharedNote) => pageNumber));
    before = `&before=${notes.at(-1).id}`;
    more = hasMore;
  }
  assert.deepEqual(pages, Array.from({ length: 14 }, (_, n) => 14 - n));
});

Deno.test("who sees a shared note answers it, and nobody else", async () => {
  await using app = await readTogether();
  const { ada, grace, barbara, mallory } = app;
  await app.share(ada, 40);
  const [{ id }] = (await app.listNotes(ada)).notes;
  const answer = (as: typeof ada, content: unknown, more = {}) =>
    app.call("POST", `/notes/${id}/answers`, as, { content, ...more });
  await app.turnTo(barbara, 39);
  for (const outsider of [mallory, grace, barbara]) {
    const { status, body } = await answer(outsider, "too early");
    assert.deepEqual([status, body.code], [404, "note_not_found"]);
  }
  await app.turnTo(barbara, 40);
  const { status, body } = await answer(barbara, "  I see it  ");
  assert.deepEqual([status, body.answer.content, body.answer.user.username], [201, "I see it", "barbara"]);
  assert.equal((await answer(ada, " \n ")).status, 400);
  assert.equal((await answer(ada, "x".repeat(4001))).status, 400);
  assert.equal((await answer(ada, "Thank you")).status, 201);
  const answers: NoteAnswer[] = (await app.listNotes(barbara)).notes[0].answers;
  assert.deepEqual(answers.map(({ content }) => content), ["I see it", "Thank you"]);
  assert.deepEqual(answers[0], body.answer);
});

Deno.test("an answer that is sent again with its client id is there once", async () => {
  await using app = await readTogether();
  const { ada } = app;
  await app.share(ada, 1);
  const [{ id }] = (await app.listNotes(ada)).notes;
  const sent = { content: "Once", clientId: crypto.randomUUID() };
  const answers = await Promise.all([1, 2, 3].map(() => app.call("POST", `/notes/${id}/answers`, ada, sent)));
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.answer.id]),
    [1, 2, 3].map(() => [
      201,
      answers[0].body.answer.id,
    ]),
  );
  assert.equal((await app.listNotes(ada)).notes[0].answers.length, 1);
});

Deno.test("a note has at most a hundred answers", async () => {
  await using app = await readTogether();
  const { ada } = app;
  await app.share(ada, 1);
  const [{ id }] = (await app.listNotes(ada)).notes;
  const answer = (n: number) => app.call("POST", `/notes/${id}/answers`, ada, { content: `Answer ${n}` });
  for (let n = 1; n <= 100; n++) assert.equal((await answer(n)).status, 201);
  const { status, body } = await answer(101);
  assert.deepEqual([status, body.code], [400, "too_many_answers"]);
  assert.equal((await app.listNotes(ada)).notes[0].answers.length, 100);
});

Deno.test("answers wait while their note is not shared, and go with it", async () => {
  await using app = await readTogether();
  const { ada, grace, bookId } = app;
  await app.share(ada, 5, "First");
  await app.turnTo(grace, 5);
  const [{ id }] = (await app.listNotes(grace)).notes;
  await app.call("POST", `/notes/${id}/answers`, grace, { content: "Why?" });
  const at = `/books/${bookId}/notes/5`;
  await app.call("PUT", `${at}/sharing`, ada, { shared: false });
  assert.equal((await app.call("POST", `/notes/${id}/answers`, grace, { content: "Still?" })).status, 404);
  assert.equal((await app.call("POST", `/notes/${id}/answers`, ada, { content: "Still?" })).status, 404);
  // Saving it again changes neither its id nor whether it is shared.
  await app.call("PUT", `${at}/sharing`, ada, { shared: true });
  await app.call("POST", at, ada, { content: "Second", pageNumber: 5, bookId });
  const [again] = (await app.listNotes(grace)).notes;
  assert.deepEqual([again.id, again.content, again.answers.length], [id, "Second", 1]);
  await app.call("POST", at, ada, { content: "", pageNumber: 5, bookId });
  assert.deepEqual((await app.listNotes(grace)).notes, []);
  await app.share(ada, 5, "Third");
  assert.deepEqual((await app.listNotes(grace)).notes[0].answers, []);
});

Deno.test("an answer is removed by its writer or the note's, and by nobody else", async () => {
  await using app = await readTogether();
  const { ada, grace, barbara, mallory } = app;
  await app.share(ada, 1);
  for (const reader of [grace, barbara]) await app.turnTo(reader, 1);
  const [{ id }] = (await app.listNotes(ada)).notes;
  const answer = async (content: string) =>
    (await app.call("POST", `/notes/${id}/answers`, grace, { content })).body.answer.id;
  const [one, two] = [await answer("One"), await answer("Two")];
  const remove = async (as: typeof ada, answerId: string) =>
    (await app.call("DELETE", `/notes/${id}/answers/${answerId}`, as)).status;
  for (const other of [mallory, barbara]) assert.equal(await remove(other, one), 404);
  assert.equal(await remove(grace, one), 200);
  assert.equal(await remove(grace, one), 404);
  assert.equal(await remove(ada, two), 200);
  assert.deepEqual((await app.listNotes(ada)).notes[0].answers, []);
});

Deno.test("only one's own note can be shared, and only where there is one", async () => {
  await using app = await readTogether();
  const { ada, grace, mallory, bookId } = app;
  await app.call("POST", `/books/${bookId}/notes/3`, ada, { content: "mine", pageNumber: 3, bookId });
  const share = async (as: typeof ada, page: number | string = 3) =>
    (await app.call("PUT", `/books/${bookId}/notes/${page}/sharing`, as, { shared: true })).body.code;
  assert.equal(await share(grace), "note_not_found");
  assert.equal(await share(ada, 4), "note_not_found");
  assert.equal(await share(mallory), "book_not_found");
  assert.equal(await share(ada, "x"), "invalid_input");
  assert.equal((await app.call("GET", `/books/${bookId}/notes`, mallory)).status, 404);
  assert.deepEqual((await app.listNotes(ada)).notes, []);
});

Deno.test("what somebody shared is not shown any more once they have left the group", async () => {
  await using app = await readTogether();
  const { ada, grace, group } = app;
  await app.share(grace, 2);
  await app.share(grace, 90);
  await app.turnTo(ada, 50);
  assert.deepEqual([(await app.listNotes(ada)).notes.length, (await app.listNotes(ada)).ahead], [1, 1]);
  await app.call("DELETE", `/groups/${group.id}/members/${grace.id}`, ada);
  assert.deepEqual(await app.listNotes(ada), { notes: [], ahead: 0, hasMore: false });
});

Deno.test("a note's writer is notified of an answer without its text, unless they want none of the group", async () => {
  await using app = await readTogether();
  const { ada, grace, group } = app;
  await app.share(ada, 1);
  await app.turnTo(grace, 1);
  const [{ id }] = (await app.listNotes(ada)).notes;
  const answer = (as: typeof ada) => app.call("POST", `/notes/${id}/answers`, as, { content: "a secret thought" });
  const notices = async () => (await app.call("GET", "/notices", ada)).body.notices;
  await answer(ada);
  await answer(grace);
  await until(async () => (await notices()).length === 1);
  const [notice] = await notices();
  assert.equal(notice.text, "Grace answered your note in “Sketch”");
  assert.match(notice.url, /\?tab=notes#note-/);
  await app.call("PUT", `/groups/${group.id}/notify`, ada, { level: "none" });
  await answer(grace);
  assert.equal((await notices()).length, 1);
});

Deno.test("the notice of an answer goes with the answer, or with the note, in every window", async () => {
  await using app = await readTogether();
  const { ada, grace, bookId } = app;
  using socket = await connect(app.url, ada.token);
  await app.share(ada, 1);
  await app.turnTo(grace, 1);
  const [{ id }] = (await app.listNotes(ada)).notes;
  const answer = async (content: string) =>
    (await app.call("POST", `/notes/${id}/answers`, grace, { content })).body.answer;
  const one = await answer("one");
  for (const content of ["two", "three"]) await answer(content);
  for (let n = 0; n < 3; n++) await socket.next("notice");
  await app.call("DELETE", `/notes/${id}/answers/${one.id}`, grace);
  assert.deepEqual(await socket.next("noticesRead"), { unread: 2, ids: [], gone: true });
  await app.call("POST", `/books/${bookId}/notes/1`, ada, { content: "", pageNumber: 1, bookId });
  assert.deepEqual(await socket.next("noticesRead"), { unread: 0, ids: [], gone: true });
  assert.deepEqual((await app.call("GET", "/notices", ada)).body.notices, []);
});
