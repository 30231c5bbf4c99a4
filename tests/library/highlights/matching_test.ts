import assert from "node:assert/strict";
import type { Highlight } from "../../../server/library/highlights/highlight.ts";
import { pagesOfHighlights, TitleIndex } from "../../../server/library/highlights/matching.ts";

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

Deno.test("of many books with one title the authors are taken apart once, whatever a file asks", () => {
  const index = new TitleIndex();
  let reads = 0;
  const author = (n: number) => Array.from({ length: 60 }, (_, m) => `name${n}x${m}`).join(" ");
  for (let n = 0; n < 100; n++) {
    index.add({
      title: "Sketch",
      readAt: null,
      get author() {
        reads++;
        return author(n);
      },
    });
  }
  for (let n = 100; n < 200; n++) assert.equal(index.find({ title: "Sketch", author: author(n) }), undefined);
  assert.equal(index.find({ title: "Sketch", author: author(50) })?.author, author(50));
  assert.equal(reads, 101);
});

const at = (place: Partial<Highlight>): Highlight => (
  { title: "", author: "", text: "", remark: "", page: null, location: null, share: null, ...place }
);
const book = { pageCount: 200, edition: null };

Deno.test("a page is one of the reader's copy, and beyond its end there is none", () => {
  const inHalves = { pageCount: 200, edition: { unit: "pages" as const, pageCount: 100, points: null } };
  const heard = { pageCount: 200, edition: { unit: "minutes" as const, pageCount: 600, points: null } };
  const pageIn = (of: typeof book | typeof inHalves | typeof heard, place: Partial<Highlight>) =>
    pagesOfHighlights(of, [at(place)])(at(place));
  assert.equal(pageIn(book, { page: 12, location: [1, 2] }), 12);
  assert.equal(pageIn(inHalves, { page: 12 }), 24);
  assert.equal(pageIn(heard, { page: 12 }), 12);
  assert.equal(pageIn(book, { page: 201 }), undefined);
  assert.equal(pageIn(inHalves, { page: 101 }), undefined);
  assert.equal(pageIn(book, { share: 0.25 }), 50);
  assert.equal(pageIn(book, {}), undefined);
  assert.equal(pageIn(book, { page: 0 }), 0);
});

Deno.test("the last location of a file is not the end of the book: what has pages says how many locations one has", () => {
  const pagesOf = (places: Partial<Highlight>[], of = book) => {
    const all = places.map(at);
    return all.map(pagesOfHighlights(of, all));
  };
  const alone: Partial<Highlight>[] = [{ location: [1, 2] }, { location: [260, 262] }, { location: [1300, 1305] }];
  assert.deepEqual(pagesOf(alone), [1, 20, 100]);
  assert.deepEqual(
    pagesOf([{ location: [200, 201], page: 10 }, { location: [1000, 1001] }, { location: [4100, 4100] }]),
    [
      10,
      50,
      undefined,
    ],
  );
  // Where the usual number on a page would not fit into the book, more are on each.
  assert.deepEqual(pagesOf([{ location: [2000, 2000] }, { location: [4000, 4000] }]), [100, 200]);
});
