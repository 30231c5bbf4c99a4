/** The page of an invite link: the group that it leads to, and the way into it. */
import { joinByInvite, readInvite } from "../../../server/actions/groups/invite_links.ts";
import { router } from "../../../server/http/router.ts";
import { mountInvitation } from "../../layout/Invitation.tsx";

export const join = router();

mountInvitation(join, {
  path: "/join/:token",
  joinPath: "/join/:token",
  read: (c, token) => readInvite(c.var.deps, token, c.var),
  enter: (c, token) => joinByInvite(c.var.deps, c.var.session!.user, token, c.var),
});
