import { findGroupOfNewcomer } from "../../../db/groups/invite_links.ts";
import { GroupImage } from "../../../islands/groups/GroupImage.tsx";
import { findInvitedBy } from "../../../server/actions/account/registration.ts";
import type { GroupFace } from "../../../server/contract/groups/shapes.ts";
import { inviteTexts as words } from "../../../server/contract/groups/texts.ts";
import type { Ctx, Env } from "../../../server/http/router.ts";
import { pendingInviteOf } from "../../../server/http/sign_in.ts";
import { type Page, tryLoad } from "../../layout/page.tsx";

/** For which group a visitor logs in or registers. */
export const JoinBanner = ({ group, text }: { group: GroupFace; text?: string }) => (
  <p className="join-banner">
    <GroupImage group={group} size={48} />
    <span dir="auto">{text ?? words.joining(group.groupName)}</span>
  </p>
);

export const bannerStyles: Page["styles"] = ["auth-pages", "join-banner"];

/** Only where they have pressed *Join* here. */
export async function pendingGroup<E extends Env>(c: Ctx<E>): Promise<GroupFace | undefined> {
  const token = pendingInviteOf(c);
  const { link, mail } = await tryLoad(c, () => findInvitedBy(c.var.deps, token, c.var)) ?? {};
  const found = link ?? mail;
  return found && found.state === null ? { id: found.groupId, ...found.group } : undefined;
}

export const groupOfNewcomer = <E extends Env>(
  c: Ctx<E>,
  by: Parameters<typeof findGroupOfNewcomer>[1],
): Promise<GroupFace | undefined> => tryLoad(c, () => findGroupOfNewcomer(c.var.deps.db, by, c.var.deps.clock()));
