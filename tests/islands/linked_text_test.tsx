import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { renderToStaticMarkup } from "react-dom/server.node";
import { linkedText, MessageText } from "../../islands/chat/messages/MessageText.tsx";
import { linkify } from "../../server/contract/chat/links.ts";

const members = { ada: { username: "ada", name: "Ada Lovelace" } };
const shown = (text: string) =>
  renderToStaticMarkup(<MessageText text={text} mentions={["ada"]} members={members} viewerId="grace" />);
const links = (text: string) => linkify(text).flatMap(({ href }) => href ?? []);

Deno.test("An address in a sentence becomes a link with `nofollow` that opens a new tab", () => {
  strictEqual(
    shown("See https://example.org/a?b=1&c=2 please"),
    'See <a href="https://example.org/a?b=1&amp;c=2" target="_blank" rel="noopener nofollow ugc">' +
      "https://example.org/a?b=1&amp;c=2</a> please",
  );
});

Deno.test("`@everyone` is marked where it has mentioned somebody, whatever addresses stand beside it, and nowhere else", () => {
  const isMarked = (text: string) => shown(text).includes(">@everyone</b>");
  ok(isMarked("Hello @everyone"));
  ok(isMarked("@everyone, write to me@example.org or you@example.org"));
  ok(!isMarked("@everyone and @Ada"));
  ok(!isMarked("@ada, write to me@example.org for @everyone"));
});

Deno.test("Markup in a message is shown, not interpreted", () => {
  const text = '<img src=x onerror="alert(1)"> & <a href="https://a.example">';
  strictEqual(
    shown(text),
    "&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &lt;a href=&quot;" +
      '<a href="https://a.example" target="_blank" rel="noopener nofollow ugc">https://a.example</a>&quot;&gt;',
  );
});

Deno.test("Only http and https become links, also in capitals, and inside the address of another scheme", () => {
  const scripts = [
    "javascript:alert(1)",
    "javascript://https.example/%0aalert(1)",
    "JaVaScRiPt:alert(1)//",
    "vbscript:x",
  ];
  const others = ["data:text/html,<script>alert(1)</script>", "file:///etc/passwd", "ftp://a.org", "mailto:a@b.org"];
  const none = ["//example.org", "www.example.org", "xhttps://example.org", "https:example.org", "https://"];
  const broken = ["http://:80", "http://[", "https://exa%00mple"];
  for (const text of [...scripts, ...others, ...none, ...broken]) deepStrictEqual(links(text), [], text);
  deepStrictEqual(links("javascript:alert(1)//https://example.org"), ["https://example.org"]);
  deepStrictEqual(links("HTTPS://Example.ORG/Path"), ["HTTPS://Example.ORG/Path"]);
});

Deno.test("The sentence's punctuation is not part of the address", () => {
  for (const end of [".", ",", "!", "?", ":", ";", "...", "?!", "'", "*", "…", "”", ")", "]", ").", "),", "))"]) {
    deepStrictEqual(links(`(see https://example.org/a${end} and more`), ["https://example.org/a"], end);
  }
});

Deno.test("Brackets that were opened inside the address belong to it", () => {
  const wiki = "https://en.wikipedia.org/wiki/Chapter_(books)";
  deepStrictEqual(links(`${wiki} (${wiki}) ${wiki}. [${wiki}], "${wiki}"`), [wiki, wiki, wiki, wiki, wiki]);
  deepStrictEqual(links("http://[::1]:8000/a"), ["http://[::1]:8000/a"]);
  deepStrictEqual(links("<https://example.org/a>"), ["https://example.org/a"]);
});

Deno.test("Addresses in other scripts are found, and their punctuation ends them", () => {
  deepStrictEqual(links("看https://例え.jp/本。次"), ["https://例え.jp/本"]);
  deepStrictEqual(links("« https://fr.example/été » et https://ελ.example/σχολή·"), [
    "https://fr.example/été",
    "https://ελ.example/σχολή·",
  ]);
  deepStrictEqual(links("https://example.org/🎉!"), ["https://example.org/🎉"]);
});

Deno.test("An address that pretends to be another host stays text", () => {
  deepStrictEqual(links("https://bank.example@evil.example/ https://a:b@evil.example"), []);
});

Deno.test("A character that turns the writing direction ends an address", () => {
  deepStrictEqual(links("https://example.org/\u202egpj.exe"), ["https://example.org/"]);
  deepStrictEqual(links("https://example.org/\u200bhidden"), ["https://example.org/"]);
});

Deno.test("@everyone is marked where it mentions all members, and stays text in a message that does not", () => {
  const drawn = (text: string, ...mentions: string[]) =>
    renderToStaticMarkup(<MessageText text={text} mentions={mentions} members={members} viewerId="grace" />);
  const marked = '<b class="mention mention--viewer">@everyone</b>';
  strictEqual(drawn("Hello @everyone!", "grace"), `Hello ${marked}!`);
  ok(drawn("@everyone and @ada", "ada", "grace", "nora").startsWith(`${marked} and <a`));
  ok(drawn("@everyone and @ada", "ada").startsWith("@everyone and <a"));
  strictEqual(drawn("@everyone"), "@everyone");
});

Deno.test("The pieces joined together are the text again", () => {
  const texts = [
    "",
    "a",
    " \n\thttps://a.example\n\nhttps://b.example. ",
    "(https://c.example/(x))",
    "\ud800 https://d.example",
  ];
  for (const text of texts) strictEqual(linkify(text).map((piece) => piece.text).join(""), text);
});

Deno.test("A hostile text of fifty thousand characters is read to its end", () => {
  const hostile = [
    (n: number) => "http://" + "(".repeat(n) + ")".repeat(n) + "!".repeat(n),
    (n: number) => "https://a.example/" + ".".repeat(n),
    (n: number) => "https://a.example/" + ")".repeat(n),
    (n: number) => "http://".repeat(n),
    (n: number) => "http://a ".repeat(n),
    (n: number) => "h".repeat(n) + "ttp://",
    (n: number) => "https://" + "a@".repeat(n),
  ];
  for (const make of hostile) {
    const text = make(50_000);
    strictEqual(linkify(text).map((piece) => piece.text).join(""), text);
  }
});

Deno.test("Of addresses and mentions together the first fifty are links, and the rest is text as it was typed", () => {
  const pair = "https://a.example @ada ";
  strictEqual(shown(pair.repeat(1000)).split("<a ").length - 1, 50);
  strictEqual(shown(pair.repeat(26)).split("</a>").at(-1), " https://a.example @ada ");
  strictEqual(shown(`${pair.repeat(24)}@ada @ada`).split("</a>").at(-1), "");
  for (const text of ["@ada ".repeat(800), pair.repeat(100), "@ada@ada @ada", "@ada".repeat(60)]) {
    const pieces = linkedText(text, new Map([["ada", "ada"]]));
    strictEqual(pieces.map((piece) => piece.text).join(""), text);
    // Two texts would be drawn with a comment between them.
    const isText = pieces.map(({ href, userId }) => !href && !userId);
    ok(!isText.some((one, at) => one && isText[at + 1]), text);
  }
});
