import assert from "node:assert/strict";
import { renderToStaticMarkup } from "react-dom/server";
import { Faces } from "../../islands/chat/presence/Faces.tsx";

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `u${index}`, username: `u${index}`, name: `Reader ${index}` }));

Deno.test("Of many who are here some are named, and how many more there are", () => {
  const html = renderToStaticMarkup(<Faces people={people(999)} />);
  assert.match(html, /aria-label="999 here: Reader 0, [^"]*, Reader 29, and 969 more"/);
  assert.match(html, /<p>Reader 29<\/p><p>and 969 more<\/p><\/div>/);
  assert.doesNotMatch(html, /Reader 30/);
});

Deno.test("Of few who are here everyone is named", () => {
  const html = renderToStaticMarkup(<Faces people={people(2)} />);
  assert.match(html, /aria-label="2 here: Reader 0, Reader 1"/);
  assert.doesNotMatch(html, /more/);
});
