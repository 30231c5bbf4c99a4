import assert from "node:assert/strict";
import { parsePlainBook } from "../../../server/library/epub/plain_book.ts";
import { firstBook, readFirstBook } from "../../../server/library/epub/first_book.ts";
import { writeEpub } from "../../../server/library/epub/write_epub.ts";
import { plainText } from "../../support/epubs.ts";

const book = plainText(
  `# One <first>

It _was_ a *dark* & “stormy” night.

> >> 1st May

> Dear Grace

> >> Ada

The end.`,
  "Cards & Looms",
);

/** The files of a ZIP whose entries are not compressed, by its headers alone. */
function filesOf(zip: Uint8Array): Map<string, string> {
  const view = new DataView(zip.buffer);
  const text = (from: number, length: number) => new TextDecoder().decode(zip.subarray(from, from + length));
  const end = zip.length - 22;
  assert.equal(view.getUint32(end, true), 0x06054b50);
  const files = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let n = view.getUint16(end + 10, true); n > 0; n--) {
    const [size, name, extra, comment] = [24, 28, 30, 32].map((field, i) =>
      i === 0 ? view.getUint32(at + field, true) : view.getUint16(at + field, true)
    );
    assert.equal(view.getUint16(at + 10, true), 0, "stored as it is");
    const local = view.getUint32(at + 42, true);
    const content = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.set(text(at + 46, name), text(content, size));
    at += 46 + name + extra + comment;
  }
  return files;
}

Deno.test("a text file becomes an EPUB with a package, contents and a document for each chapter, always the same", async () => {
  const zip = await writeEpub(parsePlainBook(book));
  const files = filesOf(zip);
  assert.deepEqual([...files.keys()], [
    "mimetype",
    "META-INF/container.xml",
    "EPUB/package.opf",
    "EPUB/nav.xhtml",
    "EPUB/title.xhtml",
    "EPUB/chapter-1.xhtml",
  ]);
  assert.equal(new TextDecoder().decode(zip.subarray(30, 58)), "mimetypeapplication/epub+zip");
  assert.match(
    files.get("EPUB/package.opf")!,
    /<dc:title>Cards &amp; Looms<[^]*<dc:source>https:\/\/example.org\/looms</,
  );
  assert.match(files.get("EPUB/nav.xhtml")!, /<li><a href="chapter-1.xhtml">One &lt;first&gt;<\/a><\/li>/);
  assert.match(
    files.get("EPUB/chapter-1.xhtml")!,
    /<h2>One &lt;first&gt;<\/h2>\n<p>It <em>was<\/em> a <strong>dark<\/strong> &amp; “stormy” night.<\/p>\n<blockquote>\n<p class="signature">1st May<\/p>\n<p>Dear Grace<\/p>\n<p class="signature">Ada<\/p>\n<\/blockquote>\n<p>The end.<\/p>/,
  );
  assert.deepEqual(await writeEpub(parsePlainBook(book)), zip);
});

Deno.test("a text file without one of its first lines is refused with the name of that", () => {
  assert.throws(() => parsePlainBook(book.replace(/Language.*\n/, "")), {
    message: "The book has no line for its language.",
  });
  assert.throws(() => parsePlainBook(book.replace(/# .*/, "")), /before the first chapter: It _was_/);
});

Deno.test("the demo's book has its source, its chapters, its letters, and nothing of those who transcribed it", async () => {
  const { source, rights, chapters } = await readFirstBook();
  assert.match(source, /^https:\/\/github\.com\/standardebooks\//);
  assert.match(rights, /public domain/);
  assert.deepEqual(chapters.map(({ title }) => title), [
    "Story of the Door",
    "Search for Mr. Hyde",
    "Dr. Jekyll Was Quite at Ease",
    "The Carew Murder Case",
    "Incident of the Letter",
    "Remarkable Incident of Dr. Lanyon",
    "Incident at the Window",
    "The Last Night",
    "Dr. Lanyon’s Narrative",
    "Henry Jekyll’s Full Statement of the Case",
  ]);
  const blocks = chapters.flatMap(({ blocks }) => blocks);
  const text = blocks.map(({ text }) => text).join("\n");
  assert.match(blocks[0].text, /^Mr\. Utterson the lawyer was a man of a rugged countenance/);
  assert.match(blocks.at(-1)!.text, /I bring the life of that unhappy Henry Jekyll to an end\.$/);
  assert.ok(text.length > 130_000 && text.length < 145_000);
  assert.equal(blocks.filter(({ quoted, atEnd }) => quoted && atEnd).length, 5);
  assert.doesNotMatch(text, /Gutenberg|Standard Ebooks|www\.|[<>{}\u2060\u00a0]/);
  assert.ok((await firstBook()).length < 200_000);
});
