import { Buffer } from "node:buffer";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { CatalogueEntry } from "../../../db/books/catalogue.ts";
import type { BookResult } from "../../contract/books/shapes.ts";
import { normalizeBook, type RawBook } from "../normalize.ts";

export interface Line {
  number: number;
  text: string | undefined;
}

interface ReadOptions {
  after: number;
  onBytes?: (count: number) => void;
}

export class DamagedFile extends Error {}

const longest = 4 * 1024 * 1024;
const lineFeed = 0x0a;

// Unpacks gzip. Lines are split as bytes: one of any length counts as a line without being held in memory.
// @throws DamagedFile where reading fails, as where gzip data ends early
export async function* readLines(path: string, { after, onBytes }: ReadOptions): AsyncGenerator<Line> {
  yield* linesOf(bytesOf(path, onBytes), after);
}

export async function* linesOf(chunks: AsyncIterable<Buffer> | Buffer[], after = 0): AsyncGenerator<Line> {
  let number = 0;
  for await (const bytes of splitLines(chunks)) {
    number++;
    if (number > after) yield { number, text: bytes && textOf(bytes, number) };
  }
}

async function* bytesOf(path: string, onBytes: ReadOptions["onBytes"]): AsyncGenerator<Buffer> {
  const isPacked = await isGzip(path);
  const packed = counted(createReadStream(path, { highWaterMark: 256 * 1024 }), onBytes);
  try {
    yield* isPacked ? pipeline(packed, createGunzip(), () => {}) : packed;
  } catch (cause) {
    throw new DamagedFile("the file breaks off", { cause });
  }
}

async function* counted(chunks: AsyncIterable<Buffer>, onBytes: ReadOptions["onBytes"]): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes?.(chunk.length);
    yield chunk;
  }
}

async function isGzip(path: string): Promise<boolean> {
  using file = await Deno.open(path);
  const start = new Uint8Array(2);
  return await file.read(start) === 2 && start[0] === 0x1f && start[1] === 0x8b;
}

async function* splitLines(chunks: AsyncIterable<Buffer> | Buffer[]): AsyncGenerator<Buffer | undefined> {
  let begun: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer) => {
    length += part.length;
    if (length <= longest) begun.push(part);
    else begun = [];
  };
  const end = () => {
    const line = length <= longest ? Buffer.concat(begun) : undefined;
    begun = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(lineFeed); to >= 0; to = chunk.indexOf(lineFeed, from)) {
      take(chunk.subarray(from, to));
      yield end();
      from = to + 1;
    }
    if (from < chunk.length) take(chunk.subarray(from));
  }
  if (length > 0) yield end();
}

function textOf(bytes: Buffer, number: number): string {
  const text = bytes.toString("utf8");
  const from = number === 1 && text.startsWith("\ufeff") ? 1 : 0;
  return text.slice(from, text.endsWith("\r") ? -1 : undefined);
}

export interface Item {
  line: number;
  end: number;
  entry?: CatalogueEntry;
  authorKeys?: string[];
  author?: { key: string; name: string };
  refused?: string;
  corrected?: string;
}

export type Outcome = Omit<Item, "line" | "end">;

export function outcomeOf(raw: RawBook, key?: string): Outcome {
  const book = normalizeBook(raw);
  if (!book) return { refused: "it has no title" };
  if (`${book.title}${book.author ?? ""}`.includes("\ufffd")) return { refused: "it is not UTF-8" };
  return { entry: { key, book: withoutCover(book) }, corrected: wrongIsbn(raw, book) };
}

const withoutCover = ({ coverImage: _, ...book }: BookResult) => book;

function wrongIsbn({ isbns }: RawBook, { isbn }: BookResult): string | undefined {
  const given = isbns?.find((isbn) => isbn && /\d.*\d.*\d/.test(isbn));
  return given && !isbn ? `ISBN ${given.slice(0, 40)} is not valid and was left out` : undefined;
}
