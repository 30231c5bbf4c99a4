import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { Db } from "../../../db/engine/client.ts";
import { findAuthors, storePart } from "../../../db/books/catalogue.ts";
import { findPosition, type Position, storePosition } from "../../../db/books/imports.ts";
import { layoutOf, readCsv } from "./csv.ts";
import { isDumpLine, readDump } from "./dump.ts";
import { joinedNames } from "../normalize.ts";
import type { Item } from "./item.ts";
import { DamagedFile, readLines } from "./lines.ts";
import { openReport, type Report } from "./report.ts";

export interface Counts extends Record<string, number> {
  /** Books that were not there before. */
  added: number;
  /** Books that were there, and have more details now. */
  changed: number;
  /** Books that were there with the same details, or are twice in the file. */
  same: number;
  /** Names of authors. */
  authors: number;
  /** Records that are neither books nor authors. */
  skipped: number;
  refused: number;
  /** Of the books, those whose wrong ISBN was left out. */
  corrected: number;
}

export interface Summary {
  counts: Counts;
  /** `finished`, also where it was before; `interrupted`; or `damaged` where the file ends early. */
  state: "finished" | "before" | "interrupted" | "damaged";
  /** The line after which it continued; 0 from the beginning. */
  from: number;
  lines: number;
  /** Why the report could not be written. */
  unlisted?: string;
}

interface Options {
  db: Db;
  clock: () => number;
  /** Where refused lines are listed. */
  report: string;
  /** Reads the file from the beginning even if it was read before. */
  again?: boolean;
  /** Ends the import after the part that is being stored. */
  signal?: AbortSignal;
  /** Called with the number of bytes read since the last call. */
  onBytes?: (count: number) => void;
  /** Called with the number of records stored since the last call. */
  onRecords?: (count: number) => void;
  /** Records in a transaction. */
  partSize?: number;
}

type Writing = Omit<Options, "report"> & { report: Report };

/** A file that cannot be read as a list of books. */
export class NoBookList extends Error {}

const nothing: Counts = { added: 0, changed: 0, same: 0, authors: 0, skipped: 0, refused: 0, corrected: 0 };

/**
 * Stores a file's books in the catalogue, part by part, each in one transaction with the position in the file: it holds
 * no more than one part in memory, and continues where it was interrupted.
 *
 * @throws NoBookList where it is neither CSV with titles nor a dump
 */
export async function importFile(path: string, { db, clock, ...options }: Options): Promise<Summary> {
  const fingerprint = await fingerprintOf(path);
  const before = options.again ? undefined : await findPosition(db, fingerprint);
  // Earlier versions stored `corrected` as `mended`.
  const { mended = 0, ...stored }: Record<string, number> = before?.counts ?? {};
  const counts: Counts = { ...nothing, corrected: mended, ...stored };
  const from = before?.lines ?? 0;
  if (before?.finishedAt) return { counts, state: "before", from, lines: from };
  const position: Position = { fingerprint, name: basename(path), lines: from, counts, finishedAt: null };
  const report = openReport(options.report, { again: from > 0 });
  const state = await continueFrom(path, position, { ...options, db, clock, report }).finally(() => report.close());
  await db.write([storePosition(db, { ...position, finishedAt: state === "finished" ? clock() : null })]);
  return { counts: position.counts as Counts, state, from, lines: position.lines, unlisted: report.failure };
}

/** Continues from a position, and moves it. */
async function continueFrom(path: string, position: Position, { db, report, signal, ...options }: Writing) {
  const items = await itemsOf(path, position.lines, options.onBytes);
  try {
    for await (const part of partsOf(items, options.partSize ?? 500)) {
      // Before the part is stored: after a crash the same lines are read again, and the report skips them by number.
      report.add(part);
      await store(db, part, position);
      options.onRecords?.(part.length);
      if (signal?.aborted) return "interrupted";
    }
    return "finished";
  } catch (error) {
    if (error instanceof DamagedFile) return "damaged";
    throw error;
  }
}

/** Identifies a file by its size, its modification time and its first 64 KiB. */
async function fingerprintOf(path: string): Promise<string> {
  const { size, mtime } = await Deno.stat(path);
  using file = await Deno.open(path);
  const start = new Uint8Array(64 * 1024);
  const length = await file.read(start) ?? 0;
  return createHash("sha256").update(`${size} ${mtime?.getTime()} `).update(start.subarray(0, length)).digest("hex");
}

async function itemsOf(path: string, after: number, onBytes: Options["onBytes"]): Promise<AsyncGenerator<Item>> {
  const first = await firstLine(path);
  if (isDumpLine(first)) return readDump(readLines(path, { after, onBytes }));
  const layout = layoutOf(first);
  if (!layout) {
    throw new NoBookList(`${path}: its first line is neither a header with a column for titles nor a line of a dump`);
  }
  return readCsv(readLines(path, { after: Math.max(after, 1), onBytes }), layout);
}

async function firstLine(path: string): Promise<string> {
  for await (const { text } of readLines(path, { after: 0 })) return text ?? "";
  return "";
}

/** Items in parts; those read before a failure are a part too. */
async function* partsOf(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let part: Item[] = [];
  try {
    for await (const item of items) {
      part.push(item);
      if (part.length < size) continue;
      yield part;
      part = [];
    }
  } catch (error) {
    if (part.length > 0) yield part;
    throw error;
  }
  if (part.length > 0) yield part;
}

/** Stores a part with the position after it and its counts. */
async function store(db: Db, items: Item[], position: Position): Promise<void> {
  await nameAuthors(db, items);
  const entries = items.map(({ entry }) => entry).filter((entry) => entry !== undefined);
  const authors = items.map(({ author }) => author).filter((author) => author !== undefined);
  position.lines = items.at(-1)!.end;
  const counts = position.counts as Counts;
  counts.authors += authors.length;
  counts.refused += items.filter(({ refused }) => refused).length;
  counts.corrected += items.filter(({ corrected }) => corrected).length;
  counts.skipped += items.filter(({ entry, author, refused }) => !entry && !author && !refused).length;
  position.counts = await storePart(db, { entries, authors, position });
}

/** Sets the authors of a dump's books, as far as their names were read by now. */
async function nameAuthors(db: Db, items: Item[]): Promise<void> {
  const keys = items.flatMap(({ authorKeys }) => authorKeys ?? []);
  const names = await findAuthors(db, [...new Set(keys)]);
  for (const { author } of items) if (author) names.set(author.key, author.name);
  for (const { entry, authorKeys } of items) {
    const named = authorKeys?.map((key) => names.get(key)).filter((name) => name !== undefined) ?? [];
    if (entry && named.length > 0) entry.book.author = joinedNames(named);
  }
}
