import { and, asc, eq, gt, gte, lte, type SQL, sql } from "drizzle-orm";
import * as readingLimits from "../../server/contract/reading/limits.ts";
import type { Schedule } from "../../server/contract/reading/plan.ts";
import { copyOf } from "../../server/contract/reading/positions.ts";
import type { Copy } from "../../server/contract/reading/shapes.ts";
import { planBefore, recordChange, type Recorded } from "../books/changes.ts";
import { isOnShelf } from "../books/conditions.ts";
import { type Db, prepared } from "../engine/client.ts";
import { namedInText } from "../groups/names.ts";
import { mayChange, mayReadBook, membershipOf } from "../groups/roles.ts";
import { groups, plans } from "../schema.ts";
import { bookOf, copyJson, sharesPage } from "./copies.ts";

const schedule = { startsOn: plans.startsOn, targetOn: plans.targetOn, days: plans.days };

const planOf = prepared((q) => {
  const bookId = sql.placeholder("bookId");
  return q.select({ ...schedule, createdBy: plans.createdBy }).from(plans)
    .where(and(eq(plans.bookId, bookId), mayReadBook(sql.placeholder("viewerId"), bookId))).prepare();
});

export const findPlan = (
  db: Db,
  viewerId: string,
  bookId: string,
): Promise<Schedule & { createdBy: string | null } | undefined> => planOf(db).get({ viewerId, bookId });

/** Undefined where they may not. */
export async function savePlan(
  db: Db,
  viewerId: string,
  { bookId, startsOn, targetOn, days }: Schedule & { bookId: string },
  now: number,
): Promise<Recorded | undefined> {
  const plannable = plannableBy(viewerId, bookId);
  const isOther = sql`not exists (select 1 from plans where book_id = ${bookId}
    and starts_on = ${startsOn} and target_on = ${targetOn} and days = ${JSON.stringify(days)})`;
  const [recorded, , { rowsAffected }] = await db.write([
    ...recordPlan(db, viewerId, { bookId, from: sql`${plannable} and ${isOther}` }, now),
    db.q.run(sql`
      insert into plans (book_id, starts_on, target_on, days, created_by, created_at)
      select books.id, ${startsOn}, ${targetOn}, ${JSON.stringify(days)}, members.user_id, ${now} from ${plannable}
      on conflict do update set starts_on = excluded.starts_on, target_on = excluded.target_on, days = excluded.days`),
  ]);
  return rowsAffected > 0 ? { isChanged: recorded.rowsAffected > 0 } : undefined;
}

/** Undefined where they may not. */
export async function deletePlan(
  db: Db,
  viewerId: string,
  bookId: string,
  now: number,
): Promise<Recorded | undefined> {
  const plannable = plannableBy(viewerId, bookId);
  const isThere = sql`exists (select 1 from plans where book_id = ${bookId})`;
  const [recorded, , , allowed] = await db.write([
    ...recordPlan(db, viewerId, { bookId, from: sql`${plannable} and ${isThere}` }, now),
    db.q.run(sql`delete from plans where book_id = (select books.id from ${plannable})`),
    db.q.all<{ id: string }>(sql`select books.id from ${plannable}`),
  ]);
  return allowed.length > 0 ? { isChanged: recorded.rowsAffected > 0 } : undefined;
}

const plannableBy = (viewerId: string, bookId: string): SQL =>
  sql`${bookOf(viewerId, bookId)} and ${mayChange(viewerId, sql`books.group_id`, "plan")}`;

const recordPlan = (
  db: Db,
  userId: string,
  { bookId, from }: { bookId: string; from: SQL },
  now: number,
) => recordChange(db, { bookId, userId, kind: "plan", before: planBefore, from }, now);

export const listPlans = (
  db: Db,
  { begunOn, endedFrom, after, limit }: { begunOn: string; endedFrom: string; after: string; limit: number },
): Promise<(Schedule & { bookId: string })[]> =>
  db.q.select({ bookId: plans.bookId, ...schedule }).from(plans)
    .where(and(gt(plans.bookId, after), lte(plans.startsOn, begunOn), gte(plans.targetOn, endedFrom)))
    .orderBy(asc(plans.bookId)).limit(limit);

export interface LateReader {
  userId: string;
  bookId: string;
  groupId: string;
  groupName: string;
  title: string;
  edition: Copy;
  position: number;
}

/** Of several instances one gets a reader. @param limits up to which position a reader of a book is behind */
export async function claimLateReaders(
  db: Db,
  limits: { bookId: string; upTo: number }[],
  { now, limit }: { now: number; limit: number },
): Promise<LateReader[]> {
  type Row = Omit<LateReader, "edition"> & { pageCount: number; edition: string | null };
  const [claimed] = await db.write([
    db.q.all<{ userId: string; bookId: string }>(sql`
      insert into reader_settings (book_id, user_id, reminded_at)
      select books.id, members.user_id, ${now} from json_each(${JSON.stringify(limits)}) as late
        inner join books on books.id = json_extract(late.value, '$.bookId') and ${isOnShelf()}
        inner join members on members.group_id = books.group_id
        left join progress on progress.book_id = books.id and progress.user_id = members.user_id
        left join reader_settings as settings on settings.book_id = books.id and settings.user_id = members.user_id
      where coalesce(progress.position, 0) <= json_extract(late.value, '$.upTo')
        and progress.finished_at is null
        and (coalesce(progress.position, 0) > 0 or ${sharesPage("settings")})
        and not exists (select 1 from reader_settings as others
          where others.user_id = members.user_id and others.reminded_at > ${now - readingLimits.plan.remindEvery})
      -- One book of each.
      group by members.user_id
      limit ${limit}
      on conflict do update set reminded_at = excluded.reminded_at
      returning user_id as "userId", book_id as "bookId"`),
  ]);
  if (claimed.length === 0) return [];
  const rows = await db.q.all<Row>(sql`
    select members.user_id as "userId", books.id as "bookId", groups.id as "groupId", ${namedInText} as "groupName",
      title, books.page_count as "pageCount", coalesce(progress.position, 0) as position,
      case when editions.id is not null then ${copyJson} end as edition
    from json_each(${JSON.stringify(claimed)}) as late
      inner join books on books.id = json_extract(late.value, '$.bookId')
      inner join groups on groups.id = books.group_id
      inner join members on ${membershipOf(sql`json_extract(late.value, '$.userId')`, groups.id)}
      left join progress on progress.book_id = books.id and progress.user_id = members.user_id
      left join reader_settings as settings on settings.book_id = books.id and settings.user_id = members.user_id
      left join editions on editions.id = settings.edition_id`);
  return rows.map(({ pageCount, edition, ...row }) => ({
    ...row,
    edition: copyOf({ pageCount, edition: edition && JSON.parse(edition) }),
  }));
}
