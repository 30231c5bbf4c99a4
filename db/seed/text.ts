/** The text of the gothic readers' second book, where it is read in: who is where in it, and what they marked. */
import { asc, eq, sql } from "drizzle-orm";
import type { PrintPage, Section } from "../../server/contract/books/text_shapes.ts";
import { placeOf, positionAtPlace } from "../../server/contract/books/text_places.ts";
import { mark as limits } from "../../server/contract/notes/limits.ts";
import { ownPages, pageAt, textEnd } from "../../server/contract/reading/positions.ts";
import type { Db, Statement } from "../engine/client.ts";
import { bookTexts, highlightAnswers, highlights, progress, readerSettings, textParts, texts } from "../schema.ts";
import { text as demo } from "./demo_text.ts";

export interface SeededText {
  hash: string;
  characters: number;
  plain: string;
}

/** Undefined until it is read in. */
export async function findSeededText(db: Db, hash: string): Promise<SeededText | undefined> {
  const [text] = await db.q.select({ state: texts.state, characters: texts.characters }).from(texts)
    .where(eq(texts.hash, hash));
  if (text?.state !== "ready") return undefined;
  const parts = await db.q.select({ plain: textParts.plain }).from(textParts)
    .where(eq(textParts.hash, hash)).orderBy(asc(textParts.number));
  return { hash, characters: text.characters, plain: parts.map(({ plain }) => plain).join("") };
}

interface ReadIn {
  hash: string;
  title: string;
  language: string | null;
  characters: number;
  sections: Section[];
  printPages: PrintPage[] | null;
  parts: Omit<typeof textParts.$inferInsert, "hash">[];
}

/** Stores a text that was read in, whatever an earlier try has left of it. */
export async function storeSeededText(db: Db, { parts, ...text }: ReadIn, now: number): Promise<void> {
  const storedBytes = parts.reduce((sum, { html, plain }) => sum + lengthOf(html) + lengthOf(plain), 0);
  const row = { ...text, state: "ready" as const, problem: null, readUntil: null, storedBytes };
  await db.write([
    db.q.insert(texts).values({ ...row, createdAt: now }).onConflictDoUpdate({ target: texts.hash, set: row }),
    db.q.delete(textParts).where(eq(textParts.hash, text.hash)),
    ...parts.map((part) => db.q.insert(textParts).values({ ...part, hash: text.hash })),
  ]);
}

const lengthOf = (text: string): number => new TextEncoder().encode(text).length;

interface InGroup {
  bookId: string;
  pageCount: number;
  personId: (username: string) => string;
  now: number;
  /** An account outside the demo that reads with the group. */
  guestId?: string;
}

export function insertText(
  db: Db,
  text: SeededText,
  { bookId, pageCount, personId, now, guestId }: InGroup,
): Statement[] {
  const { hash, characters } = text;
  const readerAt = (userId: string, words: string) => {
    const textPlace = placeOf(characters, rangeOf(text, words).to);
    const position = positionAtPlace({ pageCount: characters, points: null }, textPlace);
    return {
      bookId,
      userId,
      currentPage: pageAt(ownPages(pageCount), position),
      readAt: now,
      position,
      reached: position,
      textPlace,
      finishedAt: position === textEnd ? now : null,
    };
  };
  const readers = Object.entries(demo.readers).map(([name, words]) => readerAt(personId(name), words));
  if (guestId) readers.push(readerAt(guestId, demo.guest));
  const sharing = Object.keys(demo.readers).map((name) => ({ bookId, userId: personId(name), sharesPage: true }));
  const marks = demo.marks.map(({ by, quote, color, note = "", shared }, n) => ({
    id: `${bookId}-mark-${n + 1}`,
    bookId,
    userId: personId(by),
    hash,
    ...wordsAt(text, quote),
    color,
    note,
    sharedAt: shared ? now : null,
    createdAt: now,
    updatedAt: now,
  }));
  const answers = demo.marks.flatMap(({ answers = [] }, n) =>
    answers.map(([name, content], at) => {
      const highlightId = marks[n].id;
      return { id: `${highlightId}-answer-${at + 1}`, highlightId, userId: personId(name), content, createdAt: now };
    })
  );
  return [
    db.q.insert(bookTexts).values({ bookId, hash, addedBy: personId("elodie"), addedAt: now }).onConflictDoNothing(),
    db.q.run(sql`insert into editions (id, book_id, unit, page_count)
      values (${`${bookId}-text`}, ${bookId}, 'characters', ${characters}) on conflict do nothing`),
    db.q.insert(progress).values(readers).onConflictDoNothing(),
    db.q.insert(readerSettings).values(sharing).onConflictDoNothing(),
    db.q.insert(highlights).values(marks).onConflictDoNothing(),
    db.q.insert(highlightAnswers).values(answers).onConflictDoNothing(),
  ];
}

/** @throws Error where the words are not in the text */
function rangeOf({ plain }: SeededText, words: string): { from: number; to: number } {
  const from = plain.indexOf(words);
  if (from < 0) throw new Error(`The text has no words “${words}”.`);
  const to = from + words.length;
  // At the end of a paragraph nothing of it is left to be read.
  return { from, to: plain[to] === "\n" ? to + 1 : to };
}

function wordsAt(text: SeededText, exact: string) {
  const { from } = rangeOf(text, exact);
  const to = from + exact.length;
  const { characters, plain } = text;
  return {
    fromPlace: placeOf(characters, from),
    toPlace: placeOf(characters, to),
    exact,
    prefix: plain.slice(Math.max(0, from - limits.context), from),
    suffix: plain.slice(to, to + limits.context),
  };
}
