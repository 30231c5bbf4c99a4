import { v7 as uuid } from "uuid";
import * as notices from "../../../db/notices/notices.ts";
import { accountPaths } from "../../contract/account/paths.ts";
import { addedPeopleTexts } from "../../contract/account/texts.ts";
import * as groupsLimits from "../../contract/groups/limits.ts";
import { aboutPaths } from "../../contract/groups/about_paths.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import { type Group, notifyLevels } from "../../contract/groups/shapes.ts";
import { noticesServerTexts } from "../../contract/notices/texts.ts";
import { displayName } from "../../contract/people/names.ts";
import { peoplePaths } from "../../contract/people/paths.ts";
import type { User } from "../../contract/people/shapes.ts";
import * as readingLimits from "../../contract/reading/limits.ts";
import { sitePaths } from "../../contract/site/paths.ts";
import type { Deps } from "../../deps.ts";
import { isWithin } from "../../rate_limits.ts";
import { noticesRemoved, notify, sendUnread, tryToNotify } from "./notify.ts";

export const notifyOfRequest = (deps: Deps, sender: User, request: { id: string; receiverId: string }) =>
  tryToNotify(deps, () =>
    notify(deps, {
      kind: "friendRequest",
      to: [request.receiverId],
      text: noticesServerTexts.friendRequest(displayName(sender)),
      url: peoplePaths.pendingRequests,
      subject: request.id,
      by: sender.id,
    }));

export const notifyOfAcceptance = (deps: Deps, receiver: User, request: { id: string; senderId: string }) =>
  tryToNotify(deps, async () => {
    await sendUnread(deps, receiver.id, { gone: true });
    await notify(deps, {
      kind: "friendAccepted",
      to: [request.senderId],
      text: noticesServerTexts.friendAccepted(displayName(receiver)),
      url: peoplePaths.user(receiver.id),
      subject: request.id,
      by: receiver.id,
    });
  });

interface Joined {
  group: Group;
  userId: string;
  /** Whether they had asked to join. */
  asked?: boolean;
}

export const notifyOfMembership = (deps: Deps, adder: User, { group, userId, asked }: Joined) =>
  tryToNotify(deps, () =>
    notify(deps, {
      kind: "addedToGroup",
      to: [userId],
      text: noticesServerTexts[asked ? "requestAccepted" : "addedToGroup"](displayName(adder), group.groupName),
      url: groupPaths.group(group.id),
      subject: group.id,
      by: adder.id,
      group: { id: group.id, levels: notifyLevels },
    }));

/** Once, however often they are invited, until they have read it and a day has passed. */
export const notifyOfInvitation = (
  deps: Deps,
  inviter: User,
  { group, userIds }: { group: Pick<Group, "id" | "groupName">; userIds: string[] },
) =>
  tryToNotify(deps, async () => {
    const about = { kind: "invited", subject: group.id } as const;
    await notices.deleteReadNotices(deps.db, { ...about, userIds }, deps.clock() - groupsLimits.invitations.again);
    await notify(deps, {
      ...about,
      to: userIds,
      text: noticesServerTexts.invited(displayName(inviter), group.groupName),
      url: sitePaths.dashboard,
      by: inviter.id,
    });
  });

/**
 * Reminds each once in `remindEvery`, until they have answered. Their notice shows that it was done, and the rate limit
 * where they left and came back, and the notice is gone. @returns how many were reminded @throws TooMany
 */
export async function remindOfOverview(
  deps: Deps,
  organizer: User,
  { group, userIds }: { group: Pick<Group, "id" | "groupName">; userIds: string[] },
): Promise<number> {
  const about = { kind: "overviewAsked", subject: group.id } as const;
  const { limiter } = deps;
  const countOf = (userId: string) => ["overviewReminder", `${group.id} ${userId}`] as const;
  const areDue = await Promise.all(userIds.map((userId) => isWithin(limiter, ...countOf(userId))));
  const to = userIds.filter((_, index) => areDue[index]);
  await limiter.take("notice", organizer.id, to.length).catch(async (error) => {
    await Promise.all(to.map((userId) => limiter.giveBack(...countOf(userId))));
    throw error;
  });
  const before = deps.clock() - readingLimits.overview.remindEvery;
  await noticesRemoved(deps, await notices.deleteNoticesOf(deps.db, { ...about, groupId: group.id, before }));
  const made = await notify(deps, {
    ...about,
    to,
    text: noticesServerTexts.overviewAsked(displayName(organizer), group.groupName),
    url: aboutPaths.aboutGroup(group.id),
    by: organizer.id,
    group: { id: group.id, levels: ["all", "mentions"] },
  });
  return made.size;
}

/** They have answered. */
export const takeBackReminder = (deps: Deps, user: User, groupId: string) =>
  tryToNotify(deps, async () => {
    const reminder = { kind: "overviewAsked", subject: groupId, userId: user.id } as const;
    await noticesRemoved(deps, await notices.deleteNoticesOf(deps.db, reminder));
  });

/** Sent even if they have blocked that person, since it is about their own account. */
export const notifyOfNewCard = (deps: Deps, maker: User, userId: string) =>
  tryToNotify(deps, () =>
    notify(deps, {
      kind: "newCard",
      to: [userId],
      text: addedPeopleTexts.notice(displayName(maker)),
      url: accountPaths.account,
      subject: uuid(),
    }));

export const notifyOfReport = (
  deps: Deps,
  { userIds, ...notice }: { userIds: string[]; text: string; url: string; subject: string },
) => tryToNotify(deps, () => notify(deps, { kind: "report", to: userIds, ...notice }));
