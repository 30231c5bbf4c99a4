import { Buffer } from "node:buffer";
import pLimit from "p-limit";
import { v7 as uuid } from "uuid";
import { giveWay } from "../../../db/engine/timing.ts";
import * as lists from "../../../db/reading/reading_list.ts";
import { noRoom } from "../account/storage.ts";
import type { User } from "../../contract/people/shapes.ts";
import { calendarDay } from "../../contract/reading/days.ts";
import { readingList as limits } from "../../contract/reading/limits.ts";
import { readingLogTexts as texts } from "../../contract/reading/log_texts.ts";
import { readingPaths } from "../../contract/reading/paths.ts";
import { Imported, type ReadingLog } from "../../contract/reading/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, NotFound } from "../../errors.ts";
import { readRecords } from "../../library/import/csv.ts";
import { type Line, linesOf } from "../../library/import/lines.ts";
import {
  exportHeader,
  exportRecords,
  listedBookOf,
  type ReadingListHeader,
  readingListHeader,
} from "../../library/reading_list.ts";
import { operation } from "../../operation.ts";

export const removeListedBook = operation({
  call: "DELETE /reading/books/:id",
  summary: "Removes a book from the caller's list",
  access: "owner",
  says: texts.removed,
  fails: { 404: ["book_not_found"] },
  form: { path: "/reading/books/:id/remove", to: () => readingPaths.readingList },
  async run({ deps, user, params: { id } }) {
    if (!await lists.removeListedBook(deps.db, user.id, id)) {
      throw new NotFound(texts.bookNotFound, "book_not_found");
    }
  },
});

export async function* exportReadingList({ db }: Deps, owner: User): AsyncGenerator<string> {
  yield exportHeader();
  const limit = limits.importPart;
  let books = await lists.listReadingList(db, owner.id, { limit });
  while (books.length > 0) {
    yield exportRecords(books);
    books = await lists.listReadingList(db, owner.id, { after: books.at(-1)!.id, limit });
  }
}

export async function readLog(
  { db, clock }: Deps,
  reader: User,
  { year, timeZone, limit = limits.listed }: { year?: number; timeZone?: string; limit?: number },
): Promise<ReadingLog> {
  const current = Number(calendarDay({ now: clock(), timeZone }).slice(0, 4));
  const shown = year ?? current;
  const [days, books] = await Promise.all([
    lists.listReadingDays(db, reader.id, shown),
    lists.listYear(db, reader.id, { year: shown, isCurrent: shown === current, limit }),
  ]);
  return { year: shown, days, pages: days.reduce((sum, { pages }) => sum + pages, 0), ...books };
}

/** Answered by its route, which streams the steps. */
export const importReadingList = operation({
  call: "POST /reading/import",
  summary: "Reads a list of books from a CSV file; with `Accept: application/x-ndjson` a line for each step",
  access: "signedIn",
  gives: Imported.shape,
  says: texts.imported,
  body: "files",
  fails: { 400: ["no_file", "too_many_files", "no_book_list"], 413: ["account_full"], 415: ["not_multipart"] },
  form: {
    path: readingPaths.readingImport,
    to: (_, imported) => imported ? readingPaths.readingList : readingPaths.reading,
  },
});

export type Importing = AsyncGenerator<{ done: number; total: number }, Imported>;

/** Doing it again adds nothing. @throws BadRequest without a column for titles, TooMany, later AppError (413) */
export async function beginImport(deps: Deps, owner: User, file: Buffer[]): Promise<Importing> {
  await deps.limiter.take("libraryImport", owner.id);
  const [first] = await Array.fromAsync(firstLine(file));
  const header = readingListHeader(first?.text?.slice(0, longestRecord) ?? "");
  if (!header) throw new BadRequest(texts.noList, "no_book_list");
  return addBooks(deps, owner, { file, header });
}

const longestRecord = 64 * 1024;

async function* firstLine(file: Buffer[]) {
  for await (const line of linesIn(file)) return void (yield line);
}

/** Of all imports one stores a batch at a time: between several commits no request has its turn. Per process. */
const storing = pLimit(1);

async function* addBooks(
  deps: Deps,
  owner: User,
  { file, header }: { file: Buffer[]; header: ReadingListHeader },
): Importing {
  const { db, config, clock } = deps;
  const total = await countLines(file);
  const counts: Imported = { added: 0, changed: 0, known: 0, refused: 0, lines: [], isCut: total > limits.importLines };
  let batch: lists.NewListedBook[] = [];
  async function storeBatch() {
    const list = { entries: batch, quota: config.accountQuota };
    const { added, changed, dropped, isAccountFull } = await storing(() =>
      lists.storeInReadingList(db, owner.id, list, clock())
    );
    if (isAccountFull) throw await noRoom(deps, owner);
    counts.added += added;
    counts.changed += changed;
    counts.known += batch.length - added - changed - dropped;
    counts.isCut ||= dropped > 0;
    batch = [];
  }
  const reading = { ...header, relaxed: true, longest: longestRecord };
  let rows = 0;
  for await (const { line, end, fields } of readRecords(linesIn(file, 1), reading)) {
    if (++rows > limits.importRows) {
      counts.isCut = true;
      break;
    }
    const outcome = listedBookOf(fields, header);
    if ("book" in outcome) batch.push({ ...outcome.book, id: uuid() });
    else if (++counts.refused <= limits.refusedLines) counts.lines.push({ line, reason: outcome.refused });
    if (batch.length === limits.importPart) {
      await storeBatch();
      yield { done: end, total };
    }
    await giveWay();
  }
  if (batch.length > 0) await storeBatch();
  return counts;
}

/** As many lines of a file as are read, which may be no records, after some of them. */
async function* linesIn(file: Buffer[], after = 0): AsyncGenerator<Line> {
  for await (const line of linesOf(file, after)) {
    if (line.number > limits.importLines) return;
    await giveWay();
    yield line;
  }
}

const lineFeed = 0x0a;

async function countLines(file: Buffer[]): Promise<number> {
  let count = 0;
  for (const chunk of file) {
    for (const byte of chunk) if (byte === lineFeed) count++;
    await giveWay();
  }
  return count;
}
