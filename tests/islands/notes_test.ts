import assert from "node:assert/strict";
import { isUnsaved, noteReducer, openNote, typedAfter, unknownNote } from "../../islands/notes/reducer.ts";
import type { Note } from "../../server/contract/notes/shapes.ts";

const note = (content: string, updatedAt: string | null): Note => ({
  content,
  updatedAt,
  bookId: "emma",
  pageNumber: 3,
  shared: false,
});
const first = note("Handsome, clever, and rich", "2026-01-01T00:00:00.000Z");
const second = note("Badly done, indeed!", "2026-01-02T00:00:00.000Z");

Deno.test("a draft is shown in place of the note it began from, in conflict with one that was changed or removed since, unsaved unless equal", () => {
  const draft = { content: "Handsome?", base: first.updatedAt };
  const state = openNote(first, draft);
  assert.deepEqual([state.content, state.conflict, isUnsaved(state)], ["Handsome?", undefined, true]);
  for (const later of [second, note("", null)]) {
    const { content, conflict } = openNote(later, draft);
    assert.deepEqual([content, conflict], ["Handsome?", later]);
  }
  assert.equal(isUnsaved(openNote(first, { content: first.content, base: null })), false);
});

Deno.test("a save in conflict with another version leaves both texts until the reader has chosen", () => {
  const typed = noteReducer(openNote(first, undefined), { type: "typed", content: "Mine" });
  const inConflict = noteReducer(noteReducer(typed, { type: "saving" }), { type: "conflict", note: second });
  const expected = ["Mine", second.content, false];
  assert.deepEqual([inConflict.content, inConflict.conflict?.content, inConflict.saving], expected);

  const mine = noteReducer(inConflict, { type: "keepMine" });
  assert.deepEqual([mine.content, mine.stored, mine.conflict], ["Mine", second, undefined]);
  const theirs = noteReducer(inConflict, { type: "useStored" });
  assert.deepEqual([theirs.content, theirs.stored, theirs.conflict], [second.content, second, undefined]);
});

Deno.test("what was typed while a save was under way is still unsaved after it, as is all after a failed one; blanks are saved as nothing", () => {
  const typing = (content: string) => noteReducer(openNote(first, undefined), { type: "typed", content });
  const saving = noteReducer(typing("One"), { type: "saving" });
  assert.equal(noteReducer(saving, { type: "failed" }).content, "One");
  const more = noteReducer(saving, { type: "typed", content: "One and more" });
  const saved = noteReducer(more, { type: "saved", note: note("One", second.updatedAt), sent: "One" });
  assert.deepEqual([saved.content, isUnsaved(saved)], ["One and more", true]);
  const blank = noteReducer(typing("  \n"), { type: "saved", note: note("", null), sent: "  \n" });
  assert.deepEqual([blank.content, isUnsaved(blank)], ["", false]);
});

Deno.test("a note that could not be loaded has the version its draft began from, or no version", () => {
  const draft = { content: "Handsome?", base: first.updatedAt };
  const state = openNote(unknownNote("emma", 3, draft), draft);
  assert.deepEqual([state.content, state.conflict, state.stored.updatedAt], ["Handsome?", undefined, first.updatedAt]);
  assert.deepEqual(unknownNote("emma", 3, undefined), note("", null));
});

Deno.test("what was typed before the stored note had arrived comes after it, and replaces an equal or an empty one", () => {
  assert.deepEqual(typedAfter(first, "Badly done"), { content: `${first.content}\nBadly done`, base: first.updatedAt });
  assert.deepEqual(typedAfter(first, first.content), { content: first.content, base: first.updatedAt });
  assert.deepEqual(typedAfter(note("", null), "Badly done"), { content: "Badly done", base: null });
});
