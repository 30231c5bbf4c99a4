import assert from "node:assert/strict";
import { furthestOf, pageOfHighlight, TitleIndex } from "../../../server/library/highlights/matching.ts";

Deno.test("a book is found by its title without accents or subtitle, and by its author's names in any order", () => {
  const index = new TitleIndex<{ title: string; author: string | null; readAt: number | null }>();
  const add = (title: string, author: string | null, readAt: number | null = null) =>
    index.add({ title, author, readAt });
  add("L'Étranger", "Albert Camus");
  add("Sapiens: A Brief History of Humankind", "Yuval Noah Harari");
  add("Emma", "Jane Austen", 5);
  add("Emma", "Jane Austen", 9);
  add("Emma", "Alexander McCall Smith", 20);
  add("Novels: One", "Jane Austen");
  add("Sketch", null);
  const found = (title: string, author: string) => {
    const book = index.find({ title, author });
    return book && [book.title, book.author, book.readAt];
  };
  assert.deepEqual(found("l’etranger", "Camus, Albert"), ["L'Étranger", "Albert Camus", null]);
  assert.deepEqual(found("Sapiens", "Harari, Yuval N."), [
    "Sapiens: A Brief History of Humankind",
    "Yuval Noah Harari",
    null,
  ]);
  assert.deepEqual(found("Emma: A Novel", "Austen, Jane"), ["Emma", "Jane Austen", 9]);
  assert.deepEqual(found("Emma (Penguin Classics)", "Jane Austen; Fiona Stafford"), ["Emma", "Jane Austen", 9]);
  assert.deepEqual(found("Emma", ""), ["Emma", "Alexander McCall Smith", 20]);
  assert.deepEqual(found("Sketch", "Anybody"), ["Sketch", null, null]);
  for (const [title, author] of [["Novels: Two", "Jane Austen"], ["Emma", "George Eliot"], ["!", ""], ["", ""]]) {
    assert.equal(found(title, author), undefined, title);
  }
});

Deno.test("a place is a page of the reader's copy, or in proportion to the furthest place that the file has", () => {
  const none = { page: null, location: null, share: null };
  const furthest = furthestOf([
    { title: "", author: "", text: "", remark: "", page: 400, location: [900, 1000], share: null },
  ]);
  assert.deepEqual(furthest, { page: 400, location: 1000 });
  const book = { pageCount: 200, edition: null };
  const inHalves = { pageCount: 200, edition: { unit: "pages" as const, pageCount: 100, points: null } };
  const heard = { pageCount: 200, edition: { unit: "minutes" as const, pageCount: 600, points: null } };
  assert.equal(pageOfHighlight(book, { ...none, page: 12, location: [1, 2] }, furthest), 12);
  assert.equal(pageOfHighlight(inHalves, { ...none, page: 12 }, furthest), 24);
  assert.equal(pageOfHighlight(heard, { ...none, page: 12 }, furthest), 12);
  assert.equal(pageOfHighlight(book, { ...none, page: 400 }, furthest), 200);
  assert.equal(pageOfHighlight(book, { ...none, page: 300 }, furthest), 150);
  assert.equal(pageOfHighlight(book, { ...none, location: [250, 260] }, furthest), 50);
  assert.equal(pageOfHighlight(book, { ...none, share: 0.25 }, furthest), 50);
  assert.equal(pageOfHighlight(book, none, furthest), undefined);
  assert.equal(pageOfHighlight(book, { ...none, page: 0 }, furthest), 0);
});
