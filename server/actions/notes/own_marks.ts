/** A reader's own highlights: all of them to search in, those of a book to take along. */
import type { z } from "zod";
import { iso } from "../../../db/engine/query.ts";
import { withoutAccents } from "../../../db/engine/searchable.ts";
import { giveWay } from "../../../db/engine/timing.ts";
import { findText, type TextRow } from "../../../db/books/texts.ts";
import * as stored from "../../../db/notes/own_marks.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { offsetAt } from "../../contract/books/text_places.ts";
import { textPaths } from "../../contract/books/text_paths.ts";
import type { OwnHighlight, OwnHighlights } from "../../contract/notes/highlight_shapes.ts";
import { note as limits } from "../../contract/notes/limits.ts";
import { markTexts } from "../../contract/notes/mark_texts.ts";
import type { OwnNotesQuery } from "../../contract/notes/shapes.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { bookNotFound, found } from "../../errors.ts";
import { cursorOf, written } from "./note_cursor.ts";
import { asLine } from "./markdown.ts";

/** Read in parts, as `listNotes` does. */
export async function listOwnMarks(
  { db, limiter }: Deps,
  user: User,
  { query = "", before, bookId }: z.infer<typeof OwnNotesQuery> & { bookId?: string },
): Promise<OwnHighlights> {
  const words = withoutAccents(query).split(/\s+/).filter(Boolean);
  if (words.length > 0) await limiter.take("messageSearch", user.id);
  const limit = words.length > 0 ? limits.part : limits.own + 1;
  const highlights: OwnHighlight[] = [];
  let cursor = before === undefined ? undefined : cursorOf(before);
  const list = (next: string | null): OwnHighlights => ({ highlights, hasMore: next !== null, next });
  let last: stored.OwnMarkRow | undefined;
  for (let read = 0; read < limits.searched;) {
    const rows = await stored.listOwnMarks(db, user.id, { before: cursor, bookId, limit });
    for (const row of rows) {
      cursor = row;
      read += row.exact.length + row.note.length + perMark;
      if (words.length > 0) await giveWay();
      if (!hasWords(row, words)) continue;
      if (highlights.length === limits.own) return list(written(last!));
      highlights.push(asOwnMark(row));
      last = row;
    }
    if (rows.length < limit) return list(null);
  }
  return list(written(cursor!));
}

const perMark = 200;

function hasWords({ title, exact, note }: stored.OwnMarkRow, words: string[]): boolean {
  if (words.length === 0) return true;
  const text = withoutAccents(`${title}\n${exact}\n${note}`);
  return words.every((word) => text.includes(word));
}

const asOwnMark = (
  {
    id,
    bookId,
    title,
    groupId,
    from,
    to,
    exact,
    prefix,
    suffix,
    color,
    note,
    format,
    shared,
    createdAt,
    updatedAt,
    lost,
    removed,
  }: stored.OwnMarkRow,
): OwnHighlight => ({
  id,
  bookId,
  title,
  groupId,
  from,
  to,
  quote: { exact, prefix, suffix },
  color,
  note,
  format,
  shared: shared && !removed,
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
  lost,
  removed,
});

async function* marksOfBook({ db }: Pick<Deps, "db">, user: User, bookId: string): AsyncGenerator<stored.OwnMarkRow[]> {
  let after: stored.OwnMarkRow | undefined;
  while (true) {
    const rows = await stored.listMarksOfBook(db, user.id, { bookId, after });
    if (rows.length > 0) yield rows;
    if (rows.length < limits.part) return;
    after = rows.at(-1)!;
  }
}

/** At the end of all notes: by book, also of those that were removed. */
export async function* writeAllMarks(deps: Pick<Deps, "db">, user: User): AsyncGenerator<string> {
  for (const { id, title, author } of await stored.listMarkedBooks(deps.db, user.id)) {
    yield `\n## ${asLine(markTexts.inBook(title))}\n${author ? `\n${asLine(author)}\n` : ""}`;
    for await (const rows of marksOfBook(deps, user, id)) yield rows.map(asMarkdown).join("");
  }
}

/** @param text undefined where the book has none */
export async function* writeMarks(
  deps: Pick<Deps, "db">,
  user: User,
  { reader }: MarksToExport,
): AsyncGenerator<string> {
  yield `# ${asLine(markTexts.inBook(reader.title))}\n`;
  for await (const rows of marksOfBook(deps, user, reader.bookId)) yield rows.map(asMarkdown).join("");
}

const asMarkdown = ({ exact, note, color, lost }: stored.OwnMarkRow): string =>
  `\n> ${exact.trim().split("\n").map(asLine).join("\n>\n> ")}\n\n${note.trim() ? `${note.trimEnd()}\n\n` : ""}*${
    markTexts.colors[color]
  }${lost ? `. ${markTexts.lost}` : ""}*\n`;

export interface MarksToExport {
  reader: Reader;
  text: TextRow | undefined;
  /** The address of this service. */
  site: string;
}

/** @throws NotFound */
export async function marksToExport(
  { db, config }: Deps,
  user: User,
  bookId: string,
): Promise<MarksToExport> {
  const reader = found(await findReader(db, user.id, bookId), bookNotFound);
  return { reader, text: await findText(db, user.id, bookId), site: config.publicUrl };
}

/** A collection of the W3C's Web Annotation Data Model, of one page, written while it is read. */
export async function* writeAnnotations(
  deps: Pick<Deps, "db">,
  user: User,
  { reader: { bookId, groupId, title }, text, site }: MarksToExport,
): AsyncGenerator<string> {
  const source = site + textPaths.read(groupId, bookId);
  const id = `${site}${textPaths.marks(groupId, bookId)}`;
  const collection = {
    "@context": "http://www.w3.org/ns/anno.jsonld",
    id,
    type: "AnnotationCollection",
    label: markTexts.inBook(title),
  };
  let total = 0;
  const head = JSON.stringify(collection, null, 2).slice(0, -2);
  yield `${head},\n  "first": {\n    "id": ${
    JSON.stringify(`${id}#page`)
  },\n    "type": "AnnotationPage",\n    "startIndex": 0,\n    "items": [`;
  for await (const rows of marksOfBook(deps, user, bookId)) {
    const items = rows.map((row) => JSON.stringify(annotationOf(row, { id, source, title, text })));
    yield `${total > 0 ? "," : ""}\n      ${items.join(",\n      ")}`;
    total += rows.length;
  }
  yield `\n    ]\n  },\n  "total": ${total}\n}\n`;
}

interface Target {
  id: string;
  source: string;
  title: string;
  text: TextRow | undefined;
}

/** https://www.w3.org/TR/annotation-model: a quote and, in the text that is there, its characters. */
function annotationOf(row: stored.OwnMarkRow, { id, source, text }: Target) {
  const { exact, prefix, suffix, note, color, lost } = row;
  const quote = { type: "TextQuoteSelector", exact, prefix, suffix };
  const position = text && !lost && {
    type: "TextPositionSelector",
    start: offsetAt(text.characters, row.from),
    end: offsetAt(text.characters, row.to),
  };
  return {
    id: `${id}/${row.id}`,
    type: "Annotation",
    motivation: note ? "commenting" : "highlighting",
    created: iso(row.createdAt),
    modified: iso(row.updatedAt),
    ...note && { body: { type: "TextualBody", value: note, format: "text/plain", purpose: "commenting" } },
    target: {
      source,
      selector: position ? [quote, position] : [quote],
      styleClass: color,
    },
  };
}
