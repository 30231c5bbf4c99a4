import assert from "node:assert/strict";
import { renderToStaticMarkup } from "react-dom/server.node";
import { Faces } from "../../islands/chat/presence/Faces.tsx";

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `u${index}`, username: `u${index}`, name: `Reader ${index}` }));

Deno.test("Of few who are here everyone is named, of many some, and how many more there are", () => {
  const shown = (count: number) => renderToStaticMarkup(<Faces people={people(count)} />);
  const many = shown(999);
  assert.match(many, /aria-label="999 here: Reader 0, [^"]*, Reader 29, and 969 more"/);
  assert.match(many, /<p>Reader 29<\/p><p>and 969 more<\/p><\/div>/);
  assert.doesNotMatch(many, /Reader 30/);
  assert.match(shown(2), /aria-label="2 here: Reader 0, Reader 1"/);
  assert.doesNotMatch(shown(2), /more/);
});
