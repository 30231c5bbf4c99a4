import assert from "node:assert/strict";
import { renderToString } from "react-dom/server.node";
import { hasPlace, partAt, shownPart } from "../../islands/offline/kept_texts.ts";
import { KeepText } from "../../routes/pages/reading/text_page/keep_text.tsx";

const book = { groupId: "g", bookId: "b", title: `"Cards" & <looms>`, characters: 500 };

Deno.test("a page says which part of a text it shows, and its contents that they show none", () => {
  const page = (from: number, next: number | null) => renderToString(<KeepText {...book} part={{ from, next }} />);
  const [first, last] = [page(0, 400), page(400, null)];
  assert.deepEqual(shownPart(first), { from: 0, next: 400, characters: 500 });
  assert.deepEqual(shownPart(last), { from: 400, next: null, characters: 500 });
  assert.equal(shownPart(renderToString(<KeepText {...book} />)), undefined);
  assert.deepEqual([0, 399, 400].map((place) => hasPlace(first, place)), [true, true, false]);
  assert.deepEqual([hasPlace(last, 1e9), hasPlace("<p>", 7)], [true, true]);
});

Deno.test("a place is in the last kept part that begins before it, unless that is where keeping stopped", () => {
  const whole = { parts: [0, 100, 300], next: null };
  assert.deepEqual([0, 99, 100, 1e9].map((place) => partAt(whole, place)), [0, 0, 100, 300]);
  const half = { parts: [0, 100], next: 300 };
  assert.deepEqual([299, 300].map((place) => partAt(half, place)), [100, undefined]);
  assert.equal(partAt({ parts: [], next: 0 }, 0), undefined);
});
