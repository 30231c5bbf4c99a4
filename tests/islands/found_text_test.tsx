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
  strictEqual(shown("strasse", "Straße, Strassen"), "<mark>Straße</mark>, <mark>Strassen</mark>");
});

Deno.test("of scripts without spaces what was searched for is marked wherever it is, whole characters, and no neighbours", () => {
  const texts: [query: string, text: string, shown: string][] = [
    ["读这", "我们读这本书", "我们<mark>读这</mark>本书"],
    ["本 パーティー", "日本のﾊﾟｰﾃｨｰで", "日<mark>本</mark>の<mark>ﾊﾟｰﾃｨｰ</mark>で"],
    ["ม้า", "มา ม้า น้ำม้า", "มา <mark>ม้า</mark> น้ำ<mark>ม้า</mark>"],
    ["น", "ดีน้ำ", "ดี<mark>น้</mark>ำ"],
    ["手机 iph", "我的iPhone手机", "我的<mark>iPhone手机</mark>"],
    ["か", "がか", "が<mark>か</mark>"],
    ["書 book", "a bookshelf, 図書館", "a <mark>bookshelf</mark>, 図<mark>書</mark>館"],
  ];
  for (const [query, text, marked] of texts) strictEqual(shown(query, text), marked);
  strictEqual(shown("的".repeat(100) + " 的", "的".repeat(4000)), `<mark>${"的".repeat(4000)}</mark>`);
});

Deno.test("links and mentions in what was found stay as they are, and without a search nothing is marked", () => {
  strictEqual(
    shown("ada", "@ada, see https://ada.example"),
    '<a class="mention" href="/profile/ada">@Ada Lovelace</a>, see ' +
      '<a href="https://ada.example" target="_blank" rel="noopener nofollow ugc">https://ada.example</a>',
  );
  strictEqual(shown("", "Nothing & nobody"), "Nothing &amp; nobody");
});
