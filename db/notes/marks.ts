/** Highlights in the text of a book: those of the reader, and what others share up to where the reader is. */
import { and, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Highlight } from "../../server/contract/notes/highlight_shapes.ts";
import type { HighlightColor } from "../../server/contract/notes/mark_colors.ts";
import * as notesLimits from "../../server/contract/notes/limits.ts";
import type { NoteAnswer } from "../../server/contract/notes/shapes.ts";
import { placeOf } from "../../server/contract/books/text_places.ts";
import { hasRoom, type Quota, rowSize } from "../account/storage.ts";
import { type Db, prepared } from "../engine/client.ts";
import { isoFrom, isoOf, jsonArray, jsonObject } from "../engine/query.ts";
import { type Id, isOpenFor, mayReadBook, mayShare, shelfMembershipOf } from "../groups/roles.ts";
import { hasBlocked } from "../people/blocks.ts";
import { publicColumns } from "../people/columns.ts";
import { books, highlightAnswers, highlights, members, textParts, users } from "../schema.ts";
import { formatJsonAmong, formatOf, storeForm } from "../site/forms.ts";
import type { Form, Written } from "../../server/contract/site/written_shapes.ts";

const { mark: limits } = notesLimits;
const value = sql.placeholder;

export interface Quote {
  exact: string;
  prefix: string;
  suffix: string;
}

/** Where it is in a text, and the words there. */
export interface MarkedWords extends Quote {
  hash: string;
  from: number;
  to: number;
}

const plainBetween = prepared((q) =>
  q.select({ fromPlace: textParts.fromPlace, plain: textParts.plain, html: textParts.html }).from(textParts)
    .where(
      and(
        eq(textParts.hash, value("hash")),
        gt(textParts.toPlace, value("from")),
        lt(textParts.fromPlace, value("to")),
      ),
    )
    .orderBy(textParts.number).prepare()
);

/** The parts of a text that are between two places. */
export const listPlain = (
  db: Db,
  of: { hash: string; from: number; to: number },
): Promise<{ fromPlace: number; plain: string; html: string }[]> => plainBetween(db).all(of);

const answerOrder = sql`highlight_answers.created_at, highlight_answers.id`;

/** Not of people whom the reader has blocked, as their highlights. */
const answersFor = (readerId: string) =>
  sql<NoteAnswer[]>`(
  select ${jsonArray(sql`answer`)} from (
    select ${
    jsonObject({
      id: highlightAnswers.id,
      content: highlightAnswers.content,
      format: formatJsonAmong("highlight_answers", answerOrder),
      createdAt: isoOf(highlightAnswers.createdAt),
      user: publicColumns,
    })
  } as answer
    from highlight_answers inner join users on users.id = highlight_answers.user_id
    where highlight_answers.highlight_id = highlights.id and not ${hasBlocked(readerId, sql`users.id`)}
    order by ${answerOrder} limit ${sql.raw(String(limits.answers))}
  )
)`;

const columns = {
  id: highlights.id,
  from: highlights.fromPlace,
  to: highlights.toPlace,
  quote: { exact: highlights.exact, prefix: highlights.prefix, suffix: highlights.suffix },
  color: highlights.color,
  note: highlights.note,
  format: formatOf("highlights"),
  shared: sql<boolean>`${highlights.sharedAt} is not null`.mapWith(Boolean),
  user: publicColumns,
  createdAt: isoFrom(highlights.createdAt),
  lost: sql<boolean>`(${highlights.lostAt} is not null or not exists (
    select 1 from book_texts where book_texts.book_id = highlights.book_id and book_texts.hash = highlights.hash
  ))`.mapWith(Boolean),
};

const marksFor = (db: Db, readerId: string, ids: string[]) =>
  db.q.select({ ...columns, answers: answersFor(readerId).mapWith(JSON.parse) }).from(highlights)
    .innerJoin(users, eq(users.id, highlights.userId)).where(inArray(highlights.id, ids))
    .orderBy(highlights.fromPlace, highlights.id);

interface NewMark extends MarkedWords, Quota {
  id: string;
  bookId: string;
  color: HighlightColor;
  note: string;
  form?: Form | null;
  shared: boolean;
}

const isOpenBook = (userId: string, bookId: SQL | string) =>
  isOpenFor(userId, sql`(select group_id from books opened where opened.id = ${bookId})`);

/** @returns undefined where it is not stored: of another text, closed, too many, or no room */
export async function insertMark(
  db: Db,
  userId: string,
  { id, bookId, hash, from, to, exact, prefix, suffix, color, note, form, shared, quota }: NewMark,
  now: number,
): Promise<{ mark: Highlight; isNew: boolean } | undefined> {
  const growth = sql`${sql.raw(String(rowSize.text))} + octet_length(${exact}) + octet_length(${note})`;
  const [{ rowsAffected }, , [mark]] = await db.write([
    db.q.run(sql`insert into highlights (id, book_id, user_id, hash, from_place, to_place, exact, prefix, suffix, color,
        note, shared_at, created_at, updated_at)
      select ${id}, books.id, members.user_id, ${hash}, ${from}, ${to}, ${exact}, ${prefix}, ${suffix}, ${color},
        ${note}, case when ${shared} and ${mayShare(userId, books.groupId)} then ${now} end, ${now}, ${now}
      from books join members on ${shelfMembershipOf(userId)}
        join book_texts on book_texts.book_id = books.id and book_texts.hash = ${hash}
      where books.id = ${bookId} and (not ${shared} or ${isOpenFor(userId, books.groupId)})
        and not exists (select 1 from highlights where user_id = ${userId} and book_id = ${bookId}
          limit 1 offset ${limits.perBook - 1})
        and ${hasRoom(userId, growth, { quota })}
      on conflict do nothing`),
    storeForm(db, "highlights", { content: note, form }, sql`id = ${id} and user_id = ${userId}`),
    marksFor(db, userId, [id]),
  ]);
  return mark && { mark, isNew: rowsAffected > 0 };
}

interface MarkChange extends Quota {
  id: string;
  words?: MarkedWords;
  color?: HighlightColor;
  note?: string;
  form?: Form | null;
  shared?: boolean;
}

export interface OwnMark {
  bookId: string;
  groupId: string;
  title: string;
  from: number;
  to: number;
  isShared: boolean;
}

const ownMark = (db: Db, userId: string, id: string) =>
  db.q.select({
    bookId: books.id,
    groupId: books.groupId,
    title: books.title,
    from: highlights.fromPlace,
    to: highlights.toPlace,
    isShared: sql<boolean>`${highlights.sharedAt} is not null`.mapWith(Boolean),
  }).from(highlights).innerJoin(books, eq(books.id, highlights.bookId))
    .innerJoin(members, shelfMembershipOf(userId))
    .where(and(eq(highlights.id, id), eq(highlights.userId, userId)));

export const findOwnMark = (db: Db, userId: string, id: string): Promise<OwnMark | undefined> =>
  ownMark(db, userId, id).get();

/** @returns undefined where there is none of theirs; no `mark` where it is not changed: closed, or no room */
export async function updateMark(
  db: Db,
  userId: string,
  { id, words, color, note, form, shared, quota }: MarkChange,
  now: number,
): Promise<{ before: OwnMark; mark?: Highlight } | undefined> {
  const isOpen = isOpenBook(userId, sql`highlights.book_id`);
  const sharedAt = shared
    ? sql`case when ${mayShareBook(userId)} then coalesce(shared_at, ${now}) end`
    : shared === false
    ? sql`null`
    : sql`case when ${isOpen} then shared_at end`;
  const grown = (text: string | undefined, column: string) =>
    text === undefined ? sql`0` : sql`octet_length(${text}) - octet_length(${sql.raw(column)})`;
  const place = words && {
    hash: words.hash,
    fromPlace: words.from,
    toPlace: words.to,
    exact: words.exact,
    prefix: words.prefix,
    suffix: words.suffix,
    lostAt: null,
  };
  const [[before], { rowsAffected }, , [mark]] = await db.write([
    ownMark(db, userId, id),
    db.q.update(highlights).set({
      ...place,
      color,
      note,
      sharedAt,
      updatedAt: sql`max(updated_at + 1, ${now})`,
    }).where(and(
      eq(highlights.id, id),
      eq(highlights.userId, userId),
      mayReadBook(userId, sql`highlights.book_id`),
      shared ? isOpen : undefined,
      words && sql`exists (select 1 from book_texts where book_id = highlights.book_id and hash = ${words.hash})`,
      hasRoom(userId, sql`(${grown(words?.exact, "exact")} + ${grown(note, "note")})`, { quota }),
    )),
    // Where there is no new note, an empty one stays without a form.
    storeForm(db, "highlights", { content: note ?? "", form }, sql`id = ${id} and user_id = ${userId}`),
    marksFor(db, userId, [id]),
  ]);
  return before && { before, mark: rowsAffected > 0 ? mark : undefined };
}

const mayShareBook = (userId: string) =>
  mayShare(userId, sql`(select group_id from books shelved where shelved.id = highlights.book_id)`);

/** Also of a removed book, and of a group that its owner has left. */
export async function deleteMark(
  db: Db,
  userId: string,
  id: string,
): Promise<{ bookId: string; groupId: string; isShared: boolean } | undefined> {
  const [[deleted]] = await db.write([
    db.q.delete(highlights).where(and(eq(highlights.id, id), eq(highlights.userId, userId))).returning({
      bookId: highlights.bookId,
      groupId: sql<string>`(select group_id from books where books.id = book_id)`,
      isShared: sql<boolean>`${highlights.sharedAt} is not null`.mapWith(Boolean),
    }),
  ]);
  return deleted;
}

/** Of a book whose present text has this hash. */
interface TextOfBook {
  bookId: string;
  hash: string;
}

interface MarksPart extends TextOfBook {
  /** Nobody else's is shown that ends beyond it. */
  reachedPlace: number;
  /** Those of which some words are between two places; all, also those that are not found, without it. */
  within?: Within;
  /** The reader's own that are not found, and nothing else. */
  isLost?: boolean;
  /** None of the reader's own. */
  isByOthers?: boolean;
  /** The id of the last one of the page before. */
  after?: string;
  limit: number;
}

/** Shared by others who are in the group; `reader` has not blocked them. */
const byOthers = (readerId: Id, { bookId, hash }: { bookId: Id; hash: unknown }) =>
  sql`books inner join members theirs on theirs.group_id = books.group_id
    inner join highlights on highlights.book_id = books.id and highlights.hash = ${hash}
      and highlights.user_id = theirs.user_id and highlights.shared_at is not null and highlights.lost_at is null
    where books.id = ${bookId} and theirs.user_id <> ${readerId} and ${mayReadBook(readerId, bookId)}
      and not ${hasBlocked(readerId, sql`theirs.user_id`)}`;

/** Characters of a highlight, its ends moved off the halves of a character, and a little more. */
const longest = limits.length + 8;

interface Within {
  from: number;
  to: number;
  /** Of the whole text. */
  characters: number;
}

/** Where one may begin or end of which some words are between two places: none is longer than the longest. */
const nearestTo = ({ from, to, characters }: Within, reachedPlace: number) => {
  const length = placeOf(characters, longest);
  return { earliest: from - length, latest: Math.min(reachedPlace, to + length) };
};

/** Of a few: in the order of an index, all highlights of the book would be gone through for them. */
const byExpression = sql`from_place + 0`;

const ranges = prepared((q) => {
  const columns = sql`highlights.id, from_place, to_place, color, highlights.user_id`;
  const isOwn = sql`highlights.user_id = ${value("readerId")} and highlights.book_id = ${value("bookId")}
    and highlights.hash = ${value("hash")} and lost_at is null and from_place >= ${value("earliest")}
    and from_place < ${value("to")} and to_place > ${value("from")}
    and ${mayReadBook(value("readerId"), value("bookId"))}`;
  const found = sql`(select * from (
    select ${columns} from highlights where ${isOwn}
    union all
    select ${columns} from ${byOthers(value("readerId"), { bookId: value("bookId"), hash: value("hash") })}
      and to_place > ${value("from")} and to_place <= ${value("latest")} and from_place < ${value("to")}
    ) order by ${byExpression}, id limit ${value("limit")}) found`;
  // In one row: the driver takes longer for each row than the database.
  return q.select({ json: sql<string>`json_group_array(json_array(id, from_place, to_place, color, user_id))` })
    .from(found).prepare();
});

interface MarkRange {
  id: string;
  from: number;
  to: number;
  color: HighlightColor;
  userId: string;
}

/** What is marked between two places of a text, without its words, as `listMarks` has it. */
export async function listMarkRanges(
  db: Db,
  readerId: string,
  { bookId, hash, reachedPlace, within }: TextOfBook & { reachedPlace: number; within: Within },
): Promise<MarkRange[]> {
  const { from, to } = within;
  const row = await ranges(db)
    .get({ readerId, bookId, hash, from, to, ...nearestTo(within, reachedPlace), limit: limits.inPart });
  return (JSON.parse(row!.json) as [string, number, number, HighlightColor, string][])
    .map(([id, from, to, color, userId]) => ({ id, from, to, color, userId }));
}

/** Characters of highlights, with notes and answers, that are listed at once. */
const mostListed = 200_000;

const lengthOf = sql`(length(exact) + length(note) + coalesce(length(form), 0) + (
  select coalesce(sum(length(content) + coalesce(length(form), 0)), 0) from (
    select content, form from highlight_answers where highlight_id = highlights.id limit ${
  sql.raw(String(limits.answers))
}
  )
))`;

/** By place. */
export async function listMarks(
  db: Db,
  readerId: string,
  { bookId, hash, reachedPlace, within, isLost, isByOthers, after, limit }: MarksPart,
): Promise<{ marks: Highlight[]; hasMore: boolean }> {
  const beyond = after === undefined ? sql`true` : sql`(highlights.from_place, highlights.id) > (
      select from_place, id from highlights where id = ${after} and book_id = ${bookId}
        and (user_id = ${readerId} or shared_at is not null and to_place <= ${reachedPlace}))`;
  const { earliest, latest } = within ? nearestTo(within, reachedPlace) : { earliest: 0, latest: reachedPlace };
  const ownHere = isByOthers
    ? sql`false`
    : isLost
    ? sql`(highlights.hash <> ${hash} or highlights.lost_at is not null)`
    : within
    ? sql`highlights.hash = ${hash} and highlights.lost_at is null and highlights.from_place >= ${earliest}
      and highlights.from_place < ${within.to} and highlights.to_place > ${within.from}`
    : sql`true`;
  const othersHere = isLost
    ? sql`false`
    : within
    ? sql`highlights.to_place > ${within.from} and highlights.from_place < ${within.to}`
    : sql`true`;
  const found = await db.q.all<{ id: string; size: number }>(sql`
    select found.id, ${lengthOf} as size from (
      select id, from_place from (
        select highlights.id, highlights.from_place from highlights
        where highlights.user_id = ${readerId} and highlights.book_id = ${bookId} and ${ownHere} and ${beyond}
          and ${mayReadBook(readerId, bookId)}
        union all
        select highlights.id, highlights.from_place from ${byOthers(readerId, { bookId, hash })}
          and highlights.to_place <= ${latest} and ${othersHere} and ${beyond}
      ) order by ${within ? byExpression : sql`from_place`}, id limit ${limit + 1}
    ) found cross join highlights on highlights.id = found.id order by found.from_place, found.id`);
  let total = 0;
  const listed = found.slice(0, limit).filter(({ size }, n) => (total += size) <= mostListed || n === 0);
  if (listed.length === 0) return { marks: [], hasMore: false };
  return { marks: await marksFor(db, readerId, listed.map(({ id }) => id)), hasMore: found.length > listed.length };
}

const marksAhead = prepared((q) =>
  q.select({ ahead: sql<number>`count(*)` }).from(sql`(
    select 1 from ${byOthers(value("readerId"), { bookId: value("bookId"), hash: value("hash") })}
      and highlights.to_place > ${value("reachedPlace")} limit ${value("most")}) found`).prepare()
);

/** @param most where more are not counted */
export const countMarksAhead = async (
  db: Db,
  readerId: string,
  { most = -1, ...of }: TextOfBook & { reachedPlace: number; most?: number },
): Promise<number> => (await marksAhead(db).get({ readerId, most, ...of }))!.ahead;

export interface AnswerableMark {
  bookId: string;
  groupId: string;
  title: string;
  userId: string;
  from: number;
  to: number;
}

/** One that others might see, wherever they are: whether this reader has reached it is asked of its last place. */
export const findSharedMark = (db: Db, readerId: string, id: string): Promise<AnswerableMark | undefined> =>
  db.q.select({
    bookId: books.id,
    groupId: books.groupId,
    title: books.title,
    userId: highlights.userId,
    from: highlights.fromPlace,
    to: highlights.toPlace,
  }).from(highlights)
    .innerJoin(books, eq(books.id, highlights.bookId))
    .innerJoin(members, shelfMembershipOf(readerId))
    .where(and(
      eq(highlights.id, id),
      isNotNull(highlights.sharedAt),
      isNull(highlights.lostAt),
      mayReadBook(highlights.userId, highlights.bookId),
      sql`not ${hasBlocked(readerId, highlights.userId)}`,
      sql`exists (select 1 from book_texts where book_id = ${books.id} and hash = ${highlights.hash})`,
    )).get();

export async function insertMarkAnswer(
  db: Db,
  writerId: string,
  { id, markId, content, form, quota }: Quota & Written & { id: string; markId: string },
  now: number,
): Promise<{ answer: NoteAnswer; isNew: boolean } | undefined> {
  const [{ rowsAffected }, , [row]] = await db.write([
    db.q.run(sql`insert into highlight_answers (id, highlight_id, user_id, content, created_at)
      select ${id}, highlights.id, members.user_id, ${content}, ${now} from highlights
        join books on books.id = highlights.book_id join members on ${shelfMembershipOf(writerId)}
      where highlights.id = ${markId} and highlights.shared_at is not null and ${isOpenFor(writerId, books.groupId)}
        and (select count(*) from highlight_answers where highlight_id = ${markId}) < ${limits.answers}
        and ${hasRoom(writerId, sql`${sql.raw(String(rowSize.text))} + octet_length(${content})`, { quota })}
      on conflict do nothing`),
    storeForm(db, "highlight_answers", { content, form }, sql`id = ${id}`),
    db.q.select({
      id: highlightAnswers.id,
      content: highlightAnswers.content,
      format: formatOf("highlight_answers"),
      user: publicColumns,
      createdAt: isoFrom(highlightAnswers.createdAt),
    }).from(highlightAnswers).innerJoin(users, eq(users.id, highlightAnswers.userId))
      .where(eq(highlightAnswers.id, id)),
  ]);
  return row && { answer: row, isNew: rowsAffected > 0 };
}

/** One's own also in a group that one has left. @returns whose highlight it answered */
export async function deleteMarkAnswer(
  db: Db,
  viewerId: string,
  { markId, id }: { markId: string; id: string },
): Promise<string | undefined> {
  const [[deleted]] = await db.write([
    db.q.delete(highlightAnswers).where(and(
      eq(highlightAnswers.id, id),
      eq(highlightAnswers.highlightId, markId),
      sql`(highlight_answers.user_id = ${viewerId} or exists (
        select 1 from highlights where highlights.id = ${markId} and highlights.user_id = ${viewerId}
          and ${mayReadBook(viewerId, sql`highlights.book_id`)}))`,
    )).returning({ writerId: sql<string>`(select user_id from highlights where highlights.id = highlight_id)` }),
  ]);
  return deleted?.writerId;
}
