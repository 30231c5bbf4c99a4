import assert from "node:assert/strict";
import { BadRequest } from "../../../server/errors.ts";
import { openText } from "../../../server/library/epub/thread.ts";
import { container, epubOf, xhtml } from "../../support/epubs.ts";
import { htmlOf, readBook } from "./read.ts";

/** What a body becomes. */
const made: [string, string][] = [
  ["<h1>One</h1><h6>Six</h6>", `<h2 id="c0">One</h2><h6 id="c4">Six</h6>`],
  ["<p>a\n  <b> b </b>c</p>", `<p id="c0">a <b>b</b> c</p>`],
  ["bare <p>and</p> around", `<p id="c0">bare</p><p id="c5">and</p><p id="c9">around</p>`],
  ["<p/><p> </p><p>x</p>", `<p id="c0">x</p>`],
  ["<p>a<br/>b</p>", `<p id="c0">a<br>\nb</p>`],
  ["<pre>a\n  b<br/>c</pre>", `<pre id="c0">a\n  b\nc</pre>`],
  ["<p>a</p><hr/><p>b</p>", `<p id="c0">a</p><hr id="c2"><p id="c3">b</p>`],
  ["<ul><li>a<ul><li>b</li></ul></li></ul>", `<ul><li><p id="c0">a</p><ul><li id="c2">b</li></ul></li></ul>`],
  [
    `<ol start="3"><li>a</li><li>b</li><li value="9">c</li></ol>`,
    `<ol><li id="c0" value="3">a</li><li id="c2">b</li><li id="c4" value="9">c</li></ol>`,
  ],
  [
    `<ol reversed="" start="2"><li>a</li><li>b</li></ol>`,
    `<ol><li id="c0" value="2">a</li><li id="c2" value="1">b</li></ol>`,
  ],
  [
    `<ol reversed=""><li>a</li><li>b</li></ol>`,
    `<ol reversed=""><li id="c0">a</li><li id="c2">b</li></ol>`,
  ],
  [
    `<style>.x { display: none } @media amzn-kf8 { .y { color: red } .z { display: none } }</style>` +
    `<p class="x">a</p><p class="z">b</p><aside class="x" epub:type="footnote">c</aside>`,
    `<p id="c0">b</p><aside class="aside"><p id="c2">c</p></aside>`,
  ],
  ["<li>a</li><td>b</td>", `<p id="c0">a</p><p id="c2">b</p>`],
  ["<dl><dt>a</dt><dd>b<p>c</p></dd></dl>", `<dl><dt id="c0">a</dt><dd><p id="c2">b</p><p id="c4">c</p></dd></dl>`],
  [
    `<table><caption>t</caption><tr><th scope="col">a</th><td colspan="2"/></tr></table>`,
    `<table><caption id="c0">t</caption><tr><th id="c2" scope="col">a</th><td colspan="2"></td></tr></table>`,
  ],
  ["<blockquote><p>a</p></blockquote>", `<blockquote><p id="c0">a</p></blockquote>`],
  ["<em><p>a</p>b</em>", `<p id="c0"><em>a</em></p><p id="c2"><em>b</em></p>`],
  [
    `<p class="poem">a</p><div class="center"><p>b</p></div>`,
    `<p id="c0" class="verse">a</p><p id="c2" class="center">b</p>`,
  ],
  [`<p style="font-style: italic">a</p>`, `<p id="c0"><i>a</i></p>`],
  [`<p lang="fr">a <span xml:lang="de">b</span></p>`, `<p id="c0" lang="fr">a <span lang="de">b</span></p>`],
  [`<div dir="rtl"><ul><li>a</li></ul></div>`, `<ul dir="rtl"><li id="c0" dir="rtl">a</li></ul>`],
  ["<p><ruby>漢<rt>kan</rt></ruby></p>", `<p id="c0"><ruby>漢<rt>kan</rt></ruby></p>`],
  [
    `<p>x <math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>a</mi><mn>2</mn></msup></math></p>`,
    `<p id="c0">x <math><msup><mi>a</mi><mn>2</mn></msup></math></p>`,
  ],
  [
    `<p>a<a epub:type="noteref" href="#n">1</a></p><aside epub:type="footnote" id="n"><p>note</p></aside>`,
    `<p id="c0">a<a href="?at=375000000#c3" class="noteref" role="doc-noteref">1</a></p>` +
    `<aside class="note" role="doc-footnote"><p id="c3">note<a class="back" role="doc-backlink" href="?at=0#c0" aria-label="Back"></a></p></aside>`,
  ],
  [
    `<p><a href="http://example.com/?a=1&amp;b">x</a></p>`,
    `<p id="c0"><a href="http://example.com/?a=1&amp;b" rel="nofollow noopener noreferrer">x</a></p>`,
  ],
  [`<p>a<span epub:type="pagebreak" title="12"/>b</p>`, `<p id="c0">a<span class="page" data-page="12"></span>b</p>`],
  [`<p><img src="none.png" alt="A cat"/></p>`, `<p id="c0"><img alt="A cat"></p>`],
  [`<audio src="x"/><video>fallback</video>`, `<p id="c0">[A recording, left out] fallback</p>`],
];

Deno.test("Each element becomes one of ours, and each block says where it is", async () => {
  for (const [body, html] of made) assert.equal(await htmlOf(body), html, body);
});

Deno.test("A file gives the same parts each time, none much longer than a page shows", async () => {
  const words = (n: number) => `<p>${"Grace reads on. ".repeat(n)}</p>`;
  const chapters = [...Array(5)].map((_, n) => `<h1>Chapter ${n}</h1>${words(40).repeat(30)}${words(2000)}`);
  const [first, second] = [await readBook({ chapters }), await readBook({ chapters })];
  assert.deepEqual(first, second);
  assert.ok(first.parts.length > 15);
  assert.equal(first.parts.filter(({ html }) => html.startsWith("<h2")).length, 5);
});

Deno.test("A list and a table go on in the next part", async () => {
  const item = (n: number) => `<li>${`Item ${n} is about something. `.repeat(40)}</li>`;
  const { parts } = await readBook({ chapters: [`<ol>${[...Array(30)].map((_, n) => item(n + 1)).join("")}</ol>`] });
  assert.match(parts[1].html, /^<ol><li id="c\d+" value="\d+">/);
});

Deno.test("The head of a table is repeated where the table goes on, and counts once", async () => {
  const table = (head: string) =>
    `<table><thead><tr><th>${head}</th><th/></tr></thead><tbody>${
      `<tr><td>${"Cell ".repeat(100)}</td><td>1</td></tr>`.repeat(80)
    }</tbody></table><p>After</p>`;
  const { parts } = await readBook({ chapters: [table("Year &amp; <i>place</i>")] });
  assert.ok(parts.length > 2);
  assert.match(parts[0].html, /^<table><thead><tr><th id="c0">Year/);
  for (const { html, plain } of parts.slice(1)) {
    const head = "<table><thead><tr><th>Year &amp; <i>place</i></th><th></th></tr></thead><tbody><tr><td id=";
    assert.ok(html.startsWith(head), html.slice(0, 200));
    assert.doesNotMatch(plain, /Year/);
  }
  // A head that just fits into a part is repeated in all that follow.
  for (const before of [11_000, 11_060, 11_120, 11_180]) {
    const { parts } = await readBook({ chapters: [`<p>${"Five ".repeat(before / 5)}</p>${table("Year")}`] });
    const [, ...followed] = parts.slice(0, -1);
    for (const { html } of followed) assert.match(html, /^<table><thead><tr><th(?: id="c\d+")?>Year/);
  }
  const { parts: [, long] } = await readBook({ chapters: [table("Long ".repeat(400))] });
  assert.match(long.html, /^<table><tbody>/);
});

Deno.test("Parts of notes, each of which leads back to where it is referred to, are no longer than others", async () => {
  const numbers = Array.from({ length: 300 }, (_, n) => n);
  const refs = numbers.map((n) => `<a epub:type="noteref" href="#n${n}">${n}</a>`).join("");
  const notes = numbers.map((n) => `<aside epub:type="footnote" id="n${n}"><p>Note</p></aside>`).join("");
  const { html, parts } = await readBook({ chapters: [`<p>${refs}</p>${notes}`] });
  assert.ok(parts.length > 1);
  assert.equal(html.match(/doc-backlink/g)?.length, 300);
});

Deno.test("The descriptions of pictures count as what they are written as, in heads that are repeated too", async () => {
  const picture = `<img src="none.png" alt="${"&quot;".repeat(1000)}"/>`;
  await readBook({ chapters: [`<p>${picture.repeat(60)}</p>`] });
  const rows = `<tr><td>${"Cell ".repeat(100)}</td></tr>`.repeat(60);
  const { parts } = await readBook({
    chapters: [`<table><thead><tr><th>${picture}</th></tr></thead><tbody>${rows}</tbody></table>`],
  });
  assert.deepEqual(parts.map(({ html }) => html.includes("<thead>")), [true, ...parts.slice(1).map(() => false)]);
});

Deno.test("Contents and pages lead to their places", async () => {
  const nav = xhtml(
    `<nav epub:type="toc"><ol><li><a href="text/ch1.xhtml">One</a><ol><li><a href="text/ch2.xhtml#x">Two</a></li></ol></li></ol></nav>` +
      `<nav epub:type="page-list"><ol><li><a href="text/ch2.xhtml">ii</a></li></ol></nav>`,
  );
  const { text } = await readBook({
    chapters: ["<p>aaa</p>", `<p>bbb</p><p id="x">ccc</p>`],
    files: { "OEBPS/nav.xhtml": nav },
    manifest: `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>`,
  });
  assert.deepEqual(text.sections, [{ title: "One", level: 1, from: 0 }, { title: "Two", level: 2, from: 666_666_666 }]);
  assert.deepEqual(text.printPages, [{ label: "ii", from: 333_333_333 }]);
});

Deno.test("Contents are those of the NCX where there is no nav, else the headings", async () => {
  const ncx =
    `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Start</text></navLabel>` +
    `<content src="text/ch1.xhtml"/></navPoint></navMap></ncx>`;
  const chapters = ["<h1>One</h1><h2>Two</h2>"];
  const manifest = `<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>`;
  const both = await readBook({ chapters, manifest, files: { "OEBPS/toc.ncx": ncx } });
  assert.deepEqual(both.text.sections.map(({ title }) => title), ["Start"]);
  const none = await readBook({ chapters });
  assert.deepEqual(none.text.sections.map(({ title, level }) => [title, level]), [["One", 1], ["Two", 2]]);
});

Deno.test("A book of EPUB 2 without contents and headings has the parts that its guide names", async () => {
  const package2 = `<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest>` +
    `<item id="a" href="text/ch1.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine>` +
    `<guide><reference type="text" title="Begin reading" href="text/ch1.xhtml#x"/><reference type="toc" href="none"/></guide></package>`;
  const { text } = await readBook({ chapters: [`<p>a</p><p id="x">b</p>`], files: { "OEBPS/book.opf": package2 } });
  assert.deepEqual(text.sections, [{ title: "Begin reading", level: 1, from: 500_000_000 }]);
});

Deno.test("Addresses are relative to their file, wherever the package is", async () => {
  const book = `<package xmlns="http://www.idpf.org/2007/opf"><metadata/><manifest>` +
    `<item id="a" href="../te%20xt/%C3%A9.xhtml" media-type="application/xhtml+xml"/></manifest>` +
    `<spine><itemref idref="a"/></spine></package>`;
  const { html } = await readBook({
    chapters: [],
    files: {
      "META-INF/container.xml": container("a/b/book.opf"),
      "a/b/book.opf": book,
      "a/te xt/é.xhtml": xhtml(`<p id="x">a <a href="../te%20xt/%c3%a9.xhtml#x">b</a></p>`),
    },
  });
  assert.equal(html, `<p id="c0">a <a href="?at=0#c0">b</a></p>`);
});

Deno.test("The main title, the order of the spine, what is not linear last", async () => {
  const { text, html } = await readBook({
    chapters: ["<p>1</p>", "<p>2</p>"],
    metadata: `<dc:title id="t">Main</dc:title><meta refines="#t" property="title-type">main</meta>`,
    spine: `<itemref idref="ch1" linear="no"/><itemref idref="ch2"/><itemref idref="unknown"/>`,
  });
  assert.deepEqual([text.title, text.language], ["Main", "en"]);
  assert.equal(html, `<p id="c0">2</p><p id="c2">1</p>`);
});

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

Deno.test("A picture may be within its address, and another stands for one that cannot be read", async () => {
  const { html, pictures } = await readBook({
    chapters: [`<p><img src="data:image/png;base64,${png}" alt="1"/><img src="../a.psd" alt="2"/></p>`],
    files: { "OEBPS/a.psd": "8BPS", "OEBPS/a.png": Uint8Array.fromBase64(png) },
    manifest:
      `<item id="a" href="a.psd" media-type="image/x" fallback="b"/><item id="b" href="a.png" media-type="image/png"/>`,
  });
  assert.equal(pictures.length, 2);
  assert.match(html, /src="pictures\/0".*src="pictures\/1"/);
});

Deno.test("A picture that stands for several is encoded and stored once", async () => {
  const { html, pictures } = await readBook({
    chapters: [`<p><img src="../1.psd" alt="1"/><img src="../2.psd" alt="2"/><img src="../a.png" alt="3"/></p>`],
    files: { "OEBPS/a.png": Uint8Array.fromBase64(png), "OEBPS/1.psd": "8BPS" },
    manifest: `<item id="a" href="a.png" media-type="image/png"/>` +
      ["1", "2"].map((n) => `<item id="x${n}" href="${n}.psd" media-type="image/x" fallback="a"/>`).join(""),
  });
  assert.equal(pictures.length, 1);
  assert.equal(html.match(/src="pictures\/0" width="1"/g)?.length, 3);
});

Deno.test("A thread of its own reads a file, waits for who takes its parts, and can be stopped", async () => {
  const file = epubOf({
    chapters: [`<p><img src="../dot.png" alt="A dot"/></p>`],
    manifest: `<item id="dot" href="dot.png" media-type="image/png"/>`,
    files: { "OEBPS/dot.png": Uint8Array.fromBase64(png) },
  });
  using book = await openText(file.slice());
  assert.equal(book.title, "A book");
  const taken: string[] = [];
  await book.read({
    part: ({ html }) => Promise.resolve(void taken.push(html)),
    picture: ({ number, bytes }) =>
      Promise.resolve(void taken.push(`${number}: ${new TextDecoder().decode(bytes.slice(8, 12))}`)),
  });
  assert.deepEqual(taken, [
    "0: WEBP",
    `<p id="c0"><img src="pictures/0" width="1" height="1" loading="lazy" alt="A dot"></p>`,
  ]);
  using large = await openText(
    epubOf({ chapters: ["<p>a</p>"] }, [{ path: "film.mp4", content: new Uint8Array(20_000_000), isStored: true }]),
  );
  assert.equal((await large.read({ part: () => Promise.resolve(), picture: () => Promise.resolve() })).characters, 2);
  await assert.rejects(
    openText(new Uint8Array(10)),
    (error) => error instanceof BadRequest && error.code === "invalid_text",
  );
  await assert.rejects(openText(file, { stopped: AbortSignal.abort(new Error("stopped")) }), /stopped/);
});
