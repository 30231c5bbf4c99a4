import { strictEqual } from "node:assert/strict";
import { renderToStaticMarkup } from "react-dom/server.node";
import { FoundText } from "../../islands/chat/find/FoundText.tsx";

const members = { ada: { username: "ada", name: "Ada Lovelace" } };
const shown = (query: string, text: string) =>
  renderToStaticMarkup(
    <FoundText query={query} text={text} mentions={["ada"]} members={members} viewerId="grace" />,
  );

Deno.test("words that begin as what was searched for are marked in what was found, in any case, with any accents", () => {
  strictEqual(
    shown("eleve, card", "L’Élève read her cards; the discard stays."),
    "L’<mark>Élève</mark> read her <mark>cards</mark>; the discard stays.",
  );
  strictEqual(shown("a", "A letter alone"), "<mark>A</mark> letter alone");
});

Deno.test("links and mentions in what was found stay as they are, and without a search nothing is marked", () => {
  strictEqual(
    shown("ada", "@ada, see https://ada.example"),
    '<a class="mention" href="/profile/ada">@Ada Lovelace</a>, see ' +
      '<a href="https://ada.example" target="_blank" rel="noopener nofollow ugc">https://ada.example</a>',
  );
  strictEqual(shown("", "Nothing & nobody"), "Nothing &amp; nobody");
});
