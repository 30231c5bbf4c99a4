import { sql } from "drizzle-orm";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import type { Overview, OverviewGroup } from "../../server/contract/groups/shapes.ts";
import { textEnd } from "../../server/contract/reading/positions.ts";
import { isOnShelf } from "../books/conditions.ts";
import { unreadOf } from "../chat/read_marks.ts";
import { type Db, prepared } from "../engine/client.ts";
import { jsonArray, jsonObject } from "../engine/query.ts";
import { isShownMember, listOf, summary } from "../groups/groups.ts";
import { unreadNoticesOf } from "../notices/notices.ts";
import { faceColumns } from "../people/columns.ts";
import { waitsFor } from "../people/friends.ts";
import { friendships, groups, users } from "../schema.ts";
import { wordsOf } from "./forms.ts";

const currentBook = sql`json((
  select json_object('title', title, 'currentPage', current_page, 'pageCount', page_count,
    'progress', cast(round(progress.position * 100.0 / ${sql.raw(String(textEnd))}) as integer))
  from books inner join progress on book_id = books.id and progress.user_id = viewers.user_id
  where books.group_id = ${groups.id} and ${isOnShelf()} order by read_at desc limit 1
))`;

/** Whichever members are found first: to sort all of them would cost more than the rest. */
const faces = sql`(
  select json(${jsonArray(sql`face`)}) from (
    select ${jsonObject(faceColumns)} as face
    from members inner join ${users} on ${users.id} = members.user_id
    where members.group_id = ${groups.id} and ${isShownMember}
    limit ${sql.raw(String(groupsLimits.groups.faces))}
  )
)`;

const noticesOf = (userId: unknown) =>
  sql`(select count(*) from notices
    where user_id = ${userId} and read_at is null and (seq is null or kind = 'direct'))`;

const groupList = listOf(jsonObject({ ...summary, description: wordsOf("groups"), book: currentBook, faces }));

const counts = prepared((q) =>
  q.select({
    requests: q.$count(friendships, waitsFor(sql.placeholder("viewerId"))).as("requests"),
    notices: sql<number>`${noticesOf(sql.placeholder("viewerId"))}`.as("notices"),
    unreadNotices: sql<number>`${unreadNoticesOf(sql.placeholder("viewerId"))}`.as("unreadNotices"),
    direct: sql<number>`(
      select coalesce(sum(${unreadOf("members")}), 0) from members join groups on groups.id = members.group_id
      where members.user_id = ${sql.placeholder("viewerId")} and groups.kind = 'direct'
    )`.as("direct"),
    stored: sql<number>`coalesce((select bytes from account_storage where user_id = ${users.id}), 0)`.as("stored"),
  }).from(users).where(sql`${users.id} = ${sql.placeholder("viewerId")}`).prepare()
);

export async function listOverviewGroups(db: Db, viewerId: string): Promise<OverviewGroup[]> {
  return JSON.parse((await groupList(db).get({ viewerId }))!.json);
}

interface Waiting extends Omit<Overview, "groups"> {
  stored: number;
}

export async function countWaiting(db: Db, viewerId: string): Promise<Waiting> {
  return (await counts(db).get({ viewerId }))!;
}

const total = prepared((q) =>
  q.select({
    unread: sql<number>`(
      select coalesce(sum(${unreadOf("members")}), 0) from members
      where members.user_id = ${users.id} and notify <> 'none'
    ) + ${noticesOf(users.id)}`.as("unread"),
  }).from(users).where(sql`${users.id} = ${sql.placeholder("viewerId")}`).prepare()
);

export async function countUnread(db: Db, viewerId: string): Promise<number> {
  return (await total(db).get({ viewerId }))?.unread ?? 0;
}
