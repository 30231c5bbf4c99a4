import assert from "node:assert/strict";
import { type Edition, ownPages, pageAt, type Point, positionOf, textEnd } from "../../server/contract/positions.ts";

/** Editions with and without known chapters. */
function someEditions(): Edition[] {
  const counts = [1, 2, 3, 7, 65, 100, 299, 300, 904, 4096, 99_991, 100_000];
  const points: (Point[] | null)[] = [null, [[1, textEnd / 2]], [[10, 1_000_000], [20, 900_000_000]]];
  return counts.flatMap((pageCount) =>
    points.filter((points) => (points?.at(-1)?.[0] ?? 0) < pageCount)
      .map((points): Edition => ({ pageCount, unit: "pages", points }))
  );
}

Deno.test("a page's position leads back to the page, in every edition", () => {
  for (const edition of someEditions()) {
    const step = Math.max(1, Math.floor(edition.pageCount / 997));
    for (let page = 0; page <= edition.pageCount; page += step) {
      assert.equal(pageAt(edition, positionOf(edition, page)), page, JSON.stringify(edition));
    }
    assert.equal(positionOf(edition, 0), 0);
    assert.equal(positionOf(edition, edition.pageCount), textEnd);
  }
});

Deno.test("who is as far in another edition has reached the same place, and who is a page before has not", () => {
  const [book, copy] = [ownPages(300), ownPages(450)];
  assert.equal(positionOf(book, 100), positionOf(copy, 150));
  assert.ok(positionOf(book, 99) < positionOf(copy, 150));
  assert.equal(pageAt(copy, positionOf(book, 101)), 152);
  assert.equal(pageAt(book, positionOf(copy, 151)), 101);
});

Deno.test("between two known chapters pages count in proportion to these", () => {
  const copy: Edition = { pageCount: 600, unit: "minutes", points: [[100, 500_000_000]] };
  assert.equal(positionOf(copy, 50), 250_000_000);
  assert.equal(positionOf(copy, 350), 750_000_000);
  assert.equal(pageAt(copy, 500_000_001), 101);
});
