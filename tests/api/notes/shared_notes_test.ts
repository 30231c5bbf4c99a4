import assert from "node:assert/strict";
import { countBeside } from "../../../db/reading/margin.ts";
import type { NoteAnswer, SharedNote } from "../../../server/contract/notes/shapes.ts";
import { turn } from "../../../server/contract/reading/limits.ts";
import type { Person } from "../../support/app.ts";
import { until } from "../../support/operate.ts";
import { readTogether } from "../../support/readers.ts";
import { codeOf } from "../../support/requests.ts";
import { connect } from "../../support/socket.ts";
import { inScene } from "../../support/in_scene.ts";

async function withSharing(clock?: () => number) {
  const app = await readTogether(clock);
  const { call, bookId, ada } = app;
  const at = (page: number | string) => `/books/${bookId}/notes/${page}`;
  return {
    ...app,
    /** Shares a note of Ada's. @returns its id */
    shareOne: async (page: number): Promise<string> => {
      await app.share(ada, page);
      return (await app.listNotes(ada)).notes[0].id;
    },
    write: (page: number, content: string) => call("POST", at(page), ada, { content, pageNumber: page, bookId }),
    setShared: (as: Person, page: number | string, shared: boolean) =>
      call("PUT", `${at(page)}/sharing`, as, { shared }),
    answer: (as: Person, id: string, content: unknown, more = {}) =>
      call("POST", `/notes/${id}/answers`, as, { content, ...more }),
    removeAnswer: async (as: Person, id: string, answerId: string) =>
      (await call("DELETE", `/notes/${id}/answers/${answerId}`, as)).status,
    contents: async (as: Person, query = ""): Promise<string[]> =>
      (await app.listNotes(as, query)).notes.map(({ content }: SharedNote) => content),
    notices: async () => (await call("GET", "/notices", ada)).body.notices,
  };
}

const test = inScene(withSharing);

test("a note is its writer's alone until they share it, and again once they stop or have left the group", async (app) => {
  const { ada, grace, mallory } = app;
  await app.turnTo(grace, 50);
  await app.write(7, "Note G");
  const none = { notes: [], ahead: 0, hasMore: false };
  assert.deepEqual(await app.listNotes(grace), none);
  const refused = [[grace, 7], [ada, 8], [mallory, 7], [ada, "x"]] as const;
  const codes = ["404 note_not_found", "404 note_not_found", "404 book_not_found", "400 invalid_input"];
  for (const [n, [as, page]] of refused.entries()) assert.equal(codeOf(await app.setShared(as, page, true)), codes[n]);
  const shared = await app.setShared(ada, 7, true);
  assert.deepEqual([shared.status, shared.body.message], [200, "Your note is shared."]);
  const [note] = (await app.listNotes(grace)).notes;
  assert.deepEqual([note.content, note.pageNumber, note.user.username, note.answers], ["Note G", 7, "ada", []]);
  assert.equal("email" in note.user, false);
  await app.setShared(ada, 7, false);
  assert.deepEqual([await app.contents(grace), await app.contents(ada)], [[], []]);
  for (const page of [2, 90]) await app.share(grace, page);
  await app.turnTo(ada, 50);
  const { notes, ahead } = await app.listNotes(ada);
  assert.deepEqual([notes.length, ahead], [1, 1]);
  await app.call("DELETE", `/groups/${app.group.id}/members/${grace.id}`, ada);
  assert.deepEqual(await app.listNotes(ada), none);
});

Deno.test("a shared note waits, counted and unread, until a reader has reached its page, in their own copy", async () => {
  let now = Date.now();
  await using app = await withSharing(() => now);
  const { ada, grace, barbara, bookId } = app;
  for (const page of [0, 10, 20, 21, 80]) await app.share(ada, page);
  await app.turnTo(grace, 20);
  assert.deepEqual(await app.contents(grace), ["ada at 20", "ada at 10", "ada at 0"]);
  assert.equal((await app.listNotes(grace)).ahead, 2);
  assert.deepEqual([await app.contents(grace, "&page=21"), await app.contents(grace, "&page=20")], [[], ["ada at 20"]]);
  await app.call("PUT", `/books/${bookId}/progress`, barbara, { page: 41 });
  const { notes, ahead } = await app.listNotes(barbara);
  assert.deepEqual([notes.map(({ pageNumber }: SharedNote) => pageNumber), ahead], [[40, 20, 0], 2]);
  for (const [page, contents] of [[40, ["ada at 20"]], [10, []], [0, ["ada at 0"]]] as const) {
    assert.deepEqual(await app.contents(barbara, `&page=${page}`), contents);
  }
  const at = async (page: number) => codeOf(await app.call("GET", `/books/${bookId}/notes?page=${page}`, barbara));
  assert.deepEqual([await at(200), await at(201)], ["200", "400 page_beyond_end"]);
  // Turning back later than ten minutes does not take back what was reached.
  await app.turnTo(grace, 100);
  now += turn.takenBackWithin + 1;
  await app.turnTo(grace, 3);
  assert.equal((await app.contents(grace)).length, 5);
  // One's own are shown wherever they are.
  assert.deepEqual([(await app.contents(ada)).length, (await app.listNotes(ada)).ahead], [5, 0]);
});

test("the list comes in parts, the last page first, of as many of the longest notes as are read at once, each once", async (app) => {
  const { ada, grace } = app;
  for (let page = 1; page <= 36; page++) {
    await app.share(ada, page, page > 22 ? `${page} `.padEnd(20_000, "x") : `${page}`);
  }
  await app.turnTo(grace, 100);
  const parts: number[][] = [];
  let before = "";
  for (let more = true; more;) {
    const { notes, hasMore } = await app.listNotes(grace, before);
    parts.push(notes.map(({ pageNumber }: SharedNote) => pageNumber));
    before = `&before=${notes.at(-1).id}`;
    more = hasMore;
  }
  assert.ok(parts[0].length > 0 && parts[0].length <= 10 && parts.some(({ length }) => length === 20));
  assert.deepEqual(parts.flat(), Array.from({ length: 36 }, (_, n) => 36 - n));
});

test("readers who see a shared note answer it, once for each client id and a hundred times at most, and nobody else does", async (app) => {
  const { ada, grace, barbara, mallory } = app;
  const id = await app.shareOne(40);
  await app.turnTo(barbara, 39);
  for (const outsider of [mallory, grace, barbara]) {
    assert.equal(codeOf(await app.answer(outsider, id, "too early")), "404 note_not_found");
  }
  await app.turnTo(barbara, 40);
  const { status, body } = await app.answer(barbara, id, "  I see it  ");
  assert.deepEqual([status, body.answer.content, body.answer.user.username], [201, "I see it", "barbara"]);
  for (const wrong of [" \n ", "x".repeat(4001)]) assert.equal((await app.answer(ada, id, wrong)).status, 400);
  const clientId = crypto.randomUUID();
  const same = await Promise.all([1, 2, 3].map(() => app.answer(ada, id, "Thank you", { clientId })));
  assert.deepEqual(same.map(({ status }) => status), [201, 201, 201]);
  assert.equal(new Set(same.map(({ body }) => body.answer.id)).size, 1);
  const answers: NoteAnswer[] = (await app.listNotes(barbara)).notes[0].answers;
  assert.deepEqual(answers, [body.answer, same[0].body.answer]);
  for (let n = 3; n <= 100; n++) assert.equal((await app.answer(ada, id, `Answer ${n}`)).status, 201);
  assert.equal(codeOf(await app.answer(ada, id, "One more")), "400 too_many_answers");
});

test("notes and answers of people whom a reader has blocked are neither shown to that reader nor counted", async (app) => {
  const { ada, grace, barbara, bookId, call } = app;
  for (const page of [5, 7, 80]) await app.share(grace, page);
  const [, { id: theirs }] = (await app.listNotes(grace)).notes;
  const id = await app.shareOne(6);
  for (const reader of [grace, barbara]) await app.turnTo(reader, 50);
  for (const reader of [grace, barbara]) await app.answer(reader, id, `From ${reader.username}`);
  const counted = () =>
    countBeside(app.deps.db, barbara.id, { bookId, from: -1, to: 1e9, firstPage: 0, lastPage: 100, reachedPage: 50 });
  assert.deepEqual([(await app.listNotes(barbara)).ahead, await counted()], [1, 3]);
  await call("PUT", `/users/${grace.id}/block`, barbara);
  const { notes, ahead } = await app.listNotes(barbara);
  const answersIn = (note: SharedNote) => note.answers.map(({ content }) => content);
  assert.deepEqual([notes.map(({ id }: SharedNote) => id), ahead, await counted()], [[id], 0, 1]);
  assert.deepEqual(answersIn(notes[0]), ["From barbara"]);
  assert.equal(codeOf(await app.answer(barbara, theirs, "Still?")), "404 note_not_found");
  assert.deepEqual(answersIn((await app.listNotes(ada)).notes[0]), ["From grace", "From barbara"]);
});

test("answers wait while their note is not shared, and go with it", async (app) => {
  const { ada, grace } = app;
  const id = await app.shareOne(5);
  await app.turnTo(grace, 5);
  await app.answer(grace, id, "Why?");
  await app.setShared(ada, 5, false);
  for (const as of [grace, ada]) assert.equal((await app.answer(as, id, "Still?")).status, 404);
  // Saving it again changes neither its id nor whether it is shared.
  await app.setShared(ada, 5, true);
  await app.write(5, "Second");
  const [again] = (await app.listNotes(grace)).notes;
  assert.deepEqual([again.id, again.content, again.answers.length], [id, "Second", 1]);
  await app.write(5, "");
  assert.deepEqual(await app.contents(grace), []);
  await app.share(ada, 5, "Third");
  assert.deepEqual((await app.listNotes(grace)).notes[0].answers, []);
});

test("an answer is removed by its writer, also when they have left, or the note's, and by nobody else", async (app) => {
  const { ada, grace, barbara, mallory } = app;
  const id = await app.shareOne(1);
  for (const reader of [grace, barbara]) await app.turnTo(reader, 1);
  const [one, two, three] = [
    await app.answer(grace, id, "One"),
    await app.answer(grace, id, "Two"),
    await app.answer(grace, id, "Three"),
  ].map(({ body }) => body.answer.id);
  for (const other of [mallory, barbara]) assert.equal(await app.removeAnswer(other, id, one), 404);
  for (const status of [200, 404]) assert.equal(await app.removeAnswer(grace, id, one), status);
  assert.equal(await app.removeAnswer(ada, id, two), 200);
  await app.call("DELETE", `/groups/${app.group.id}/members/${grace.id}`, ada);
  assert.equal(await app.removeAnswer(grace, id, three), 200);
  assert.deepEqual((await app.listNotes(ada)).notes[0].answers, []);
});

test("a note's writer is notified of an answer without its text, unless they want none of the group; the notice goes with the answer or the note", async (app) => {
  const { ada, grace, group } = app;
  using socket = await connect(app.url, ada.token);
  const id = await app.shareOne(1);
  await app.turnTo(grace, 1);
  await app.answer(ada, id, "my own");
  const { body: { answer } } = await app.answer(grace, id, "a secret thought");
  await until(async () => (await app.notices()).length === 1);
  const [notice] = await app.notices();
  assert.equal(notice.text, "Grace answered your note in “Sketch”");
  assert.match(notice.url, /\?tab=notes#note-/);
  await app.call("PUT", `/groups/${group.id}/notify`, ada, { level: "none" });
  await app.answer(grace, id, "unheard");
  await app.call("PUT", `/groups/${group.id}/notify`, ada, { level: "all" });
  for (const content of ["two", "three"]) await app.answer(grace, id, content);
  for (let n = 0; n < 3; n++) await socket.next("notice");
  assert.equal((await app.notices()).length, 3);
  await app.removeAnswer(grace, id, answer.id);
  assert.deepEqual(await socket.next("noticesRead"), { unread: 2, ids: [], gone: true });
  await app.write(1, "");
  assert.deepEqual(await socket.next("noticesRead"), { unread: 0, ids: [], gone: true });
  assert.deepEqual(await app.notices(), []);
});
