import assert from "node:assert/strict";
import { linkFetch, linkPreview } from "../../server/contract/chat/link_limits.ts";
import { endsHead, readHead } from "../../server/library/page_head.ts";

const url = new URL("https://books.example/a/b");
const read = (html: string | number[], contentType = "text/html") => {
  const bytes = typeof html === "string" ? new TextEncoder().encode(html) : Uint8Array.from(html);
  return readHead({ url, contentType, bytes });
};
const titleOf = async (...page: Parameters<typeof read>) => (await read(...page)).title;
const ascii = (text: string) => [...text].map((char) => char.charCodeAt(0));

const titles: [html: string, title: string | undefined][] = [
  ["<title>Sketch</title>", "Sketch"],
  [
    "<!doctype html><html><head>\n<TITLE lang=en>\n Notes &amp; <b>Sketch</b>\n of it </TITLE>",
    "Notes & <b>Sketch</b> of it",
  ],
  ["<title>One</title><title>Two</title>", "One"],
  ["<title>Page</title><meta property=og:title content='Own &quot;title&quot;'>", 'Own "title"'],
  ["<meta name='OG:Title' content=First><meta property=og:title content=Second>", "First"],
  ["<title>Page</title><meta property=og:title content=' '>", "Page"],
  ["<script>'<title>Script</title>'</script><title>Page</title>", "Page"],
  ["<style><title>Style</title></style><!-- <title>Comment</title> --><title>Page</title>", "Page"],
  ["<title>Open", "Open"],
  ["</head><title>Late</title>", undefined],
  ["<body><svg><title>Icon</title></svg>", undefined],
  ["<title></title>", undefined],
  ["<title>&#8203;&#x2800; \u200b</title>", undefined],
  ["", undefined],
  ["Nothing at all", undefined],
];

Deno.test("the title of a page is what it calls itself for others, or else its own", async () => {
  for (const [html, title] of titles) assert.equal(await titleOf(html), title, html);
});

Deno.test("a title is one line without controls and marks of direction, and of bounded length", async () => {
  assert.equal(await titleOf("<title>a\u202eb\u2066c\u200fd\u0007e&#x202e;f\nta\tb</title>"), "a b c d e f ta b");
  assert.equal(await titleOf("<title>علی\u200cاکبر 👩\u200d👧</title>"), "علی\u200cاکبر 👩\u200d👧");
  const long = (await titleOf(`<title>${"ab".repeat(linkFetch.bytes / 4)}</title>`))!;
  assert.deepEqual([long.length, long.at(-1)], [linkPreview.title, "…"]);
  const cut = (await titleOf(`<title>${"a".repeat(linkPreview.title - 2)}👩👩</title>`))!;
  assert.equal(cut, "a".repeat(linkPreview.title - 2) + "…");
});

Deno.test("a page is read in the characters that its mark, its header or it itself names, or that it must be in", async () => {
  const cyrillic = [...ascii("<title>"), 0xcf, 0xf0, 0xe8, ...ascii("</title>")];
  assert.equal(await titleOf(cyrillic, "text/html; charset=windows-1251"), "При");
  assert.equal(await titleOf(cyrillic, 'text/html;CHARSET="Windows-1251"'), "При");
  assert.equal(await titleOf([...ascii('<meta charset="windows-1251">'), ...cyrillic]), "При");
  const equivalent = '<meta http-equiv=content-type content="text/html; charset=windows-1251">';
  assert.equal(await titleOf([...ascii(equivalent), ...cyrillic]), "При");
  assert.equal(await titleOf([...ascii("<meta charset=utf-16>"), ...ascii("<title>a</title>")]), "a");
  assert.equal(await titleOf("\ufeff<title>é</title>", "text/html; charset=windows-1251"), "é");
  const wide = ascii("<title>\xe9</title>").flatMap((code) => [code, 0]);
  assert.equal(await titleOf([0xff, 0xfe, ...wide]), "é");
  assert.equal(await titleOf("<title>é</title>"), "é");
  assert.equal(await titleOf("<title>é</title>", "text/html; charset=none-such"), "é");
  assert.equal(await titleOf([...ascii("<title>"), 0xe9, ...ascii("</title>")]), "é");
  assert.equal(await titleOf([...ascii("<title>a</title>"), 0xc3]), "a");
});

Deno.test("the picture of a page is where it says, beside itself too", async () => {
  const image = async (address: string) => (await read(`<meta property="og:image" content="${address}">`)).image?.href;
  assert.equal(await image("https://cdn.example/a.png?b&amp;c"), "https://cdn.example/a.png?b&c");
  assert.equal(await image("/a.png"), "https://books.example/a.png");
  assert.equal(await image("c.png"), "https://books.example/a/c.png");
  assert.equal(await image("https://"), undefined);
  assert.equal(await image(""), undefined);
  assert.equal((await read("<meta property=og:image:url content=/u.png>")).image?.pathname, "/u.png");
});

Deno.test("a page is complete once its head ends or its body begins", () => {
  for (const end of ["</head>", "</HEAD >", "<body>", "<Body class=a>"]) assert.ok(endsHead(`a${end}b`), end);
  for (const part of ["<head>", "<header>", "</header>", "<bodyguard>", "</hea"]) assert.ok(!endsHead(part), part);
});

const repeated = (part: string) => part.repeat(linkFetch.bytes / part.length);
const hostile = {
  nesting: repeated("<b>"),
  attributes: `<a ${repeated("a=1 ")}`,
  "different attributes": `<a ${Array.from({ length: linkFetch.bytes / 8 }, (_, n) => `a${n}`).join(" ")}`,
  names: `<${repeated("a")}`,
  entities: `<title>${repeated("&lt")}`,
  "half entities": `<title>${repeated("&")}`,
  comments: repeated("<!--"),
  "open tags": repeated("<"),
  "titles in titles": repeated("<title>"),
  scripts: repeated("<script><!--<script>"),
  metas: repeated("<meta property=og:title>"),
  "a value": `<meta property=og:title content="${repeated("a")}">`,
  "charset": `<meta ${repeated("charset ")}`,
};

Deno.test("hostile pages are read to their end", async () => {
  // Whatever takes quadratic time takes minutes.
  for (const html of Object.values(hostile)) await read(html.slice(0, linkFetch.bytes));
});
