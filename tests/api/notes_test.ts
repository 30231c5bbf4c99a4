import assert from "node:assert/strict";
import { type Answer, type Person, startApp } from "../support/app.ts";
import { notesServerTexts, notesTexts } from "../../server/contract/notes/texts.ts";
import { validationTexts } from "../../server/contract/site/texts.ts";

/** A running app with a book of 65 pages in Ada's group, which Grace is in and Mallory is not. */
async function withBook(clock?: () => number) {
  const app = await startApp({ clock });
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const circle = await app.group(ada, grace);
  const added = await app.call("POST", `/books/groups/${circle.id}/books`, ada, { title: "Sketch", pageCount: 65 });
  const bookId: string = added.body.book.id;
  const at = (page: unknown, id = bookId) => `/books/${id}/notes/${page}`;
  const read = (as: Person | null, page: unknown = 7) => app.call("GET", at(page), as);
  const save = (as: Person | null, content: unknown, more: Record<string, unknown> = {}, page: unknown = 7) =>
    app.call("POST", at(page), as, { content, pageNumber: page, bookId, ...more });
  return { ...app, ada, grace, mallory, circle, bookId, at, read, save };
}

const statusAndMessage = ({ status, body }: Answer<{ message: string }>) => [status, body.message];

// spec: 3.7, 7.14
Deno.test("a page without a note answers with empty content", async () => {
  await using app = await withBook();
  const empty = { content: "", pageNumber: 7, bookId: app.bookId, updatedAt: null, shared: false };
  assert.deepEqual((await app.read(app.ada)).body, empty);
  const { status, body } = await app.save(app.ada, "Note G");
  assert.deepEqual([status, body.message], [200, "Note saved successfully"]);
  assert.deepEqual((await app.read(app.ada)).body, body.note);
  assert.equal(body.note.content, "Note G");
  assert.match(body.note.updatedAt, /^\d{4}-\d\d-\d\dT/);
  assert.deepEqual((await app.read(app.ada, 8)).body, { ...empty, pageNumber: 8 });
});

// spec: 1.10, 3.7, 6.5
Deno.test("a note is visible to its writer only", async () => {
  await using app = await withBook();
  await app.save(app.ada, "mine");
  await app.save(app.grace, "also mine");
  assert.equal((await app.read(app.ada)).body.content, "mine");
  assert.equal((await app.read(app.grace)).body.content, "also mine");
});

Deno.test("note calls answer 401 without a session and 404 to Mallory", async () => {
  await using app = await withBook();
  for (const answer of [await app.read(null), await app.save(null, "x")]) assert.equal(answer.status, 401);
  for (
    const answer of [await app.read(app.mallory), await app.save(app.mallory, "x"), await app.save(app.mallory, "")]
  ) {
    assert.deepEqual(statusAndMessage(answer), [404, "Book not found"]);
  }
  const elsewhere = await app.call("GET", app.at(7, "nowhere"), app.ada);
  assert.deepEqual(statusAndMessage(elsewhere), [404, "Book not found"]);
});

Deno.test("a removed member can neither read nor remove their note", async () => {
  await using app = await withBook();
  await app.save(app.grace, "mine");
  await app.call("DELETE", `/groups/${app.circle.id}/members/${app.grace.id}`, app.ada);
  for (const answer of [await app.read(app.grace), await app.save(app.grace, "")]) assert.equal(answer.status, 404);
  await app.call("POST", `/groups/${app.circle.id}/members`, app.ada, { userId: app.grace.id });
  assert.equal((await app.read(app.grace)).body.content, "mine");
});

Deno.test("empty or blank content removes the note", async () => {
  await using app = await withBook();
  for (const content of ["", "  \n\t "]) {
    await app.save(app.ada, "something");
    const { status, body } = await app.save(app.ada, content);
    assert.deepEqual([status, body.note.content, body.note.updatedAt], [200, "", null]);
    assert.equal((await app.read(app.ada)).body.updatedAt, null);
  }
  assert.equal((await app.save(app.ada, "")).status, 200);
});

Deno.test("a note is stored with line breaks and blanks, without control characters", async () => {
  await using app = await withBook();
  const typed = "  1. Bernoulli\r\n\t\u0000\u0007B₇ = −1/30 \ud83e\udd4a\n";
  const { body } = await app.save(app.ada, typed);
  assert.equal(body.note.content, "  1. Bernoulli\n\tB₇ = −1/30 \ud83e\udd4a\n");
});

Deno.test("a note has at most 20,000 characters", async () => {
  await using app = await withBook();
  assert.equal((await app.save(app.ada, "x".repeat(20_000))).status, 200);
  assert.deepEqual(statusAndMessage(await app.save(app.ada, "x".repeat(20_001))), [
    400,
    validationTexts.tooLong(20_000),
  ]);
  for (const content of [undefined, null, 5, {}]) assert.equal((await app.save(app.ada, content)).status, 400);
});

Deno.test("the page must be within the book, in the URL and in the note", async () => {
  await using app = await withBook();
  for (const page of ["-1", "1.5", "seven", "%20"]) {
    assert.deepEqual(statusAndMessage(await app.read(app.ada, page)), [400, "Please enter a valid page number"]);
    assert.deepEqual(statusAndMessage(await app.save(app.ada, "x", {}, page)), [
      400,
      "Please enter a valid page number",
    ]);
  }
  const beyond = [400, "Page number cannot exceed the book's total pages (65)"];
  for (const answer of [await app.read(app.ada, 66), await app.save(app.ada, "x", {}, 66)]) {
    assert.deepEqual(statusAndMessage(answer), beyond);
  }
  for (const page of [0, 65]) assert.equal((await app.save(app.ada, "x", {}, page)).status, 200);
});

Deno.test("a note for another book or page than its URL is refused", async () => {
  await using app = await withBook();
  for (const more of [{ pageNumber: 8 }, { bookId: "other" }, { pageNumber: undefined }, { bookId: undefined }]) {
    assert.equal((await app.save(app.ada, "x", more)).status, 400);
  }
  assert.equal((await app.save(app.ada, "x", { pageNumber: "7" })).status, 200);
  const answer = await app.call("POST", app.at(7), app.ada, { content: "x", pageNumber: 8, bookId: app.bookId });
  assert.deepEqual(statusAndMessage(answer), [400, notesServerTexts.mismatch]);
});

Deno.test("saving a note based on an older version is a conflict and overwrites nothing", async () => {
  const now = Date.parse("2030-01-01");
  await using app = await withBook(() => now);
  const first = (await app.save(app.ada, "one", { baseUpdatedAt: null })).body.note;
  const second = (await app.save(app.ada, "two", { baseUpdatedAt: first.updatedAt })).body.note;
  assert.ok(second.updatedAt > first.updatedAt, "versions differ even within a millisecond");
  for (
    const [content, baseUpdatedAt] of [["mine", first.updatedAt], ["mine", null], ["", first.updatedAt], ["mine", ""]]
  ) {
    const { status, body } = await app.save(app.ada, content, { baseUpdatedAt });
    assert.deepEqual([status, body.code, body.message], [409, "note_changed", notesTexts.conflict]);
    assert.deepEqual(body.note, second);
  }
  assert.deepEqual((await app.read(app.ada)).body, second);
  assert.equal((await app.save(app.ada, "", { baseUpdatedAt: second.updatedAt })).status, 200);
});

Deno.test("saving a note based on a removed version is a conflict too", async () => {
  await using app = await withBook();
  const { note } = (await app.save(app.ada, "one")).body;
  await app.save(app.ada, "");
  const { status, body } = await app.save(app.ada, "two", { baseUpdatedAt: note.updatedAt });
  assert.deepEqual([status, body.note.content, body.note.updatedAt], [409, "", null]);
});

Deno.test("without a base version the last save wins", async () => {
  await using app = await withBook();
  for (const content of ["one", "two"]) assert.equal((await app.save(app.ada, content)).status, 200);
  assert.equal((await app.read(app.ada)).body.content, "two");
  for (const baseUpdatedAt of ["yesterday", 5]) {
    assert.equal((await app.save(app.ada, "x", { baseUpdatedAt })).status, 400);
  }
});

Deno.test("of ten simultaneous saves based on one version, one succeeds", async () => {
  await using app = await withBook();
  const { note } = (await app.save(app.ada, "start")).body;
  const saves = Array.from(
    { length: 10 },
    (_, n) => app.save(app.ada, `window ${n}`, { baseUpdatedAt: note.updatedAt }),
  );
  const answers = await Promise.all(saves);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)]);
  const winner = answers.find(({ status }) => status === 200)!;
  assert.deepEqual((await app.read(app.ada)).body, winner.body.note);
});
