import { and, desc, eq, inArray, isNull, ne, sql, type SQLWrapper } from "drizzle-orm";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import * as readingLimits from "../../server/contract/reading/limits.ts";
import type { Schedule } from "../../server/contract/reading/plan.ts";
import { copyOf } from "../../server/contract/reading/positions.ts";
import type { Copy } from "../../server/contract/reading/shapes.ts";
import { isOnShelf } from "../books/conditions.ts";
import { type Db, prepared } from "../engine/client.ts";
import { mayHaveMeetings } from "../groups/next_meeting.ts";
import { nameFor } from "../groups/names.ts";
import { mayReadBook, shelfMembershipOf } from "../groups/roles.ts";
import {
  books,
  editions,
  groups,
  members,
  messages,
  notes,
  plans,
  progress,
  questions,
  readerSettings,
} from "../schema.ts";
import { hasBlocked } from "../people/blocks.ts";
import { coverImage, shelfOrder } from "../books/books.ts";
import { copyColumns, positionIn, progressOf, settingsOf } from "./copies.ts";

export interface BookToRead {
  bookId: string;
  groupId: string;
  groupName: string;
  title: string;
  author: string | null;
  coverImage: string | null;
  pageCount: number;
  edition: Copy;
  position: number;
  reached: number;
  openedFrom: number;
  openedSeen: number;
  readAt: number | null;
  plan: Schedule | null;
  /** Whether their groups may meet soon. */
  meets: number;
}

const value = sql.placeholder;
const viewer = value("viewerId");

/** At most a few, however many books the viewer's groups have. */
const begunOrPlanned = sql`(
  select book_id from progress where user_id = ${viewer} and position > 0 and finished_at is null
  union select plans.book_id from members
    join books on books.group_id = members.group_id
    join plans on plans.book_id = books.id and target_on >= ${value("today")}
  where members.user_id = ${viewer}
)`;

const meets = mayHaveMeetings(viewer, value("now"), groupsLimits.meetings.soon);

const bookColumns = {
  bookId: books.id,
  groupId: groups.id,
  groupName: nameFor(viewer),
  title: books.title,
  author: books.author,
  coverImage,
  meets,
};

const toRead = prepared((q) =>
  q.select({
    ...bookColumns,
    pageCount: books.pageCount,
    edition: copyColumns,
    position: progress.position,
    reached: progress.reached,
    openedFrom: progress.openedFrom,
    openedSeen: progress.openedSeen,
    readAt: progress.readAt,
    plan: { startsOn: plans.startsOn, targetOn: plans.targetOn, days: plans.days },
  }).from(books)
    .innerJoin(members, shelfMembershipOf(viewer))
    .innerJoin(groups, eq(groups.id, books.groupId))
    .leftJoin(progress, progressOf(viewer))
    .leftJoin(plans, eq(plans.bookId, books.id))
    .leftJoin(readerSettings, settingsOf(viewer))
    .leftJoin(editions, eq(editions.id, readerSettings.editionId))
    .where(and(ne(groups.kind, "incoming"), sql`${books.id} in ${begunOrPlanned}`, isNull(progress.finishedAt)))
    .orderBy(desc(sql`max(coalesce(${progress.readAt}, 0), coalesce(${plans.createdAt}, 0))`), desc(books.id))
    .limit(readingLimits.today.books).prepare()
);

const notBegun = prepared((q) =>
  q.select({
    ...bookColumns,
  }).from(members)
    .innerJoin(groups, eq(groups.id, members.groupId))
    .innerJoin(books, eq(books.groupId, members.groupId))
    .leftJoin(progress, progressOf(viewer))
    .where(and(
      eq(members.userId, viewer),
      ne(groups.kind, "incoming"),
      isOnShelf(),
      inArray(books.state, ["now", "next"]),
      isNull(progress.bookId),
    ))
    .orderBy(...shelfOrder).limit(1).prepare()
);

/** That the viewer's groups read now, or else next, and that they have not opened. */
export const findBookToBegin = (db: Db, viewerId: string, now: number) => notBegun(db).get({ viewerId, now });

/** Begun and not finished, or with a plan that has not ended; what was read, or planned, last comes first. */
export async function listBooksToRead(
  db: Db,
  viewerId: string,
  { today, now }: { today: string; now: number },
): Promise<BookToRead[]> {
  const rows = await toRead(db).all({ viewerId, today, now });
  return rows.map(({ position, reached, openedFrom, openedSeen, ...row }) => ({
    ...row,
    edition: copyOf(row),
    position: position ?? 0,
    reached: reached ?? 0,
    openedFrom: openedFrom ?? 0,
    openedSeen: openedSeen ?? 0,
  }));
}

export interface Opened {
  notes: number;
  questions: number;
  messages: number;
}

type OpenedSpan = Pick<BookToRead, "bookId" | "openedFrom" | "openedSeen" | "reached">;

const written = prepared((q) => {
  const isBetween = (position: SQLWrapper) => sql`${position} > ${value("from")} and ${position} <= ${value("to")}`;
  const isByOthers = (writer: SQLWrapper) => sql`${writer} <> ${viewer} and not ${hasBlocked(viewer, writer)}`;
  return q.select({
    notes: sql<number>`(select count(*) from notes where notes.book_id = ${books.id} and shared_at is not null
      and ${isBetween(positionIn(sql`page_number`, books.pageCount))} and ${isByOthers(notes.userId)}
      and ${mayReadBook(notes.userId, books.id)})`,
    questions: sql<number>`(select count(*) from questions where questions.book_id = ${books.id}
      and ${isBetween(questions.position)} and ${isByOthers(questions.userId)})`,
    messages: sql<number>`(select count(*) from messages where anchor_book_id = ${books.id}
      and ${isBetween(sql`anchor_position`)} and ${isByOthers(messages.userId)})`,
  }).from(books).innerJoin(members, shelfMembershipOf(viewer)).where(eq(books.id, value("bookId"))).prepare();
});

/** What others wrote on the pages that the viewer's last turn opened, until they have looked at it. */
export async function countOpened(
  db: Db,
  viewerId: string,
  { bookId, openedFrom, openedSeen, reached }: OpenedSpan,
): Promise<Opened | undefined> {
  const from = Math.max(openedFrom, openedSeen);
  return from < reached ? await written(db).get({ viewerId, bookId, from, to: reached }) : undefined;
}
