/** An EPUB, opened and read from its beginning to its end. */
import { epub as limits } from "../../contract/books/text_limits.ts";
import { placeOf } from "../../contract/books/text_places.ts";
import { epubTexts as texts } from "../../contract/books/text_texts.ts";
import { textEnd } from "../../contract/reading/positions.ts";
import { Chapter } from "./chapter.ts";
import { type Container, openContainer } from "./container.ts";
import type { ReadPart, ReadPicture, ReadText } from "./epub.ts";
import { parseHtml } from "./html.ts";
import { type Entry, readNavigation } from "./navigation.ts";
import { openPackage, type Package } from "./package.ts";
import { Parts } from "./parts.ts";
import { Pictures, type ShownPicture } from "./pictures.ts";
import { keyOf, References } from "./references.ts";
import { refusal } from "./refusal.ts";
import { readStyles, type Styles } from "./styles.ts";
import { decoded, type Events, NotWellFormed, parseXml } from "./xml.ts";

export type Publication = Awaited<ReturnType<typeof openPublication>>;

/** @throws Refusal for what is refused without reading its text */
export async function openPublication(file: Uint8Array) {
  const container = await openContainer(file);
  const book = await openPackage(container);
  if (book.spine.length === 0) throw refusal(texts.noText);
  return { title: book.title, read: () => read(container, book) };
}

/** Its pictures, then its parts: these say how large those are. */
async function* read(
  container: Container,
  book: Package,
): AsyncGenerator<{ picture: ReadPicture } | { part: ReadPart }, ReadText> {
  const navigation = await readNavigation(container, book);
  const references = new References();
  const parts = await readParts(container, { book, references });
  const characters = parts.offset;
  if (characters === 0) throw refusal(texts.noText);
  const read = new Map<number, ShownPicture>();
  const pictures = new Pictures(container, book);
  for (const [number, path] of references.pictures.entries()) {
    const { shown, bytes } = await pictures.at(path, number);
    if (shown) read.set(number, shown);
    if (bytes) yield { picture: { number, bytes } };
  }
  const atMost = (at: number) => placeOf(characters, Math.min(at, parts.last));
  // What stands at the end of the text leads to its last block.
  for (const [key, at] of references.ids) if (at > parts.last) references.ids.set(key, parts.last);
  let number = 0;
  for (const { from, html, plain } of parts.waiting.taken()) {
    const to = from + plain.length;
    yield {
      part: {
        number: number++,
        fromPlace: placeOf(characters, from),
        toPlace: to === characters ? textEnd : placeOf(characters, to),
        html: references.resolved(html, { placeOf: atMost, read }),
        plain,
      },
    };
  }
  const found = (entries: Entry[]) =>
    entries.flatMap(({ target, ...entry }) => {
      const at = references.ids.get(keyOf(target)) ?? references.ids.get(target.path);
      return at === undefined ? [] : [{ ...entry, from: atMost(at) }];
    }).sort((a, b) => a.from - b.from);
  const contents = found(navigation.contents);
  const headings = references.headings.map(({ at, ...heading }) => ({ ...heading, from: atMost(at) }));
  const guide = found(book.guide.map((entry) => ({ ...entry, level: 1 })));
  const sections = [contents, headings, guide].find(({ length }) => length > 0) ?? [];
  const listed = found(navigation.pages).map(({ title: label, from }) => ({ label: label.slice(0, 20), from }));
  const marked = references.pages.map(({ label, at }) => ({
    label,
    from: placeOf(characters, Math.min(at, characters)),
  }));
  const printPages = listed.length > 0 ? listed : marked;
  return {
    title: book.title,
    language: book.language,
    characters,
    sections,
    printPages: printPages.length > 0 ? printPages : null,
  };
}

async function readParts(container: Container, { book, references }: { book: Package; references: References }) {
  await refuseLarge(container, book);
  const parts = new Parts();
  const sheets = await readSheets(container, book);
  for (const path of book.spine) {
    parts.beginChapter();
    const events = new Chapter(path, { language: book.language, parts, references, sheets });
    parseText(await documentAt(container, path), { path, events });
    events.finish();
  }
  parts.finish();
  return parts;
}

async function documentAt(container: Container, path: string): Promise<Uint8Array> {
  const bytes = await container.read(path, limits.chapter);
  if (!bytes) throw refusal(texts.missing(path));
  return bytes;
}

/** Before any is parsed, and each only once however often it is read: to count is a hundred times faster. */
async function refuseLarge(container: Container, { spine }: Package): Promise<void> {
  const sizes = new Map<string, { bytes: number; elements: number }>();
  const sum = { bytes: 0, elements: 0 };
  for (const path of spine) {
    let size = sizes.get(path);
    if (!size) {
      const bytes = await documentAt(container, path);
      size = { bytes: bytes.length, elements: startsIn(bytes) };
      sizes.set(path, size);
    }
    sum.bytes += size.bytes;
    sum.elements += size.elements;
    if (sum.bytes > limits.documents || sum.elements > limits.bookElements) throw refusal(texts.tooMuchMarkup);
  }
}

/** How many elements and comments may begin in it. */
function startsIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(lessThan); at >= 0; at = bytes.indexOf(lessThan, at + 1)) {
    if (bytes[at + 1] !== slash) count++;
  }
  return count;
}

const [lessThan, slash] = [0x3c, 0x2f];

const nothing: Events = { open() {}, text() {}, close() {} };

/** Strictly where that is possible, which a first pass finds out: what was made of a half cannot be taken back. */
function parseText(bytes: Uint8Array, { path, events }: { path: string; events: Events }): void {
  try {
    parseXml(bytes, { path, events: nothing });
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error;
    return parseHtml(decoded(bytes), { path, events });
  }
  parseXml(bytes, { path, events });
}

async function readSheets(container: Container, { types }: Package): Promise<Map<string, Styles>> {
  const sheets = new Map<string, Styles>();
  let bytes = 0;
  for (const [path, type] of types) {
    if (type !== "text/css" || bytes > limits.styles.all) continue;
    const sheet = await container.read(path, limits.styles.bytes).catch(() => undefined);
    if (!sheet) continue;
    bytes += sheet.length;
    const styles: Styles = new Map();
    readStyles(decoded(sheet), styles);
    sheets.set(path, styles);
  }
  return sheets;
}
