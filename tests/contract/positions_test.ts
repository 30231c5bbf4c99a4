import assert from "node:assert/strict";
import {
  bookPageAt,
  chaptersInCopy,
  moved,
  ownPages,
  pageAt,
  pointsFrom,
  positionOf,
  textEnd,
} from "../../server/contract/reading/positions.ts";
import { randomFrom } from "../support/random.ts";
import type { Copy, Point } from "../../server/contract/reading/shapes.ts";

const copyPageAt = (book: Parameters<typeof chaptersInCopy>[0], page: number) =>
  chaptersInCopy(book, [{ title: "Prologue", page }])[0].page;

/** Editions of all lengths, with chapters wherever somebody may have typed them, also by mistake. */
function* madeEditions(count: number): Generator<Copy> {
  const below = randomFrom(14);
  for (let n = 0; n < count; n++) {
    const pageCount = 1 + below([3, 100, 1000, 100_000][n % 4]);
    const known = Array.from({ length: below(30) }, (): Point => [below(pageCount + 2), below(textEnd + 1)]);
    yield { pageCount, unit: "pages", points: pointsFrom(known, pageCount) };
  }
}

const samples = (pageCount: number) => {
  const step = Math.max(1, Math.floor(pageCount / 200));
  return [...Array.from({ length: Math.floor(pageCount / step) }, (_, n) => n * step), pageCount];
};

Deno.test("every page of every edition has a position of its own, which leads back to it", () => {
  for (const edition of madeEditions(400)) {
    let last = -1;
    for (const page of samples(edition.pageCount)) {
      const position = positionOf(edition, page);
      assert.ok(position > last && position <= textEnd, JSON.stringify([edition, page]));
      assert.equal(pageAt(edition, position), page, JSON.stringify(edition));
      last = position;
    }
    assert.deepEqual([positionOf(edition, 0), positionOf(edition, edition.pageCount)], [0, textEnd]);
  }
});

Deno.test("points rise within the edition, and none leaves a page less than a thousand positions", () => {
  for (const { points, pageCount } of madeEditions(400)) {
    const all: Point[] = [[0, 0], ...points ?? [], [pageCount, textEnd]];
    for (const [n, [page, position]] of all.slice(1).entries()) {
      assert.ok(page > all[n][0] && position - all[n][1] >= 1000 * (page - all[n][0]), JSON.stringify(all));
    }
  }
});

Deno.test("points that contradict the ones before them are left out, and without any there are none", () => {
  assert.deepEqual(pointsFrom([[50, 300_000_000], [10, 100_000_000], [70, 200_000_000]], 100), [
    [10, 100_000_000],
    [50, 300_000_000],
  ]);
  assert.equal(pointsFrom([[0, 5], [100, 7], [120, 9]], 100), null);
  assert.equal(pointsFrom([], 100), null);
});

Deno.test("chapters that are known in two editions compare their pages, and between them the share does", () => {
  const book = {
    pageCount: 200,
    edition: { pageCount: 610, unit: "minutes" as const, points: null as Point[] | null },
  };
  assert.equal(copyPageAt(book, 100), 305);
  book.edition.points = pointsFrom([[400, positionOf(ownPages(200), 100)]], 610);
  assert.deepEqual([copyPageAt(book, 100), copyPageAt(book, 50)], [400, 200]);
  assert.deepEqual([bookPageAt(book, 400), bookPageAt(book, 200), bookPageAt(book, 505)], [100, 50, 150]);
  assert.deepEqual([bookPageAt(book, 0), bookPageAt(book, 610)], [0, 200]);
});

Deno.test("without a copy of one's own every page is the book's", () => {
  for (const pageCount of [1, 7, 904, 100_000]) {
    for (const page of samples(pageCount)) {
      assert.equal(bookPageAt({ pageCount, edition: null }, page), page);
      assert.equal(copyPageAt({ pageCount, edition: null }, page), page);
    }
  }
});

Deno.test("what was given as a page stays on that page when the points change", () => {
  const editions = [...madeEditions(200)];
  for (const before of editions) {
    const after = {
      ...before,
      points: pointsFrom([[Math.floor(before.pageCount / 2), 300_000_000]], before.pageCount),
    };
    for (const page of samples(before.pageCount)) {
      assert.equal(pageAt(after, moved(positionOf(before, page), { before, after })), page);
    }
  }
});
