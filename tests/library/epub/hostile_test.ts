import assert from "node:assert/strict";
import sharp from "sharp";
import { dataUrl } from "../../media/pictures.ts";
import { container, epubOf, filesOf, type ZipFile, zipOf } from "../../support/epubs.ts";
import { WaitingParts } from "../../../server/library/epub/waiting_parts.ts";
import { htmlOf, readBook, readFile, refusalOf } from "./read.ts";

const events =
  ("abort animationend auxclick beforeinput blur change click close contextmenu copy cut dblclick drag drop " +
    "error focus focusin hashchange input invalid keydown keyup load message mousedown mouseover paste pointerdown " +
    "popstate reset resize scroll select submit toggle touchstart transitionend unload wheel").split(" ");
const named =
  ("p div span a img b i em strong td table ul li blockquote pre code h1 section figure svg math ruby input " +
    "button form video audio details object br hr").split(" ");
const addresses = [
  "javascript:alert(1)",
  " javascript:alert(1)",
  "\u0001javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java&#9;script:alert(1)",
  "java&#10;script:alert(1)",
  "javascript&#58;alert(1)",
  "&#106;avascript:alert(1)",
  "javascript&colon;alert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;",
  "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
  "data:image/svg+xml,&lt;svg onload='alert(1)'/&gt;",
  "blob:https://example.com/1",
  "file:///etc/passwd",
  "filesystem:http://example.com/x",
  "//example.com/x",
  "\\\\example.com\\x",
  "http://user:password@example.com/",
  "https:example.com",
  "view-source:http://example.com",
  "about:blank",
  "ws://example.com",
  "epub://other/x",
  "../../../../etc/passwd",
  "%2e%2e/%2e%2e/x",
  "feed:javascript:alert(1)",
  "jar:http://example.com!/x",
];
const markup = [
  `<script>alert(1)</script>`,
  `<script src="x.js"/>`,
  `<script><![CDATA[</script><img src=x onerror=alert(1)>]]></script>`,
  `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`,
  `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="x"/></foreignObject></svg>`,
  `<svg xmlns="http://www.w3.org/2000/svg"><a xlink:href="javascript:1" xmlns:xlink="http://www.w3.org/1999/xlink"><text>x</text></a></svg>`,
  `<svg xmlns="http://www.w3.org/2000/svg"><use href="data:image/svg+xml,x"/><animate attributeName="href" to="javascript:1"/></svg>`,
  `<svg xmlns="http://www.w3.org/2000/svg"><style>@import "http://example.com/x.css";</style></svg>`,
  `<svg xmlns="http://www.w3.org/2000/svg"><title>&lt;script&gt;alert(1)&lt;/script&gt;</title></svg>`,
  `<svg xmlns="http://www.w3.org/2000/svg"><image href="http://example.com/x.png"/></svg>`,
  `<math xmlns="http://www.w3.org/1998/Math/MathML"><maction actiontype="statusline"><mi>x</mi></maction></math>`,
  `<math xmlns="http://www.w3.org/1998/Math/MathML" href="javascript:1"><mi href="javascript:1" onclick="x">x</mi></math>`,
  `<math xmlns="http://www.w3.org/1998/Math/MathML"><annotation-xml encoding="text/html"><script xmlns="http://www.w3.org/1999/xhtml">1</script></annotation-xml></math>`,
  `<math xmlns="http://www.w3.org/1998/Math/MathML"><mtext><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="1"/>x</mtext></math>`,
  `<math xmlns="http://www.w3.org/1998/Math/MathML"><mglyph src="http://example.com/x"/><mi>x</mi></math>`,
  `<iframe src="http://example.com/"></iframe>`,
  `<iframe srcdoc="&lt;script&gt;1&lt;/script&gt;">within</iframe>`,
  `<object data="x.swf"><param name="movie" value="x"/>fallback</object>`,
  `<object type="image/svg+xml" data="x.svg">fallback</object>`,
  `<embed src="x.swf"/>`,
  `<applet code="x">old</applet>`,
  `<form action="http://example.com/"><input name="a" autofocus="" onfocus="1"/><button formaction="javascript:1">go</button></form>`,
  `<textarea>&lt;/textarea&gt;&lt;script&gt;1</textarea>`,
  `<base href="http://example.com/"/>`,
  `<meta http-equiv="refresh" content="0;url=javascript:1"/>`,
  `<link rel="stylesheet" href="http://example.com/x.css"/>`,
  `<style>@import url(http://example.com/x.css); p { background: url(http://example.com/x) }</style>`,
  `<p style="background:url(javascript:1);behavior:url(x);position:fixed">x</p>`,
  `<img src="http://example.com/x.png" srcset="http://example.com/y.png 2x" alt="described"/>`,
  `<img src="x.png" alt="&quot;&gt;&lt;script&gt;1&lt;/script&gt;"/>`,
  `<video poster="http://example.com/x" src="http://example.com/y" autoplay=""/>`,
  `<audio src="http://example.com/x" onloadstart="1"/>`,
  `<picture><source srcset="http://example.com/x"/><img src="y" alt=""/></picture>`,
  `<template><script>1</script></template>`,
  `<noscript><p title="&lt;/noscript&gt;&lt;img src=x onerror=1&gt;">x</p></noscript>`,
  `<a href="#x" target="_top" ping="http://example.com/" download="x">x</a>`,
  `<p id="c0" class="note back" name="body">x</p>`,
  `<p id="__proto__">x</p><a href="#__proto__">x</a><a href="#constructor">y</a>`,
  `<abbr title="&quot; onclick=&quot;alert(1)">x</abbr>`,
  `<p lang="&quot;&gt;&lt;script&gt;" dir="&quot; onclick=1">x</p>`,
  `<table background="javascript:1"><tr><td colspan="1000000000" rowspan="-1">x</td></tr></table>`,
  `<ol start="99999999999999999999"><li value="1e9">x</li></ol>`,
  `<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt;b&amp;gt;</p>`,
  `<plaintext/>`,
  `<xmp>&lt;script&gt;</xmp>`,
  `<marquee onstart="1">x</marquee>`,
  `<x xmlns="constructor" a:b="1" xmlns:a="toString">&constructor;</x>`,
  `<constructor>x</constructor><toString>y</toString><__proto__>z</__proto__>`,
  `<p>\u0085\u2028\ufeff\u202e\ufffe</p>`.replace("\ufffe", ""),
  `<!-- --><script>1</script><!-- -->`,
  `<?php system("x"); ?>`,
  `<p><![CDATA[<script>alert(1)</script>]]></p>`,
  // Not well-formed: read as HTML.
  `<p>open<script>alert(1)</script>`,
  `<p><b>x</p></b><img src=x onerror=alert(1)>`,
  `<svg><p><style><!--</style><img title="--><img src=1 onerror=alert(1)>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
  `<a href="javascript:alert(1)"x=<b>y`,
  `<table><p>foster<td>x<script>1`,
  `<select><template><script>1</script>`,
  `<p>nul \0 within & without`,
  `<p title='"><script>alert(1)</script>'>x & y`,
  `<<script>alert(1)//<</script>`,
  `<img """><script>alert(1)</script>">`,
  `<p>&unknown; &#0; &#xD800; &#x110000;`,
];

Deno.test("Whatever stands in a chapter, parts have only what is allowed", async () => {
  const cases = [
    ...markup,
    ...addresses.map((address) => `<p><a href="${address}">link</a><img src="${address}" alt="picture"/></p>`),
    ...events.map((event) => `<p on${event}="alert(1)"><b ON${event}="alert(1)">x</b></p>`),
    ...named.map((name) =>
      `<${name} onclick="alert(1)" style="x" formaction="javascript:1" xlink:href="javascript:1">x</${name}>`
    ),
  ];
  for (const body of cases) {
    const html = await htmlOf(`${body}<p>The end.</p>`, "<p>Another.</p>");
    assert.doesNotMatch(html, /<script/i, body);
    assert.match(html, /Another\./);
  }
});

Deno.test("The text around what is left out stays", async () => {
  assert.equal(await htmlOf(`<p>a<script>b</script>c <button>d</button></p>`), `<p id="c0">ac d</p>`);
});

const good = { chapters: ["<p>Text</p>"] };
const zipFiles = (files: Record<string, string | Uint8Array>): ZipFile[] =>
  Object.entries(files).map(([path, content]) => ({ path, content }));
const replaced = (files: Record<string, string | Uint8Array>) => epubOf({ ...good, files });
const without = (path: string) => zipOf(zipFiles(filesOf(good)).filter((file) => file.path !== path));
const entities = (declared: string, body = "<p>&a;</p>") =>
  epubOf({
    chapters: [
      `<?xml version="1.0"?><!DOCTYPE html [${declared}]><html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`,
    ],
  });
const encryption = (algorithm: string) =>
  `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/></EncryptedData></encryption>`;

const refused: [string, () => Uint8Array, RegExp][] = [
  ["an empty file", () => new Uint8Array(), /not an EPUB/],
  ["a PDF", () => new TextEncoder().encode("%PDF-1.7 …"), /not an EPUB/],
  [
    "a ZIP file behind HTML",
    () => zipOf(zipFiles(filesOf(good)), { before: "<script>alert(1)</script>" }),
    /not an EPUB/,
  ],
  ["a ZIP file behind a PDF", () => zipOf(zipFiles(filesOf(good)), { before: "%PDF-1.7\n" }), /not an EPUB/],
  ["a ZIP file before a PDF", () => zipOf(zipFiles(filesOf(good)), { after: "%PDF-1.7\n" }), /damaged/],
  ["a half", () => epubOf(good).slice(0, 500), /damaged/],
  ["another ZIP file", () => zipOf([{ path: "a.txt", content: "a" }]), /something else/],
  [
    "another kind in a container",
    () => replaced({ mimetype: "application/vnd.oasis.opendocument.text" }),
    /something else/,
  ],
  ["no container", () => without("META-INF/container.xml"), /container\.xml/],
  ["no package", () => without("OEBPS/book.opf"), /OEBPS\/book\.opf is missing/],
  ["no chapter", () => without("OEBPS/text/ch1.xhtml"), /OEBPS\/text\/ch1\.xhtml is missing/],
  ["a container that is no XML", () => replaced({ "META-INF/container.xml": "<container" }), /well-formed/],
  ["a container of nothing", () => replaced({ "META-INF/container.xml": "<container/>" }), /does not say/],
  [
    "a package outside",
    () => replaced({ "META-INF/container.xml": container("https://example.com/x") }),
    /does not say/,
  ],
  ["a package of nothing", () => replaced({ "OEBPS/book.opf": "<package/>" }), /does not list/],
  ["a package that is too large", () => replaced({ "OEBPS/book.opf": noise(2_200_000) }), /larger than 2 MB/],
  ["no text", () => epubOf({ chapters: ["<p/>"] }), /no text/],
  ["an empty spine", () => epubOf({ ...good, spine: "" }), /no text/],
  ["a ring of fallbacks", () =>
    epubOf({
      chapters: [],
      manifest:
        `<item id="a" href="a" media-type="x/y" fallback="b"/><item id="b" href="b" media-type="x/y" fallback="a"/>`,
      spine: `<itemref idref="a"/>`,
    }), /no text/],
  ...["../x", "/etc/passwd", "C:/x", "a/../../x", "a\\..\\x", "a\0b", "./x"].map((path): typeof refused[number] => [
    `a path ${path}`,
    () => epubOf(good, [{ path, content: "x" }]),
    /leads out/,
  ]),
  ["the same name twice", () => epubOf(good, [{ path: "mimetype", content: "x" }]), /twice/],
  ["an encrypted entry", () => epubOf(good, [{ path: "x", content: "x", says: { flags: 1 } }]), /password/],
  ["another way to pack", () => epubOf(good, [{ path: "x", content: "x", says: { method: 12 } }]), /packed in a way/],
  ["a file that says it is 4 GB", () => epubOf(good, [{ path: "x", content: "x", says: { size: 4e9 } }]), /unpacks/],
  [
    "many that are 200 MB together",
    () => epubOf(good, [...Array(5)].map((_, n) => ({ path: `x${n}`, content: noise(60_000), says: { size: 50e6 } }))),
    /200 MB/,
  ],
  [
    "entries that overlap",
    () => epubOf(good, [...Array(3)].map((_, n) => ({ path: `x${n}`, content: "x", says: { offset: 0 } }))),
    /overlap/,
  ],
  [
    "10 001 entries",
    () => epubOf(good, [...Array(10_001)].map((_, n) => ({ path: `x${n}`, content: "", isStored: true }))),
    /10,000/,
  ],
  ["a chapter that says it is small", () => {
    const path = "OEBPS/text/ch1.xhtml";
    const files = zipFiles(filesOf({ chapters: [`<p>${"a".repeat(11_000_000)}</p>`] }));
    return zipOf(files.map((file) => file.path === path ? { ...file, says: { size: 100 } } : file));
  }, /ch1\.xhtml is larger than 10 MB/],
  [
    "a chapter of 100 MB",
    () => epubOf({ chapters: [`<p>${"a".repeat(100_000_000)}</p>`] }),
    /ch1\.xhtml (?:unpacks|is larger)/,
  ],
  ["entities within entities", () => entities(`<!ENTITY b "x"><!ENTITY a "&b;&b;">`), /entities within entities/],
  ["an entity of parameters", () => entities(`<!ENTITY % b "x"><!ENTITY a "%b;">`), /entities within entities/],
  ["very many entities", () => entities([...Array(200)].map((_, n) => `<!ENTITY a${n} "x">`).join("")), /entities/],
  ["a long entity", () => entities(`<!ENTITY a "${"x".repeat(10_000)}">`), /entities/],
  [
    "a bomb in the package",
    () => replaced({ "OEBPS/book.opf": `<!DOCTYPE x [<!ENTITY a "1"><!ENTITY b "&a;&a;">]><x>&b;</x>` }),
    /entities/,
  ],
  [
    "elements 10 000 deep",
    () => epubOf({ chapters: ["<div>".repeat(10_000) + "x" + "</div>".repeat(10_000)] }),
    /deep/,
  ],
  ["elements 100 000 deep in HTML", () => epubOf({ chapters: ["<div>".repeat(100_000) + "x"] }), /deep/],
  ["a package 10 000 deep", () => replaced({ "OEBPS/book.opf": "<a>".repeat(10_000) }), /deep/],
  [
    "100 000 attributes",
    () => epubOf({ chapters: [`<p ${[...Array(100_000)].map((_, n) => `a${n}=""`).join(" ")}>x</p>`] }),
    /attributes/,
  ],
  [
    "a package of 400 000 elements",
    () => replaced({ "OEBPS/book.opf": `<package>${"<a/>".repeat(400_000)}</package>` }),
    /40,000 elements/,
  ],
  ["20 000 items", () => epubOf({ ...good, manifest: `<item id="a" href="b"/>`.repeat(20_000) }), /10,000 files/],
  [
    "ADEPT",
    () =>
      replaced({
        "META-INF/rights.xml": `<rights><x xmlns="http://ns.adobe.com/adept"/></rights>`,
        "META-INF/encryption.xml": encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc"),
      }),
    /Adobe ADEPT/,
  ],
  ["FairPlay", () => replaced({ "META-INF/sinf.xml": "<x/>" }), /Apple FairPlay/],
  [
    "LCP",
    () =>
      replaced({
        "META-INF/license.lcpl": "{}",
        "META-INF/encryption.xml": encryption("http://www.w3.org/2001/04/xmlenc#aes256-cbc"),
      }),
    /Readium LCP/,
  ],
  [
    "a chapter of empty elements that is read a thousand times",
    () => epubOf({ chapters: ["<b/>".repeat(100_000) + "<p>x</p>"], spine: '<itemref idref="ch1"/>'.repeat(1000) }),
    /too much markup/,
  ],
  [
    "a chapter of comments that is read a thousand times",
    () => epubOf({ chapters: ["<!---->".repeat(100_000) + "<p>x</p>"], spine: '<itemref idref="ch1"/>'.repeat(1000) }),
    /too much markup/,
  ],
  [
    "a small file of one chapter nine thousand times",
    () => epubOf({ chapters: ["<b/>".repeat(9000) + "<p>x</p>"], spine: '<itemref idref="ch1"/>'.repeat(9000) }),
    /too much markup/,
  ],
  [
    "elements that are opened again and again",
    () => epubOf({ chapters: ["<p & >" + "<table><b>".repeat(60_000) + "x"] }),
    /too much markup/,
  ],
  ["megabytes before the text", () => entities("<!ENTITY a ".repeat(100_000)), /entities/],
  ["another protection", () => replaced({ "META-INF/encryption.xml": encryption("urn:x") }), /unknown protection/],
];

/** What packs badly. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0, value = 1; at < length; at++) bytes[at] = (value = value * 48271 % 2147483647) & 0xff;
  return bytes;
}

Deno.test("What cannot be read is refused with a sentence that says what is wrong", async () => {
  for (const [name, file, sentence] of refused) {
    const refusal = await refusalOf(file());
    assert.match(refusal ?? "it was read", sentence, name);
  }
});

Deno.test("What is only odd is read", async () => {
  const odd: [string, Uint8Array, RegExp][] = [
    [
      "obfuscated fonts",
      replaced({ "META-INF/encryption.xml": encryption("http://www.idpf.org/2008/embedding") }),
      /Text/,
    ],
    [
      "an external entity",
      entities(`<!ENTITY a SYSTEM "file:///etc/passwd">`, "<p>Before &a;after</p>"),
      /Before after/,
    ],
    ["a simple entity", entities(`<!ENTITY a "Ada &#38; Grace">`), /Ada &amp; Grace/],
    ["an entity of a tag", entities(`<!ENTITY a "&#60;script&#62;">`), /&lt;script>/],
    ["entities of HTML", epubOf({ chapters: ["<p>caf&eacute;&nbsp;&mdash;</p>"] }), /café\u00a0—/],
    [
      "broken UTF-8",
      replaced({ "OEBPS/text/ch1.xhtml": new Uint8Array([0x3c, 0x70, 0x3e, 0xff, 0xc3, 0x61]) }),
      /\ufffda/,
    ],
    [
      "UTF-16",
      replaced({
        "OEBPS/text/ch1.xhtml": new Uint8Array(
          new Uint16Array([..."\ufeff<p>Texté</p>"].map((c) => c.charCodeAt(0))).buffer,
        ),
      }),
      /Texté/,
    ],
    [
      "ids that are there twice",
      epubOf({ chapters: [`<p id="a">1</p><p id="a">2</p><p><a href="#a">x</a></p>`] }),
      /#c0"/,
    ],
    [
      "a table of 10 000 cells",
      epubOf({ chapters: [`<table>${`<tr>${"<td>x</td><td/>".repeat(50)}</tr>`.repeat(100)}</table>`] }),
      /<td/,
    ],
    ["10 000 empty elements in a paragraph", epubOf({ chapters: [`<p>a${"<b/><i/>".repeat(10_000)}z</p>`] }), /z/],
    [
      "200 elements within each other",
      epubOf({ chapters: ["<blockquote><b>".repeat(100) + "x" + "</b></blockquote>".repeat(100)] }),
      /x/,
    ],
    ["no title", epubOf({ ...good, title: "" }), /Text/],
  ];
  for (const [name, file, shape] of odd) {
    const { html } = await readFile(file);
    assert.match(html, shape, name);
  }
});

Deno.test("No paragraph becomes a longer part by what stands in it beside its text", async () => {
  const quotes = '"'.repeat(200);
  const cases = {
    "elements whose beginnings are longer than a block": `${`<abbr title='${quotes}'>`.repeat(7)}x${
      "</abbr>".repeat(7)
    }`,
    "a link of letters that its address has as nine": `<a href="https://example.org/${"語".repeat(900)}">x</a>`,
    "marks of pages": `a${`<span epub:type="pagebreak" title='${quotes}'/>`.repeat(20_000)}x`,
    "places to break a line": `a${"<wbr/>".repeat(100_000)}x`,
    "what is escaped": `${"&amp;".repeat(6990)}x`,
  };
  for (const [name, within] of Object.entries(cases)) {
    const { parts } = await readBook({ chapters: [`<p>${within}</p>`] });
    assert.match(parts.map(({ plain }) => plain).join(""), /x\n$/, name);
  }
});

Deno.test("A text whose HTML is hundreds of times as long as it is refused", async () => {
  const opened = `<span lang="fr-aaaaaaaa-bbbbbbbb" dir="rtl"><b lang="de-aaaaaaaa-bbbbbbbb" dir="rtl">`.repeat(5);
  const chapter = opened + "<p>a</p>".repeat(20_000) + "</b></span>".repeat(5);
  const refusal = await refusalOf(epubOf({ chapters: [chapter] }));
  assert.match(refusal ?? "it was read", /too much markup/);
});

Deno.test("A paragraph of many thousand characters loses none of them where it is taken by pieces", async () => {
  const written = `${"🙂".repeat(20_001)} ${"word ".repeat(20_000)}end`;
  const { parts } = await readBook({ chapters: [`<p>a${written}</p>`] });
  const read = parts.map(({ plain }) => plain).join("");
  assert.equal(read.replaceAll(/\s/g, ""), `a${written}`.replaceAll(/\s/g, ""));
});

Deno.test("Nothing of a long attribute, comment or instruction gets into the text", async () => {
  const grain = sharp(noise(165_000), { raw: { width: 250, height: 220, channels: 3 } });
  const long = "a &amp; b ".repeat(20_000);
  const cases = [
    `<img src="${dataUrl(await grain.png().toBuffer())}" alt=""/>`,
    `<span title="${long}" class='${long}'/>`,
    `<!--${long}-->`,
    `<?php ${long}?>`,
  ];
  for (const within of cases) {
    assert.ok(within.length > 200_000);
    const { parts, pictures } = await readBook({ chapters: [`<p>Before${within}<![CDATA[ & after]]></p>`] });
    assert.deepEqual(parts.map(({ plain }) => plain), ["Before & after\n"]);
    assert.equal(pictures.length, within.startsWith("<img") ? 1 : 0);
  }
});

Deno.test("A text keeps all its entities and its CDATA where they are taken by pieces", async () => {
  const words = Array.from({ length: 10_000 }, (_, n) => `${n} & é`);
  const written = words.map((word) => word.replace("&", "&amp;").replace("é", "&eacute;")).join(" ");
  const { parts } = await readBook({
    chapters: [`<p>${written}<b>!</b> ${written} <![CDATA[${words.join(" ")}]]></p>`],
  });
  const read = parts.map(({ plain }) => plain).join("");
  const all = words.join(" ");
  assert.equal(read.replaceAll(/\s+/g, ""), `${all}! ${all} ${all}`.replaceAll(/\s+/g, ""));
});

Deno.test("A long paragraph without a blank becomes several blocks", async () => {
  const { parts } = await readBook({ chapters: [`<p>${"字".repeat(50_000)}</p>`] });
  assert.ok(parts.length > 5);
});

Deno.test("A long text waits packed and comes out as it went in", () => {
  const waiting = new WaitingParts();
  const parts = [...Array(5)].map((_, n) => ({
    from: n,
    html: `<p>\u0301é${n}</p>`.repeat(200_000),
    plain: `🙂${n}\n`.repeat(1000),
  }));
  for (const part of parts) waiting.push(part);
  assert.deepEqual([...waiting.taken()], parts);
});
