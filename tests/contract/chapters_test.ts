import assert from "node:assert/strict";
import {
  chapterAt,
  contentsLines,
  parseChapters,
  withUniqueTitles,
  writeChapters,
} from "../../server/contract/reading/chapters.ts";
import { Chapters, NewCopy, TypedChapters } from "../../server/contract/reading/input_shapes.ts";
import { made, nothings } from "./made.ts";

const parsed = (typed: string) => parseChapters(contentsLines(typed));

Deno.test("the last number of a typed line is its page, whatever leads there", () => {
  const lines: [string, string, number][] = [
    ["The Whale 120", "The Whale", 120],
    ["The Whale … 120", "The Whale", 120],
    ["The Whale . . . . . . 120", "The Whale", 120],
    ["The Whale\t120", "The Whale", 120],
    ["  The Whale, p. 120  ", "The Whale", 120],
    ["The Whale — page 120.", "The Whale", 120],
    ["Chapter 7: The Whale | 120", "Chapter 7: The Whale", 120],
    ["7 120", "7", 120],
    ["1984 – 5", "1984", 5],
    ["Über Gott · 0", "Über Gott", 0],
    ["第一章 12", "第一章", 12],
  ];
  for (const [typed, title, page] of lines) {
    assert.deepEqual(parsed(typed), { chapters: [{ title, page }] }, typed);
  }
});

Deno.test("a line without a title or a page is named, also one of thousands of dots, none of which is tried with every other", () => {
  for (const wrong of ["The Whale", "120", "… 120", "The Whale 1234567", "The Whale 12b", "x".repeat(500) + " 3"]) {
    assert.equal(parsed(`Loomings 1\n\n${wrong}\nThe Spouter-Inn 9`).wrong, wrong);
  }
  assert.ok(parsed(`a${".".repeat(40_000)}b`).wrong);
});

Deno.test("titles that come again get a number, not counted from the first for each, and what was written is read the same", () => {
  const chapters = withUniqueTitles([
    { title: "Exercises", page: 3 },
    { title: "Exercises (2)", page: 4 },
    { title: "Exercises", page: 9 },
  ]);
  assert.deepEqual(chapters.map(({ title }) => title), ["Exercises", "Exercises (2)", "Exercises (3)"]);
  assert.deepEqual(parsed(writeChapters(chapters)), { chapters });
  const equal = Array.from({ length: 100_000 }, (_, page) => ({ title: "Exercises", page }));
  assert.equal(withUniqueTitles(equal).at(-1)!.title, "Exercises (100000)");
});

Deno.test("a page is in the last chapter that has begun", () => {
  const chapters = [{ title: "One", page: 3 }, { title: "Part", page: 9 }, { title: "Two", page: 9 }];
  const titles = [0, 2, 3, 8, 9, 500].map((page) => chapterAt(chapters, page)?.title);
  assert.deepEqual(titles, [undefined, undefined, "One", "One", "Two", "Two"]);
  assert.equal(chapterAt([], 5), undefined);
});

Deno.test("chapters are at most 300, with a title of their own each, in the order of their pages", () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ title: `Chapter ${n}`, page: n }));
  assert.deepEqual(made(Chapters, many(300)), many(300));
  assert.equal(made(Chapters, many(301)), "A table of contents has at most 300 chapters.");
  assert.equal(made(Chapters, [...many(2), { title: "Chapter 1", page: 5 }]), "Two chapters have the same title.");
  assert.equal(made(Chapters, many(3).reverse()), "A chapter begins before the one above it.");
  assert.deepEqual(made(Chapters, [{ title: " Part ", page: "3" }, { title: "One", page: 3 }]), [
    { title: "Part", page: 3 },
    { title: "One", page: 3 },
  ]);
  for (const title of ["", "x".repeat(201), "\u200b", ...nothings]) {
    assert.equal(typeof made(Chapters, [{ title, page: 1 }]), "string");
  }
  for (const page of [-1, 1.5, "x", ...nothings.filter((one) => one !== 1)]) {
    assert.equal(made(Chapters, [{ title: "One", page }]), "Please enter a valid page number");
  }
  for (const nothing of nothings.filter((one) => !Array.isArray(one) || one.length > 0)) {
    assert.equal(typeof made(Chapters, nothing), "string");
  }
});

Deno.test("typed contents are refused with the line that is wrong, and when they are far too long", () => {
  assert.deepEqual(made(TypedChapters, { contents: "One 1\nTwo 2" }), {
    contents: [{ title: "One", page: 1 }, { title: "Two", page: 2 }],
  });
  assert.equal(made(TypedChapters, { contents: "One 1\nTwo" }), "A title and a page, please: “Two”");
  assert.equal(
    made(TypedChapters, { contents: "x 1\n".repeat(10_001) }),
    "A table of contents has at most 300 chapters.",
  );
  // Counted before the first one is read.
  assert.equal(
    made(TypedChapters, { contents: `No page\n${"x 1\n".repeat(300)}` }),
    "A table of contents has at most 300 chapters.",
  );
  assert.equal(made(TypedChapters, { contents: "Two 2\nOne 1" }), "A chapter begins before the one above it.");
});

Deno.test("a copy has pages or minutes, or percent, of which there are a hundred", () => {
  assert.deepEqual(made(NewCopy, { unit: "minutes", pageCount: "610" }), { unit: "minutes", pageCount: 610 });
  assert.deepEqual(made(NewCopy, { unit: "percent", pageCount: "" }), { unit: "percent", pageCount: 100 });
  for (const pageCount of [0, -1, 100_001, "", "x", 1.5, null, undefined]) {
    assert.equal(made(NewCopy, { unit: "pages", pageCount }), "Please enter a valid number of pages");
  }
  for (const unit of ["", "words", ...nothings]) {
    assert.equal(made(NewCopy, { unit, pageCount: 5 }), "Please choose pages, minutes or percent");
  }
});
