import assert from "node:assert/strict";
import { isUnsaved, noteReducer, openNote, unknownNote } from "../../islands/notes/reducer.ts";
import type { Note } from "../../server/contract/notes.ts";

const note = (content: string, updatedAt: string | null): Note => ({
  content,
  updatedAt,
  bookId: "emma",
  pageNumber: 3,
});
const first = note("Handsome, clever, and rich", "2026-01-01T00:00:00.000Z");
const second = note("Badly done, indeed!", "2026-01-02T00:00:00.000Z");

Deno.test("a draft goes before the note it was begun from", () => {
  const state = openNote(first, { content: "Handsome?", base: first.updatedAt });
  assert.equal(state.content, "Handsome?");
  assert.equal(state.conflict, undefined);
  assert.equal(isUnsaved(state), true);
});

Deno.test("a draft meets a note that changed since it was begun", () => {
  const state = openNote(second, { content: "Handsome?", base: first.updatedAt });
  assert.deepEqual([state.content, state.conflict], ["Handsome?", second]);
});

Deno.test("a draft that says what is stored is no draft", () => {
  assert.equal(isUnsaved(openNote(first, { content: first.content, base: null })), false);
});

Deno.test("a save that met another version keeps both texts until the reader has chosen", () => {
  const typed = noteReducer(openNote(first, undefined), { type: "typed", content: "Mine" });
  const met = noteReducer(noteReducer(typed, { type: "saving" }), { type: "conflict", note: second });
  assert.deepEqual([met.content, met.conflict?.content, met.saving], ["Mine", second.content, false]);

  const mine = noteReducer(met, { type: "keepMine" });
  assert.deepEqual([mine.content, mine.stored, mine.conflict], ["Mine", second, undefined]);
  const theirs = noteReducer(met, { type: "useStored" });
  assert.deepEqual([theirs.content, theirs.stored, theirs.conflict], [second.content, second, undefined]);
});

Deno.test("what was typed while a save was under way is still unsaved after it", () => {
  const saving = noteReducer(noteReducer(openNote(first, undefined), { type: "typed", content: "One" }), {
    type: "saving",
  });
  const more = noteReducer(saving, { type: "typed", content: "One and more" });
  const saved = noteReducer(more, { type: "saved", note: note("One", second.updatedAt), sent: "One" });
  assert.deepEqual([saved.content, isUnsaved(saved)], ["One and more", true]);
});

Deno.test("a failed save keeps what was typed", () => {
  const typed = noteReducer(openNote(first, undefined), { type: "typed", content: "Mine" });
  assert.equal(noteReducer(noteReducer(typed, { type: "saving" }), { type: "failed" }).content, "Mine");
});

Deno.test("a note of blanks is saved as none, and then there is nothing unsaved", () => {
  const typed = noteReducer(openNote(first, undefined), { type: "typed", content: "  \n" });
  const saved = noteReducer(typed, { type: "saved", note: note("", null), sent: "  \n" });
  assert.deepEqual([saved.content, isUnsaved(saved)], ["", false]);
});

Deno.test("a draft meets a note that was removed since it was begun", () => {
  assert.equal(openNote(note("", null), { content: "Handsome?", base: first.updatedAt }).conflict?.content, "");
});

Deno.test("a note that could not be loaded is begun from what the draft was begun from, or from none", () => {
  const draft = { content: "Handsome?", base: first.updatedAt };
  const state = openNote(unknownNote("emma", 3, draft), draft);
  assert.deepEqual([state.content, state.conflict, state.stored.updatedAt], ["Handsome?", undefined, first.updatedAt]);
  assert.deepEqual(unknownNote("emma", 3, undefined), note("", null));
});
