import { and, eq, sql } from "drizzle-orm";
import { minuteOf, timeOf } from "../../server/contract/groups/quiet_hours.ts";
import {
  type QuietHours,
  type Settings,
  type SettingsUpdate,
  usualSettings,
} from "../../server/contract/groups/settings_shapes.ts";
import { changesRows, type Db, prepared } from "../engine/client.ts";
import { groupSettings, members } from "../schema.ts";
import { fromShownRequests } from "./requests.ts";
import { isOpenFor, mayOrganize, membershipOf } from "./roles.ts";

/** What a member has answered; null until then. */
export interface OwnAnswers {
  sharesPages: boolean | null;
  inOverview: boolean | null;
}

const plain = {
  plan: groupSettings.plan,
  contents: groupSettings.contents,
  shelf: groupSettings.shelf,
  texts: groupSettings.texts,
  askToShare: groupSettings.askToShare,
  everyone: groupSettings.everyone,
  listed: groupSettings.listed,
  hideMembers: groupSettings.hideMembers,
  overview: groupSettings.overview,
};

export const quietColumns = {
  quietFrom: groupSettings.quietFrom,
  quietTo: groupSettings.quietTo,
  timeZone: groupSettings.timeZone,
};

export interface QuietRow {
  quietFrom: number | null;
  quietTo: number | null;
  timeZone: string | null;
}

export function quietHoursOf({ quietFrom, quietTo, timeZone }: QuietRow): QuietHours | null {
  if (quietFrom === null || quietTo === null || timeZone === null) return null;
  return { from: timeOf(quietFrom), to: timeOf(quietTo), timeZone };
}

const quiet = prepared((q) =>
  q.select(quietColumns).from(groupSettings).where(eq(groupSettings.groupId, sql.placeholder("groupId"))).prepare()
);

export async function findQuietHours(db: Db, groupId: string): Promise<QuietHours | null> {
  const row = await quiet(db).get({ groupId });
  return row ? quietHoursOf(row) : null;
}

const settingsFor = prepared((q) =>
  q.select({
    stored: { ...plain, ...quietColumns },
    sharesPages: members.sharesPages,
    overviewSince: members.overviewSince,
    isOrganizer: mayOrganize(sql.placeholder("viewerId"), members.groupId).mapWith(Boolean),
    hasRequests: sql`exists (select 1 ${fromShownRequests(sql.placeholder("viewerId"), members.groupId)})`
      .mapWith(Boolean),
  }).from(members).leftJoin(groupSettings, eq(groupSettings.groupId, members.groupId))
    .where(membershipOf(sql.placeholder("viewerId"), sql.placeholder("groupId"))).prepare()
);

/** Undefined to outsiders. */
export async function findSettings(
  db: Db,
  viewerId: string,
  groupId: string,
): Promise<{ settings: Settings; own: OwnAnswers; isOrganizer: boolean; hasRequests: boolean } | undefined> {
  const row = await settingsFor(db).get({ viewerId, groupId });
  if (!row) return undefined;
  const { stored, sharesPages, overviewSince, isOrganizer } = row;
  const { hasRequests } = row;
  const own = { sharesPages, inOverview: overviewSince === null ? null : overviewSince > 0 };
  if (!stored) return { settings: usualSettings, own, isOrganizer, hasRequests };
  const { quietFrom, quietTo, timeZone, ...settings } = stored;
  return {
    settings: { ...settings, quietHours: quietHoursOf({ quietFrom, quietTo, timeZone }) },
    own,
    isOrganizer,
    hasRequests,
  };
}

/** By an organizer; what is left out stays. */
export async function saveSettings(
  db: Db,
  viewerId: string,
  groupId: string,
  { quietHours, ...given }: SettingsUpdate,
): Promise<boolean> {
  const changes = {
    ...given,
    ...quietHours === undefined ? undefined : {
      quietFrom: quietHours && minuteOf(quietHours.from),
      quietTo: quietHours && minuteOf(quietHours.to),
      timeZone: quietHours && quietHours.timeZone,
    },
  };
  const [, { rowsAffected }] = await db.write([
    db.q.run(sql`insert into group_settings (group_id) select id from groups
      where id = ${groupId} and ${mayOrganize(viewerId, groupId)} on conflict do nothing`),
    db.q.update(groupSettings).set({ ...changes, groupId })
      .where(and(eq(groupSettings.groupId, groupId), mayOrganize(viewerId, groupId))),
  ]);
  return rowsAffected > 0;
}

/**
 * Books that they have not decided about follow it. One who stops sharing does so for all books of the group, also for
 * those that were shared one by one.
 */
export async function saveSharesPages(
  db: Db,
  userId: string,
  { groupId, shared }: { groupId: string; shared: boolean },
): Promise<boolean> {
  const [, { rowsAffected }] = await db.write([
    db.q.run(sql`update reader_settings set shares_page = null where user_id = ${userId} and shares_page
      and book_id in (select id from books where group_id = ${groupId}) and not ${shared}
      and exists (select 1 from members where ${membershipOf(userId, groupId)} and shares_pages)`),
    db.q.update(members).set({ sharesPages: shared })
      .where(and(membershipOf(userId, groupId), sql`(not ${shared} or ${isOpenFor(userId, groupId)})`)),
  ]);
  return rowsAffected > 0;
}

/** 0 means no. A member who had agreed before keeps the earlier time. */
export const saveInOverview = (
  db: Db,
  userId: string,
  { groupId, agreed }: { groupId: string; agreed: boolean },
  now: number,
) =>
  changesRows(db, [
    db.q.update(members).set({ overviewSince: agreed ? sql`coalesce(nullif(overview_since, 0), ${now})` : 0 }).where(
      and(
        membershipOf(userId, groupId),
        agreed
          ? sql`exists (select 1 from group_settings where group_settings.group_id = members.group_id and overview)`
          : undefined,
      ),
    ),
  ]);
