/** EPUB 3.3, section 4 and 5: a container, a package document, a navigation document, and a document a chapter. */
import { makeZip } from "client-zip";
import { escaped } from "../../contract/site/written_html.ts";
import type { PlainBlock, PlainBook, PlainChapter } from "./plain_book.ts";

/** An EPUB 3, with equal bytes each time that a book is written. */
export async function writeEpub(book: PlainBook): Promise<Uint8Array<ArrayBuffer>> {
  const files: [name: string, content: string][] = [
    // The first, so that programs know the file by its beginning.
    ["mimetype", "application/epub+zip"],
    ["META-INF/container.xml", container],
    ["EPUB/package.opf", packageOf(book)],
    ["EPUB/nav.xhtml", navOf(book)],
    ["EPUB/title.xhtml", titlePageOf(book)],
    ...book.chapters.map((chapter, n): [string, string] => [`EPUB/${nameOf(n)}`, chapterOf(book, chapter)]),
  ];
  // Noon: a ZIP has local times, and no zone.
  const lastModified = new Date(`${book.modified}T12:00:00`);
  const zip = makeZip(files.map(([name, input]) => ({ name, input, lastModified })));
  return new Uint8Array(await new Response(zip).arrayBuffer());
}

const nameOf = (chapter: number): string => `chapter-${chapter + 1}.xhtml`;

const declaration = `<?xml version="1.0" encoding="utf-8"?>\n`;

const container = `${declaration}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
`;

function packageOf({ title, author, language, source, revision, published, modified, rights, chapters }: PlainBook) {
  const documents = ["title.xhtml", ...chapters.map((_, n) => nameOf(n))];
  return `${declaration}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">${escaped(`${source}@${revision}`)}</dc:identifier>
    <dc:title>${escaped(title)}</dc:title>
    <dc:creator>${escaped(author)}</dc:creator>
    <dc:language>${escaped(language)}</dc:language>
    <dc:date>${escaped(published)}</dc:date>
    <dc:source>${escaped(source)}</dc:source>
    <dc:rights>${escaped(rights)}</dc:rights>
    <meta property="dcterms:modified">${escaped(modified)}T00:00:00Z</meta>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
${documents.map((name, n) => `    <item id="d${n}" href="${name}" media-type="application/xhtml+xml"/>`).join("\n")}
  </manifest>
  <spine>
${documents.map((_, n) => `    <itemref idref="d${n}"/>`).join("\n")}
  </spine>
</package>
`;
}

const navOf = (book: PlainBook): string =>
  documentOf(
    book,
    book.title,
    `<nav epub:type="toc"><h1>Contents</h1><ol>
${book.chapters.map(({ title }, n) => `<li><a href="${nameOf(n)}">${escaped(title)}</a></li>`).join("\n")}
</ol></nav>`,
  );

const titlePageOf = (book: PlainBook): string =>
  documentOf(
    book,
    book.title,
    `<section epub:type="titlepage"><h1>${escaped(book.title)}</h1><p>${escaped(book.author)}</p></section>`,
  );

function chapterOf(book: PlainBook, { title, blocks }: PlainChapter): string {
  const content = blocks.map((block, n) => {
    const begins = block.quoted && !blocks[n - 1]?.quoted;
    const ends = block.quoted && !blocks[n + 1]?.quoted;
    return `${begins ? "<blockquote>\n" : ""}${paragraphOf(block)}${ends ? "\n</blockquote>" : ""}`;
  });
  const chapter = `<section epub:type="chapter"><h2>${escaped(title)}</h2>\n${content.join("\n")}\n</section>`;
  return documentOf(book, title, chapter);
}

const paragraphOf = ({ text, atEnd }: PlainBlock): string =>
  `<p${atEnd ? ` class="signature"` : ""}>${emphasized(escaped(text))}</p>`;

const emphasized = (text: string): string =>
  text.replace(/_([^_]+)_/g, "<em>$1</em>").replace(/\*([^*]+)\*/g, "<strong>$1</strong>");

const documentOf = ({ language }: PlainBook, title: string, body: string): string =>
  `${declaration}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${
    escaped(language)
  }">
<head><title>${escaped(title)}</title></head>
<body>
${body}
</body>
</html>
`;
