import { z } from "zod";
import {
  createInvite,
  joinByInvite,
  listInvites,
  readInvite,
  revokeInvite,
} from "../../../server/actions/groups/invite_links.ts";
import { Invite, InviteOf } from "../../../server/contract/groups/answers_invites.ts";
import { Group } from "../../../server/contract/groups/answers_groups.ts";
import { NewInvite } from "../../../server/contract/groups/invites.ts";
import { inviteTexts } from "../../../server/contract/groups/texts.ts";
import { described } from "../../../server/http/describe.ts";
import { noStore } from "../../../server/http/headers.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";

/** Links by which people join a group. */
export const invites = router();

const place = "/groups/:id/invites";

invites.get(
  place,
  described("The links of a group that can be used; an organizer or the creator", { invites: z.array(Invite) }),
  signedIn,
  async (c) => {
    const listed = await listInvites(c.var.deps, c.var.user, c.req.param("id"));
    return c.json({ invites: listed.map(({ madeBy: _, ...invite }) => invite) });
  },
);

invites.post(
  place,
  described("Makes a link by which people join; an organizer or the creator", { invite: Invite }, { status: 201 }),
  signedIn,
  json(NewInvite),
  async (c) => {
    const invite = { ...c.req.valid("json"), groupId: c.req.param("id") };
    return c.json({ invite: await createInvite(c.var.deps, c.var.user, invite) }, 201, noStore);
  },
);

invites.delete(
  `${place}/:inviteId`,
  described("Revokes a link; an organizer or the creator"),
  signedIn,
  async (c) => {
    const { id: groupId, inviteId: id } = c.req.param();
    await revokeInvite(c.var.deps, c.var.user, { groupId, id });
    return c.json({ message: inviteTexts.revoked });
  },
);

invites.get("/join/:token", described("The group that a link leads to", InviteOf), async (c) => {
  const { group, invitedBy } = await readInvite(c.var.deps, c.req.param("token"), c.var);
  return c.json({ group, invitedBy });
});

invites.post(
  "/join/:token",
  described("Joins the group that a link leads to", { group: Group }),
  signedIn,
  async (c) => {
    return c.json({ group: await joinByInvite(c.var.deps, c.var.user, c.req.param("token"), c.var) });
  },
);
