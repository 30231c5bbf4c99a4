/** Texts of books as they are read. What a member may not read has none here. */
import { and, eq, sql, type SQLWrapper } from "drizzle-orm";
import type { Section, Text } from "../../server/contract/books/text_shapes.ts";
import type { Point } from "../../server/contract/reading/shapes.ts";
import { textEnd } from "../../server/contract/reading/positions.ts";
import { type Db, prepared } from "../engine/client.ts";
import { shelfMembershipOf } from "../groups/roles.ts";
import { books, bookTexts, editions, members, textParts, textPictures, texts } from "../schema.ts";

const value = sql.placeholder;

const ofItsCopy = (column: SQLWrapper) =>
  sql`(select ${column} from editions
  where editions.book_id = ${books.id} and unit = 'characters' and page_count = ${texts.characters})`;

/** Where its characters are in the book, from chapters that both know; null where none are. */
const pointsOfText = sql<Point[] | null>`${ofItsCopy(editions.points)}`
  .mapWith((points) => points === null ? null : JSON.parse(points));

export interface TextRow extends Omit<Text, "sections"> {
  hash: string;
  sections: Section[];
  points: Point[] | null;
  /** Of the copy of the book that it is; null until it is ready. */
  editionId: string | null;
  /** While it is read in, in milliseconds since 1970. */
  readUntil: number | null;
}

const textFor = prepared((q) =>
  q.select({
    bookId: books.id,
    hash: texts.hash,
    title: texts.title,
    language: texts.language,
    state: texts.state,
    problem: texts.problem,
    readUntil: texts.readUntil,
    characters: texts.characters,
    sections: texts.sections,
    points: pointsOfText,
    editionId: sql<string | null>`${ofItsCopy(editions.id)}`,
  }).from(books)
    .innerJoin(members, shelfMembershipOf(value("viewerId")))
    .innerJoin(bookTexts, eq(bookTexts.bookId, books.id))
    .innerJoin(texts, eq(texts.hash, bookTexts.hash))
    .where(eq(books.id, value("bookId"))).prepare()
);

export const findText = (db: Db, viewerId: string, bookId: string): Promise<TextRow | undefined> =>
  textFor(db).get({ viewerId, bookId });

export async function findReadyText(db: Db, viewerId: string, bookId: string): Promise<TextRow | undefined> {
  const text = await findText(db, viewerId, bookId);
  return text?.state === "ready" ? text : undefined;
}

export interface PartRow {
  from: number;
  to: number;
  html: string;
  /** Where the part before it begins. */
  previous: number | null;
}

const partAt = prepared((q) =>
  q.select({
    from: textParts.fromPlace,
    to: textParts.toPlace,
    html: textParts.html,
    previous: sql<number | null>`(select before.from_place from text_parts before
      where before.hash = ${textParts.hash} and before.number = ${textParts.number} - 1)`,
  }).from(books)
    .innerJoin(members, shelfMembershipOf(value("viewerId")))
    .innerJoin(bookTexts, eq(bookTexts.bookId, books.id))
    .innerJoin(texts, and(eq(texts.hash, bookTexts.hash), eq(texts.state, "ready")))
    .innerJoin(textParts, eq(textParts.hash, texts.hash))
    .where(and(eq(books.id, value("bookId")), sql`${textParts.fromPlace} <= ${value("place")}`))
    .orderBy(sql`${textParts.fromPlace} desc`).limit(1).prepare()
);

/** The part in which a place is; undefined where there is no text that is read in. */
export const findPart = (
  db: Db,
  viewerId: string,
  of: { bookId: string; place: number },
): Promise<PartRow | undefined> => partAt(db).get({ viewerId, ...of });

/** Where the part after it begins; null at the end. */
export const nextOf = ({ to }: Pick<PartRow, "to">): number | null => to < textEnd ? to : null;

const pictureOf = prepared((q) =>
  q.select({ bytes: textPictures.bytes, hash: texts.hash }).from(books)
    .innerJoin(members, shelfMembershipOf(value("viewerId")))
    .innerJoin(bookTexts, eq(bookTexts.bookId, books.id))
    .innerJoin(texts, and(eq(texts.hash, bookTexts.hash), eq(texts.state, "ready")))
    .innerJoin(textPictures, eq(textPictures.hash, texts.hash))
    .where(and(eq(books.id, value("bookId")), eq(textPictures.number, value("number")))).prepare()
);

/** WebP, and the text that it is of. */
export const findPicture = (
  db: Db,
  viewerId: string,
  of: { bookId: string; number: number },
): Promise<{ bytes: Uint8Array; hash: string } | undefined> => pictureOf(db).get({ viewerId, ...of });
