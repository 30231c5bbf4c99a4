import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { giveWay } from "../../../db/engine/timing.ts";
import {
  addHighlights,
  countImported,
  formNotes,
  listReadersShelf,
  type NewHighlight,
  type Outcome,
} from "../../../db/notes/imported_highlights.ts";
import { noRoom } from "../account/storage.ts";
import { importTexts as texts } from "../../contract/notes/import_texts.ts";
import * as notesLimits from "../../contract/notes/limits.ts";
import { notePaths } from "../../contract/notes/paths.ts";
import { ImportedHighlights } from "../../contract/notes/shapes.ts";
import type { User } from "../../contract/people/shapes.ts";
import { withoutControls } from "../../contract/site/fields.ts";
import type { Deps } from "../../deps.ts";
import { AppError, BadRequest } from "../../errors.ts";
import { asUtf8 } from "../../library/highlights/encoding.ts";
import { type Highlights, highlightsIn } from "../../library/highlights/file.ts";
import { type Highlight, joinRemarks } from "../../library/highlights/highlight.ts";
import { isBeyondClippingLimit } from "../../library/highlights/kindle.ts";
import { pagesOfHighlights, TitleIndex } from "../../library/highlights/matching.ts";
import { type Line, linesOf } from "../../library/import/lines.ts";
import { operation } from "../../operation.ts";
import { withForm } from "../../writing/mod.ts";

const { highlights: limits, note } = notesLimits;

/** Answered by its door, which reads the file. */
export const importHighlights = operation({
  call: "POST /notes/import",
  summary: "Adds the highlights of a file of a Kindle, Readwise or KOReader to the caller's notes, each once",
  access: "signedIn",
  gives: ImportedHighlights.shape,
  says: texts.imported,
  body: "files",
  fails: {
    400: ["no_file", "too_many_files", "no_highlights"],
    413: ["account_full", "too_many_highlights"],
    415: ["not_multipart"],
  },
  form: { path: notePaths.importHighlights, to: () => notePaths.ownNotes },
});

type Shelf = Awaited<ReturnType<typeof listReadersShelf>>;
type Reason = keyof typeof texts.reasons;

/** @throws BadRequest for another file, TooMany, AppError (413) for too much */
export async function importFile(deps: Deps, reader: User, sent: Buffer): Promise<ImportedHighlights> {
  await deps.limiter.take("libraryImport", reader.id);
  const file = asUtf8(sent);
  const found = highlightsIn({ file, linesAfter: (count) => linesIn(file, count) }, limits.entries);
  if (!found) throw new BadRequest(texts.unknownFormat, "no_highlights");
  if (found === "too many") throw tooMany(texts.tooMany);
  const highlights = await joinRemarks(await collected(found.highlights));
  const counts = new Counts();
  for (const [book, own] of await byBook(deps, reader, { highlights, counts })) {
    await addToBook(deps, reader, { book, highlights: own, counts });
  }
  return counts.imported;
}

const tooMany = (text: string) => new AppError(413, "too_many_highlights", text);

async function* linesIn(file: Buffer, after: number): AsyncGenerator<Line> {
  for await (const line of linesOf([file], after)) {
    if (line.number > limits.importLines) return;
    await giveWay();
    yield line;
  }
}

async function collected(highlights: Highlights): Promise<Highlight[]> {
  const all: Highlight[] = [];
  let entries = 0;
  for await (const highlight of highlights) {
    // An entry without a highlight takes as long to read.
    if (++entries > limits.entries) throw tooMany(texts.tooMany);
    if (highlight) all.push(highlight);
    await giveWay();
  }
  return all;
}

class Counts {
  imported: ImportedHighlights = { added: 0, known: 0, unmatched: 0, books: [] };
  #books = new Map<string, ImportedHighlights["books"][number]>();

  leaveOut({ title, text, remark }: Highlight, why: Reason): void {
    const reason = texts.reasons[why];
    const { books } = this.imported;
    const key = `${reason}\n${title}`;
    const book = this.#books.get(key) ?? {
      title: title || texts.untitled,
      reason,
      count: 0,
      example: beginningOf(text || remark),
    };
    book.count++;
    this.imported.unmatched++;
    if (this.#books.has(key) || books.length === limits.books) return;
    this.#books.set(key, book);
    books.push(book);
  }
}

function beginningOf(text: string): string {
  const begun = text.slice(0, limits.example).replace(/\p{Cs}$/u, "");
  return withoutControls(begun).replace(/\s+/g, " ").trim() + (text.length > limits.example ? "…" : "");
}

interface Matching {
  highlights: Highlight[];
  counts: Counts;
}

async function byBook(
  { db }: Deps,
  reader: User,
  { highlights, counts }: Matching,
): Promise<Map<Shelf[number], Highlight[]>> {
  const index = new TitleIndex<Shelf[number]>();
  let after = "";
  for (let read = 0; read < limits.shelf; read += limits.shelfPart) {
    const shelf = await listReadersShelf(db, reader.id, after);
    for (const book of shelf) {
      index.add(book);
      await giveWay();
    }
    if (shelf.length < limits.shelfPart) break;
    after = shelf.at(-1)!.id;
  }
  const known = new Map<string, Shelf[number] | undefined>();
  const found = new Map<Shelf[number], Highlight[]>();
  for (const highlight of highlights) {
    await giveWay();
    if (isBeyondClippingLimit(highlight)) {
      counts.leaveOut(highlight, "clippingLimit");
      continue;
    }
    const key = `${highlight.title}\n${highlight.author}`;
    if (!known.has(key)) known.set(key, index.find(highlight));
    const book = known.get(key);
    if (!book) counts.leaveOut(highlight, "noBook");
    else if (found.has(book)) found.get(book)!.push(highlight);
    else found.set(book, [highlight]);
  }
  return found;
}

/** Of all imports one stores a batch at a time: between several commits no request has its turn. Per process. */
const storing = pLimit(1);

async function addToBook(
  deps: Deps,
  reader: User,
  { book, highlights, counts }: Matching & { book: Shelf[number] },
): Promise<void> {
  const { db, clock, config: { accountQuota: quota } } = deps;
  const pageOf = pagesOfHighlights(book, highlights);
  const begun = new Map<string, { highlight: Highlight; row: NewHighlight }>();
  const store = async () => {
    const batch = [...begun.values()];
    begun.clear();
    if (batch.length === 0) return;
    if (await countImported(db, reader.id) + batch.length > limits.remembered) throw tooMany(texts.tooManyKnown);
    const rows = batch.map(({ row }) => row);
    const outcomes: Outcome[] = await storing(() =>
      addHighlights(db, reader.id, { bookId: book.id, highlights: rows, quota }, clock())
    );
    await formNotes(db, reader.id, { bookId: book.id, pages: rows.map(({ pageNumber }) => pageNumber), withForm });
    outcomes.forEach((outcome, at) => {
      if (outcome === "added" || outcome === "known") counts.imported[outcome]++;
      else if (outcome !== "accountFull") counts.leaveOut(batch[at].highlight, outcome);
    });
    if (outcomes.includes("accountFull")) throw await noRoom(deps, reader);
  };
  for (const highlight of highlights) {
    await giveWay();
    const pageNumber = pageOf(highlight);
    // The longest text of a file would take long to write.
    const text = lengthOf(highlight) > note.max ? "" : asNote(highlight);
    if (pageNumber === undefined) counts.leaveOut(highlight, "noPlace");
    else if (text === "" || text.length > note.max) counts.leaveOut(highlight, "tooLong");
    else {
      const hash = hashOf(highlight);
      if (begun.has(hash)) counts.imported.known++;
      else begun.set(hash, { highlight, row: { pageNumber, hash, text } });
    }
    if (begun.size === limits.part) await store();
  }
  await store();
}

const lengthOf = ({ text, remark }: Highlight): number => text.length + remark.length;

/** The place as the file has it: it stays when the file has later ones, or the reader another copy. */
const hashOf = ({ page, location, share, text, remark }: Highlight): string =>
  createHash("sha256").update(JSON.stringify([page, location, share, text, remark])).digest("hex");

function asNote({ text, remark }: Highlight): string {
  const [quote, own] = [text, remark].map((words) => withoutControls(words.replaceAll("\r\n", "\n")).trim());
  return [quote && quote.split("\n").map((line) => line.trim() ? `> ${line}` : ">").join("\n"), own]
    .filter(Boolean).join("\n\n");
}
