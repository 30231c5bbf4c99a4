import { and, desc, eq, sql } from "drizzle-orm";
import { review as limits } from "../../server/contract/reading/limits.ts";
import type { Review } from "../../server/contract/reading/shapes.ts";
import { hasRoom, type Quota, rowSize } from "../account/storage.ts";
import { isOnShelf } from "../books/conditions.ts";
import { changesRows, type Db } from "../engine/client.ts";
import { isBefore, isoFrom, pageOf } from "../engine/query.ts";
import { type Id, isOpenFor, mayRead } from "../groups/roles.ts";
import { hasBlocked } from "../people/blocks.ts";
import { publicColumns } from "../people/columns.ts";
import { reviews, users } from "../schema.ts";
import type { Form } from "../../server/contract/site/written_shapes.ts";
import { formatOf, storeForm } from "../site/forms.ts";

/** They are at the end, and have not taken that back. Reviews and what else the end of a book shows depend on it. */
export const hasFinished = (readerId: Id, bookId: Id) =>
  sql<number>`exists (select 1 from books ended
    join members ending on ending.group_id = ended.group_id and ending.user_id = ${readerId}
    join progress there on there.book_id = ended.id and there.user_id = ending.user_id
    where ended.id = ${bookId} and ${isOnShelf("ended")} and there.finished_at is not null)`;

interface NewReview extends Quota {
  bookId: string;
  stars: number | null;
  text: string;
  form?: Form | null;
}

/** @returns whether it is stored: they have finished, and there is room */
export async function saveReview(
  db: Db,
  readerId: string,
  { bookId, stars, text, form, quota }: NewReview,
  now: number,
): Promise<boolean> {
  const growth = sql`coalesce(
    (select octet_length(${text}) - octet_length(text) from reviews
      where book_id = ${bookId} and user_id = ${readerId}),
    ${rowSize.text} + octet_length(${text}))`;
  return await changesRows(db, [
    db.q.run(sql`insert into reviews (book_id, user_id, stars, text, created_at, updated_at)
      select ${bookId}, ${readerId}, ${stars}, ${text}, ${now}, ${now}
      where ${hasFinished(readerId, bookId)}
        and ${isOpenFor(readerId, sql`(select group_id from books where books.id = ${bookId})`)}
        and ${hasRoom(readerId, growth, { quota })}
      on conflict (book_id, user_id) do update set stars = excluded.stars, text = excluded.text,
        updated_at = excluded.updated_at`),
    storeForm(db, "reviews", { content: text, form }, sql`book_id = ${bookId} and user_id = ${readerId}`),
  ]);
}

/** @returns the group of the book, if they had reviewed it */
export async function deleteReview(db: Db, readerId: string, bookId: string): Promise<string | undefined> {
  const [[deleted]] = await db.write([
    db.q.delete(reviews).where(and(eq(reviews.bookId, bookId), eq(reviews.userId, readerId)))
      .returning({ groupId: sql<string>`(select books.group_id from books where books.id = reviews.book_id)` }),
  ]);
  return deleted?.groupId;
}

const columns = {
  user: publicColumns,
  stars: reviews.stars,
  text: reviews.text,
  format: formatOf("reviews"),
  createdAt: isoFrom(reviews.createdAt),
  updatedAt: isoFrom(reviews.updatedAt),
};

export const findOwnReview = (db: Db, readerId: string, bookId: string): Promise<Review | undefined> =>
  db.q.select(columns).from(reviews).innerJoin(users, eq(users.id, reviews.userId))
    .where(and(eq(reviews.bookId, bookId), eq(reviews.userId, readerId))).get();

/** Reviews of members, to a reader who has finished; none of people whom that reader blocked. */
const seenBy = (readerId: string, bookId: string) =>
  and(
    eq(reviews.bookId, bookId),
    hasFinished(readerId, bookId),
    mayRead(reviews.userId, sql`(select group_id from books where id = ${bookId})`),
    sql`not ${hasBlocked(readerId, reviews.userId)}`,
  );

/** The latest first. @param before the author of the last review of the page before */
export async function listReviews(
  db: Db,
  readerId: string,
  { bookId, before }: { bookId: string; before?: string },
) {
  const [rows, numbers] = await Promise.all([
    db.q.select(columns).from(reviews).innerJoin(users, eq(users.id, reviews.userId))
      .where(and(
        seenBy(readerId, bookId),
        isBefore([reviews.updatedAt, reviews.userId], before, eq(reviews.bookId, bookId)),
      )).orderBy(desc(reviews.updatedAt), desc(reviews.userId)).limit(limits.listed + 1),
    db.q.select({ average: sql<number | null>`avg(${reviews.stars})`, rated: sql<number>`count(${reviews.stars})` })
      .from(reviews).where(seenBy(readerId, bookId)).get(),
  ]);
  const page = pageOf(rows, limits.listed);
  return { reviews: page.rows, hasMore: page.hasMore, ...numbers! };
}
