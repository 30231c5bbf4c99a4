import type { ReactNode } from "react";
import { findGroup } from "../../../db/groups/groups.ts";
import { countUnreadNotices, listUnreadAbout, type NoticesAbout } from "../../../db/notices/notices.ts";
import { readNotices } from "../../../server/actions/notices/notices.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import { kindTexts } from "../../../server/contract/groups/kind_texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import type { PartChange } from "../../../server/contract/chat/events.ts";
import { groupsTexts } from "../../../server/contract/groups/texts.ts";
import type { StyleName } from "../../../server/contract/site/assets.ts";
import {
  type C,
  type FailedForm,
  failures,
  isFetchedAhead,
  page,
  partOfPage,
  toDashboard,
  tryLoad,
} from "../../layout/page.tsx";
import type { Refresh } from "../../layout/Document.ts";
import { GroupHead } from "./group_head.tsx";

export interface PartOfGroup {
  groupId: string;
  description: string;
  styles: readonly StyleName[];
  headers?: Record<string, string>;
  camera?: boolean;
  /** What an open window waits for to fetch this part again, with `?part=live`. */
  live?: PartChange["part"];
  failed?: FailedForm;
  refresh?: Refresh;
  /** Whether a conversation and an own shelf have none. */
  ofGroups?: boolean;
}

export interface PartDrawn {
  title: string;
  /** Where the head leads back to: to all that the group plans, if left out. */
  back?: { href: string; text: string };
  body: ReactNode;
  /** Notices about it are read by opening it. */
  about?: NoticesAbout;
}

const toClub = ({ id, kind }: Group) => ({ href: clubPaths.club(id), text: kindTexts[kind].club });

/** Draws a page below a group's own for its members, or leads to where its address should have; others go home. */
export async function partOfGroup(
  c: C,
  { groupId, failed, live, ofGroups, ...head }: PartOfGroup,
  draw: (group: Group) => PartDrawn | Response | Promise<PartDrawn | Response>,
): Promise<Response> {
  const { deps: { db }, user } = c.var;
  const group = await tryLoad(c, () => findGroup(db, user.id, groupId, { most: 0 }));
  if (!group) return toDashboard(c, groupsTexts.loadDetailsFailed);
  if (ofGroups && group.kind !== "group") return c.redirect(groupPaths.group(groupId), 303);
  const drawn = await draw(group);
  if (drawn instanceof Response) return drawn;
  const body = (
    <div className="stack" data-live={live}>
      <GroupHead group={group} title={drawn.title} back={drawn.back ?? toClub(group)} />
      {drawn.body}
    </div>
  );
  if (live && c.req.query("part") === "live") return partOfPage(c, body, head.headers);
  const news = drawn.about && await tryLoad(c, () => readAbout(c, drawn.about!));
  if (news?.isAhead) return c.body(null, 503);
  return await page(c, {
    ...head,
    news,
    title: `${drawn.title}: ${group.groupName}`,
    refusal: failed?.refusal,
    toasts: failures(failed?.refusal.message),
    body,
  });
}

/** @returns how many others are unread, and whether the page is fetched ahead: then none of them are read */
async function readAbout(c: C, about: NoticesAbout): Promise<{ notices: number; isAhead?: boolean }> {
  const { deps, user } = c.var;
  const notices = await countUnreadNotices(deps.db, user.id);
  const ids = notices === 0 ? [] : await listUnreadAbout(deps.db, user.id, about);
  if (ids.length === 0) return { notices };
  return isFetchedAhead(c) ? { notices, isAhead: true } : { notices: await readNotices(deps, user, ids) };
}
