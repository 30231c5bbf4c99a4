/** What somebody has read: their log, and their own list of books. */
import pLimit from "p-limit";
import * as library from "../../../db/reading/reading_list.ts";
import * as readingLimits from "../../contract/reading/limits.ts";
import { Buffer } from "node:buffer";
import { v7 as uuid } from "uuid";
import { giveWay } from "../../../db/engine/give_way.ts";
import { listReadingDays } from "../../../db/reading/reading_log.ts";
import { calendarDay } from "../../contract/reading/days.ts";
import type { Imported, ReadingLog } from "../../contract/reading/reading_log.ts";
import { readingLogTexts as words } from "../../contract/reading/log_texts.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, NotFound } from "../../errors.ts";
import { type Line, linesOf } from "../../library/import/lines.ts";
import { readRecords } from "../../library/import/records.ts";
import { exportHeader, exportRecords, ownBookOf, type OwnListHeader, ownListHeader } from "../../library/own_list.ts";
import { noRoom } from "../account/storage.ts";

const { ownLibrary: limits } = readingLimits;

interface Asked {
  /** The current one by default. */
  year?: number;
  timeZone?: string;
  /** How many books are listed. */
  limit?: number;
}

/** A year of somebody's own reading. */
export async function readLog(
  { db, clock }: Pick<Deps, "db" | "clock">,
  reader: User,
  { year, timeZone, limit = limits.listed }: Asked,
): Promise<ReadingLog> {
  const current = Number(calendarDay({ now: clock(), timeZone }).slice(0, 4));
  const shown = year ?? current;
  const [days, books] = await Promise.all([
    listReadingDays(db, reader.id, shown),
    library.listYear(db, reader.id, { year: shown, isCurrent: shown === current, limit }),
  ]);
  return { year: shown, days, pages: days.reduce((sum, { pages }) => sum + pages, 0), ...books };
}

/** Removes a book from somebody's own list. @throws NotFound unless it is theirs */
export async function removeBook({ db }: Pick<Deps, "db">, owner: User, id: string): Promise<void> {
  if (!await library.removeFromLibrary(db, owner.id, id)) {
    throw new NotFound(words.bookNotFound, "book_not_found");
  }
}

/** Somebody's own list as CSV, in parts. */
export async function* exportLibrary({ db }: Pick<Deps, "db">, owner: User): AsyncGenerator<string> {
  yield exportHeader();
  const limit = limits.importPart;
  let part = await library.listLibrary(db, owner.id, { limit });
  while (part.length > 0) {
    yield exportRecords(part);
    part = await library.listLibrary(db, owner.id, { after: part.at(-1)!.id, limit });
  }
}

/** An import that goes on as it is asked for its next step: how many of the file's lines are read. */
export type Importing = AsyncGenerator<{ done: number; total: number }, Imported>;

/**
 * Begins to add a file's books to somebody's own list, in parts. Doing it again adds nothing.
 *
 * @param file CSV of Goodreads or The StoryGraph
 * @throws BadRequest where it has no column for titles, TooMany; as it goes on AppError (413) where the account is full
 */
export async function importLibrary(
  deps: Pick<Deps, "db" | "config" | "clock" | "limiter">,
  owner: User,
  file: Buffer[],
): Promise<Importing> {
  await deps.limiter.take("libraryImport", owner.id);
  const [first] = await Array.fromAsync(firstLine(file));
  const header = ownListHeader(first?.text?.slice(0, longestRecord) ?? "");
  if (!header) throw new BadRequest(words.noList, "no_book_list");
  return addBooks(deps, owner, { file, header });
}

/** Characters; a review is part of its record. */
const longestRecord = 64 * 1024;

async function* firstLine(file: Buffer[]) {
  for await (const line of linesIn(file)) return void (yield line);
}

/** Of all imports one stores a part at a time: between several commits no request has its turn. Per process. */
const storing = pLimit(1);

async function* addBooks(
  { db, config, clock }: Pick<Deps, "db" | "config" | "clock">,
  owner: User,
  { file, header }: { file: Buffer[]; header: OwnListHeader },
): Importing {
  const total = await countLines(file);
  const counts: Imported = { added: 0, changed: 0, known: 0, refused: 0, lines: [], isCut: total > limits.importLines };
  let part: library.NewLibraryBook[] = [];
  async function storePart() {
    const stored = { entries: part, quota: config.accountQuota };
    const { added, changed, dropped, isAccountFull } = await storing(() =>
      library.storeInLibrary(db, owner.id, stored, clock())
    );
    if (isAccountFull) throw await noRoom({ db, config }, owner);
    counts.added += added;
    counts.changed += changed;
    counts.known += part.length - added - changed - dropped;
    counts.isCut ||= dropped > 0;
    part = [];
  }
  const reading = { ...header, relaxed: true, longest: longestRecord };
  let rows = 0;
  for await (const { line, end, fields } of readRecords(linesIn(file, 1), reading)) {
    if (++rows > limits.importRows) {
      counts.isCut = true;
      break;
    }
    const outcome = ownBookOf(fields, header);
    if ("book" in outcome) part.push({ ...outcome.book, id: uuid() });
    else if (++counts.refused <= limits.refusedLines) counts.lines.push({ line, reason: outcome.refused });
    if (part.length === limits.importPart) {
      await storePart();
      yield { done: end, total };
    }
    await giveWay();
  }
  if (part.length > 0) await storePart();
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
