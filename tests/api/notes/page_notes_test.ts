/** The note of a reader for a page, which is theirs alone until they share it. */
import assert from "node:assert/strict";
import { notesServerTexts, notesTexts } from "../../../server/contract/notes/texts.ts";
import type { Person } from "../../support/app.ts";
import { type Options, startReading } from "../../support/cast.ts";
import { inScene } from "../../support/in_scene.ts";

async function withNotes(options?: Options) {
  const app = await startReading(options, { pageCount: 65 });
  const { call, path, bookId } = app;
  return {
    ...app,
    read: async (as: Person, page: unknown = 7) => await call("GET", `${path}/notes/${page}`, as),
    save: (as: Person, content: unknown, more: Record<string, unknown> = {}, page: unknown = 7) =>
      call("POST", `${path}/notes/${page}`, as, { content, pageNumber: page, bookId, ...more }),
  };
}

const test = inScene(withNotes);

test("a page has one note of each reader, for its writer only, empty until it is written and once it is blank, and theirs again after they were out", async (app) => {
  const { ada, grace } = app;
  const empty = { content: "", pageNumber: 7, bookId: app.bookId, updatedAt: null, shared: false };
  assert.deepEqual((await app.read(ada)).body, empty);
  const { status, body } = await app.save(ada, "Note G");
  assert.deepEqual([status, body.message, body.note.content], [200, "Note saved successfully", "Note G"]);
  assert.match(body.note.updatedAt, /^\d{4}-\d\d-\d\dT/);
  await app.save(grace, "also mine");
  assert.deepEqual((await app.read(ada)).body, body.note);
  assert.deepEqual((await app.read(ada, 8)).body, { ...empty, pageNumber: 8 });
  for (const _ of [1, 2]) assert.deepEqual((await app.save(ada, "  \n\t ")).body.note, empty);
  await app.call("DELETE", `${app.here}/members/${grace.id}`, ada);
  for (const answer of [await app.read(grace), await app.save(grace, "")]) assert.equal(answer.status, 404);
  await app.call("POST", `${app.here}/members`, ada, { userId: grace.id });
  assert.equal((await app.read(grace)).body.content, "also mine");
});

test("a note's page is within the book, and page and book are those of its address", async ({ ada, read, save }) => {
  const wrong = { "-1": "Please enter a valid page number", "1.5": "Please enter a valid page number" };
  const beyond = { 66: "Page number cannot exceed the book's total pages (65)" };
  for (const [page, message] of Object.entries({ ...wrong, ...beyond })) {
    for (const { status, body } of [await read(ada, page), await save(ada, "x", {}, page)]) {
      assert.deepEqual([status, body.message], [400, message]);
    }
  }
  for (const page of [0, 65]) assert.equal((await save(ada, "x", {}, page)).status, 200);
  for (const more of [{ pageNumber: 8 }, { bookId: "other" }]) {
    const { status, body } = await save(ada, "x", more);
    assert.deepEqual([status, body.message], [400, notesServerTexts.mismatch]);
  }
  for (const more of [{ pageNumber: undefined }, { bookId: undefined }]) {
    assert.equal((await save(ada, "x", more)).status, 400);
  }
  assert.equal((await save(ada, "x", { pageNumber: "7" })).status, 200);
});

Deno.test("saving a note based on an older or removed version is a conflict that overwrites nothing; without a base the last save wins", async () => {
  const now = Date.parse("2030-01-01");
  await using app = await withNotes({ clock: () => now });
  const { ada } = app;
  const first = (await app.save(ada, "one", { baseUpdatedAt: null })).body.note;
  const second = (await app.save(ada, "two", { baseUpdatedAt: first.updatedAt })).body.note;
  assert.ok(second.updatedAt > first.updatedAt, "versions differ even within a millisecond");
  const stale = [["mine", first.updatedAt], ["mine", null], ["", first.updatedAt], ["mine", ""]];
  for (const [content, baseUpdatedAt] of stale) {
    const { status, body } = await app.save(ada, content, { baseUpdatedAt });
    assert.deepEqual([status, body.code, body.message], [409, "note_changed", notesTexts.conflict]);
    assert.deepEqual(body.note, second);
  }
  assert.deepEqual((await app.read(ada)).body, second);
  assert.equal((await app.save(ada, "", { baseUpdatedAt: second.updatedAt })).status, 200);
  const { status, body } = await app.save(ada, "three", { baseUpdatedAt: second.updatedAt });
  assert.deepEqual([status, body.note.content, body.note.updatedAt], [409, "", null]);
  for (const content of ["four", "five"]) assert.equal((await app.save(ada, content)).status, 200);
  assert.equal((await app.read(ada)).body.content, "five");
});

test("of ten simultaneous saves based on one version, one succeeds", async ({ save, ada, read }) => {
  const { updatedAt: baseUpdatedAt } = (await save(ada, "start")).body.note;
  const saves = Array.from({ length: 10 }, (_, n) => save(ada, `window ${n}`, { baseUpdatedAt }));
  const answers = await Promise.all(saves);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)]);
  const winner = answers.find(({ status }) => status === 200)!;
  assert.deepEqual((await read(ada)).body, winner.body.note);
});
