import * as groupsLimits from "../../../server/contract/groups/limits.ts";
import { z } from "zod";
import { listInvitations } from "../../../db/groups/invitations.ts";
import { acceptInvitation, declineInvitation, inviteByMail } from "../../../server/actions/groups/invitations.ts";
import { Group } from "../../../server/contract/groups/answers_groups.ts";
import { Invitation, InvitedByMail } from "../../../server/contract/groups/answers_invitations.ts";
import { Decline, InvitationsQuery, MailInvitations } from "../../../server/contract/groups/invitations.ts";
import { inviteTexts } from "../../../server/contract/groups/texts.ts";
import { described } from "../../../server/http/describe.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json, query } from "../../../server/http/validate.ts";

/** Invitations into a group by email address. */
export const invitations = router();

invitations.post(
  "/groups/:id/invites/mail",
  described("Invites people by their addresses; an organizer or the creator", InvitedByMail),
  signedIn,
  json(MailInvitations),
  async (c) => {
    const { emails } = c.req.valid("json");
    return c.json(await inviteByMail(c.var.deps, c.var.user, { groupId: c.req.param("id"), emails }));
  },
);

invitations.get(
  "/invitations",
  described("The invitations that wait for the caller's answer, the latest first", {
    invitations: z.array(Invitation),
    hasMore: z.boolean(),
  }),
  signedIn,
  query(InvitationsQuery),
  async (c) => {
    const { db, clock } = c.var.deps;
    const found = await listInvitations(db, c.var.user.id, clock(), c.req.valid("query").before);
    const invitations = found.slice(0, groupsLimits.invitations.listed);
    return c.json({ invitations, hasMore: found.length > invitations.length });
  },
);

invitations.post(
  "/invitations/:id/accept",
  described("Joins the group that the caller is invited into", { group: Group }),
  signedIn,
  async (c) => c.json({ group: await acceptInvitation(c.var.deps, c.var.user, { id: c.req.param("id") }) }),
);

invitations.post(
  "/invitations/:id/decline",
  described("Declines an invitation, with `never` all of this group"),
  signedIn,
  json(Decline),
  async (c) => {
    await declineInvitation(c.var.deps, c.var.user, { id: c.req.param("id") }, c.req.valid("json"));
    return c.json({ message: inviteTexts.declined });
  },
);
