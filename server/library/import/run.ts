import { createHash } from "node:crypto";
import { basename } from "node:path";
import {
  findAuthors,
  findPosition,
  type ImportPosition,
  storeBatch,
  storePosition,
} from "../../../db/books/catalogue.ts";
import type { Db } from "../../../db/engine/client.ts";
import { joinedNames } from "../normalize.ts";
import { layoutOf, readCsv } from "./csv.ts";
import { isDumpLine, readDump } from "./dump.ts";
import { DamagedFile, type Item, readLines } from "./lines.ts";

export interface Counts extends Record<string, number> {
  added: number;
  changed: number;
  same: number;
  authors: number;
  skipped: number;
  refused: number;
  corrected: number;
}

export interface Summary {
  counts: Counts;
  state: "finished" | "before" | "interrupted" | "damaged";
  from: number;
  lines: number;
  unlisted?: string;
}

interface Options {
  db: Db;
  clock: () => number;
  report: string;
  fromStart?: boolean;
  signal?: AbortSignal;
  onBytes?: (count: number) => void;
  onRecords?: (count: number) => void;
  batchSize?: number;
}

type Writing = Omit<Options, "report"> & { report: Report };

export class NoBookList extends Error {}

const nothing: Counts = { added: 0, changed: 0, same: 0, authors: 0, skipped: 0, refused: 0, corrected: 0 };

// Each batch in one transaction with the position in the file: it continues where it was interrupted.
// @throws NoBookList where it is neither CSV with titles nor a dump
export async function importFile(path: string, { db, clock, ...options }: Options): Promise<Summary> {
  const fingerprint = await fingerprintOf(path);
  const before = options.fromStart ? undefined : await findPosition(db, fingerprint);
  // Earlier versions stored `corrected` as `mended`.
  const { mended = 0, ...stored }: Record<string, number> = before?.counts ?? {};
  const counts: Counts = { ...nothing, corrected: mended, ...stored };
  const from = before?.lines ?? 0;
  if (before?.finishedAt) return { counts, state: "before", from, lines: from };
  const position: ImportPosition = { fingerprint, name: basename(path), lines: from, counts, finishedAt: null };
  const report = openReport(options.report, { continues: from > 0 });
  const state = await continueFrom(path, position, { ...options, db, clock, report }).finally(() => report.close());
  await db.write([storePosition(db, { ...position, finishedAt: state === "finished" ? clock() : null })]);
  return { counts: position.counts as Counts, state, from, lines: position.lines, unlisted: report.failure };
}

async function continueFrom(path: string, position: ImportPosition, { db, report, signal, ...options }: Writing) {
  const items = await itemsOf(path, position.lines, options.onBytes);
  try {
    for await (const batch of batchesOf(items, options.batchSize ?? 500)) {
      // Before the batch is stored: after a crash its lines are read again, and the report skips them by number.
      report.add(batch);
      await store(db, batch, position);
      options.onRecords?.(batch.length);
      if (signal?.aborted) return "interrupted";
    }
    return "finished";
  } catch (error) {
    if (error instanceof DamagedFile) return "damaged";
    throw error;
  }
}

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

async function* batchesOf(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  try {
    for await (const item of items) {
      batch.push(item);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (batch.length > 0) yield batch;
    throw error;
  }
  if (batch.length > 0) yield batch;
}

async function store(db: Db, items: Item[], position: ImportPosition): Promise<void> {
  await nameAuthors(db, items);
  const entries = items.map(({ entry }) => entry).filter((entry) => entry !== undefined);
  const authors = items.map(({ author }) => author).filter((author) => author !== undefined);
  position.lines = items.at(-1)!.end;
  const counts = position.counts as Counts;
  counts.authors += authors.length;
  counts.refused += items.filter(({ refused }) => refused).length;
  counts.corrected += items.filter(({ corrected }) => corrected).length;
  counts.skipped += items.filter(({ entry, author, refused }) => !entry && !author && !refused).length;
  position.counts = await storeBatch(db, { entries, authors, position });
}

async function nameAuthors(db: Db, items: Item[]): Promise<void> {
  const keys = items.flatMap(({ authorKeys }) => authorKeys ?? []);
  const names = await findAuthors(db, [...new Set(keys)]);
  for (const { author } of items) if (author) names.set(author.key, author.name);
  for (const { entry, authorKeys } of items) {
    const named = authorKeys?.map((key) => names.get(key)).filter((name) => name !== undefined) ?? [];
    if (entry && named.length > 0) entry.book.author = joinedNames(named);
  }
}

type Report = ReturnType<typeof openReport>;

function openReport(path: string, { continues }: { continues: boolean }) {
  let file: Deno.FsFile | undefined;
  let failure: string | undefined;
  const reported = continues ? lastReported(path) : 0;
  const encoder = new TextEncoder();
  return {
    add(items: Item[]): void {
      const lines = items.filter(({ line }) => line > reported).flatMap(({ line, refused, corrected }) =>
        refused ? [`line ${line}: refused, ${refused}\n`] : corrected ? [`line ${line}: ${corrected}\n`] : []
      );
      if (lines.length === 0 || failure) return;
      try {
        file ??= Deno.openSync(path, { write: true, create: true, append: continues, truncate: !continues });
        const bytes = encoder.encode(lines.join(""));
        for (let written = 0; written < bytes.length;) written += file.writeSync(bytes.subarray(written));
      } catch (error) {
        failure = (error as Error).message;
      }
    },
    get failure(): string | undefined {
      return failure;
    },
    close: () => file?.close(),
  };
}

function lastReported(path: string): number {
  try {
    using file = Deno.openSync(path);
    file.seekSync(Math.max(0, file.statSync().size - 4096), Deno.SeekMode.Start);
    const end = new Uint8Array(4096);
    const length = file.readSync(end) ?? 0;
    const last = new TextDecoder().decode(end.subarray(0, length)).trimEnd().split("\n").at(-1)!;
    return Number(/^line (\d+): /.exec(last)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
