/** EPUBs for tests, right ones and wrong ones. */
import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipFile {
  path: string;
  content: string | Uint8Array;
  /** What its entry says instead of what is so. */
  says?: { size?: number; method?: number; flags?: number; path?: string; offset?: number };
  isStored?: boolean;
}

/** A ZIP file of exactly these entries, however wrong. */
export function zipOf(files: ZipFile[], { before = "", after = "" } = {}): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [Buffer.from(before)];
  const central: Uint8Array[] = [];
  let at = pieces[0].length;
  for (const { path, content, says, isStored } of files) {
    const bytes = Buffer.from(content as string);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const name = Buffer.from(path);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(says?.flags ?? 0x800, 2);
    shared.writeUInt16LE(says?.method ?? (isStored ? 0 : 8), 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(says?.size ?? bytes.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(says?.offset ?? at, 10);
    central.push(Buffer.from("PK\x01\x02\x14\0", "latin1"), shared, offset, Buffer.from(says?.path ?? path));
    const local = [Buffer.from("PK\x03\x04", "latin1"), shared, name, packed];
    pieces.push(...local);
    at += local.reduce((sum, { length }) => sum + length, 0);
  }
  const size = central.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(Math.min(files.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(files.length, 0xffff), 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...pieces, ...central, end, Buffer.from(after)]));
}

export interface Book {
  /** Of each document what is in its body, or the whole of it where it begins with `<?xml` or `<!DOCTYPE`. */
  chapters: string[];
  title?: string;
  metadata?: string;
  /** Other files, which replace those of the same path. */
  files?: Record<string, string | Uint8Array>;
  /** More of the manifest, and the spine's references in place of the chapters'. */
  manifest?: string;
  spine?: string;
}

export const container = (path = "OEBPS/book.opf") =>
  `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>` +
  `<rootfile full-path="${path}" media-type="application/oebps-package+xml"/></rootfiles></container>`;

export const xhtml = (body: string, head = "") =>
  `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" ` +
  `xmlns:epub="http://www.idpf.org/2007/ops"><head><title>A title</title>${head}</head><body>${body}</body></html>`;

export function filesOf({ chapters, title = "A book", metadata = "", files = {}, manifest = "", spine }: Book) {
  const ids = chapters.map((_, n) => `ch${n + 1}`);
  const items = ids.map((id) => `<item id="${id}" href="text/${id}.xhtml" media-type="application/xhtml+xml"/>`);
  const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">` +
    `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title>` +
    `<dc:language>en</dc:language>${metadata}</metadata><manifest>${items.join("")}${manifest}</manifest>` +
    `<spine>${spine ?? ids.map((id) => `<itemref idref="${id}"/>`).join("")}</spine></package>`;
  return {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": container(),
    "OEBPS/book.opf": opf,
    ...Object.fromEntries(chapters.map((body, n) => [
      `OEBPS/text/${ids[n]}.xhtml`,
      /^(?:\ufeff)?(?:<\?xml|<!DOCTYPE)/.test(body) ? body : xhtml(body),
    ])),
    ...files,
  };
}

export const epubOf = (book: Book, more: ZipFile[] = []): Uint8Array<ArrayBuffer> =>
  zipOf([
    ...Object.entries(filesOf(book)).map(([path, content]) => ({ path, content, isStored: path === "mimetype" })),
    ...more,
  ]);

/** A book as a text file (`library/epub/plain_book.ts`). @param body its chapters and paragraphs */
export const plainText = (body: string, title = "Looms"): string =>
  `Title: ${title}
Author: Ada Lovelace
Language: en
Published: 1843
Source: https://example.org/looms
Revision: 1
Modified: 2026-01-02
Rights: Public domain.

${body}
`;
