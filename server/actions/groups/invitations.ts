import { v7 as uuid } from "uuid";
import { findGroup } from "../../../db/groups/groups.ts";
import * as invitations from "../../../db/groups/invitations.ts";
import { mayEverRegister } from "../account/registration.ts";
import { assertUsable, unusableLink, welcome } from "./invite_links.ts";
import { assertOrganizer } from "./organizers.ts";
import { readNoticesAbout } from "../notices/notices.ts";
import { notifyOfInvitation } from "../notices/people_notices.ts";
import { hashToken, newToken } from "../../auth/secrets.ts";
import * as groupsLimits from "../../contract/groups/limits.ts";
import { invitePaths } from "../../contract/groups/invite_paths.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import { Decline, Group, InvitedByMail, NewInvitations, NewInvitationsForm } from "../../contract/groups/shapes.ts";
import { inviteTexts } from "../../contract/groups/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import { sitePaths } from "../../contract/site/paths.ts";
import type { Deps } from "../../deps.ts";
import { AppError, found, groupNotFound, NotFound } from "../../errors.ts";
import { invitationMail } from "../../mail/group_mails.tsx";
import { operation } from "../../operation.ts";
import { isWithin } from "../../rate_limits.ts";

/** The answer tells nobody apart: who has an account, was invited a short while ago, or wants no invitations. */
export const inviteByMail = operation({
  call: "POST /groups/:id/invites/mail",
  summary: "Invites people by their addresses; an organizer or the creator",
  access: "organizer",
  takes: NewInvitations,
  gives: InvitedByMail,
  fails: { 403: ["not_organizer"], 404: ["group_not_found"] },
  form: {
    path: "/group/:id/invite/mail",
    takes: NewInvitationsForm,
    says: (answer) => inviteTexts.sent(answer),
    to: ({ params }, answer) => answer ? invitePaths.section(params.id, "mail") : groupPaths.invite(params.id),
  },
  async run({ deps, user, params: { id: groupId } }, { emails }) {
    const { db, clock, limiter } = deps;
    await assertOrganizer(db, user, { groupId });
    await limiter.take("invitation", user.id, emails.length);
    const group = found(await findGroup(db, user.id, groupId), groupNotFound);
    const now = clock();
    const all = await invitations.findInvitees(db, user.id, { groupId, emails });
    const invited = all.filter(({ isMember }) => !isMember);
    const invitees = [];
    for (const invitee of invited) invitees.push(await invitationTo(deps, invitee, { inviter: user, group, now }));
    const expiresAt = now + groupsLimits.invitations.lifetime;
    const stored = await invitations.saveInvitations(db, user.id, { groupId, invitees, expiresAt }, now);
    deps.mailer.wake();
    const isStored = new Set(stored);
    const userIds = invited.flatMap(({ email, userId, refuses }) =>
      userId && !refuses && isStored.has(email) ? [userId] : []
    );
    await notifyOfInvitation(deps, user, { group, userIds });
    return { invited: invited.length, alreadyIn: all.length - invited.length, refused: 0 };
  },
});

async function invitationTo(
  deps: Deps,
  { email, userId, refuses, invitedAt }: invitations.Invitee,
  { inviter, group, now }: { inviter: User; group: Group; now: number },
) {
  const { config, limiter, mailer } = deps;
  const isNew = invitedAt === null || invitedAt <= now - groupsLimits.invitations.again;
  const isMailed = userId === null && !refuses && isNew && mayEverRegister(config, email) &&
    // The owner of an address is mailed only so often by all inviters together; the invitation is there all the same.
    await isWithin(limiter, "invitationMail", email);
  const token = isMailed ? newToken() : undefined;
  return {
    id: uuid(),
    email,
    hash: token ? hashToken(token) : null,
    mail: token ? mailer.rowOf({ to: email, ...mailOf(config, { inviter, group, token }) }) : undefined,
  };
}

const mailOf = (config: Deps["config"], { inviter, group, token }: { inviter: User; group: Group; token: string }) =>
  invitationMail({
    site: config.site,
    inviter: inviter.name,
    groupName: group.groupName,
    url: config.publicUrl + invitePaths.invitation(token),
  });

/** Only a form does it: it is no call of the API. */
export const withdrawInvitation = operation({
  call: "DELETE /groups/:id/invites/mail/:invitationId",
  summary: "Takes an invitation back; an organizer or the creator",
  access: "organizer",
  says: inviteTexts.withdrawn,
  fails: { 403: ["not_organizer"], 404: ["group_not_found", "invitation_not_found"] },
  form: {
    path: "/group/:id/invite/mail/:invitationId/withdraw",
    to: ({ params }) => invitePaths.section(params.id, "mail"),
  },
  async run({ deps: { db }, user, params: { id: groupId, invitationId: id } }) {
    if (await invitations.withdrawInvitation(db, user.id, { groupId, id })) return;
    await assertOrganizer(db, user, { groupId });
    throw invitationNotFound();
  },
});

/** @throws NotFound, Gone where it is not good any more, BadRequest where the group is full, TooMany */
export async function readInvitation(
  { db, clock, limiter }: Deps,
  token: string,
  { address }: { address: string },
): Promise<invitations.InvitationPreview> {
  await limiter.take("join", address);
  const invitation = found(await invitations.findInvitation(db, hashToken(token), clock()), invitationNotFound);
  assertUsable(invitation.state);
  return invitation;
}

const toDashboard = () => sitePaths.dashboard;
const toInvitation = ({ params: { token } }: { params: { token: string } }, answer?: unknown) =>
  answer ? sitePaths.home : invitePaths.invitation(token);
const once = { read: () => ({}) };
const forGood = { read: () => ({ never: true }), says: inviteTexts.neverAgain };

export const acceptInvitation = operation({
  call: "POST /invitations/:id/accept",
  summary: "Joins the group that the caller is invited into",
  access: "owner",
  gives: { group: Group },
  fails: { ...unusableLink, 404: ["invitation_not_found", "group_not_found"] },
  form: {
    path: "/dashboard/invitations/:id/accept",
    says: ({ group }) => inviteTexts.joined(group.groupName),
    to: (_, answer) => answer ? groupPaths.group(answer.group.id) : sitePaths.dashboard,
  },
  run: async ({ deps, user, params: { id } }) => (
    { group: await enterAsInvited(deps, user, { id, userId: user.id }) }
  ),
});

async function enterAsInvited(deps: Deps, user: Pick<User, "id">, key: invitations.InvitationKey): Promise<Group> {
  const { db, clock } = deps;
  const accepted = await invitations.acceptInvitation(db, user.id, key, clock());
  if (accepted) await readNoticesAbout(deps, user, { kind: "invited", id: accepted.groupId });
  if (accepted?.isAdded) return await welcome(deps, user.id, accepted.groupId);
  if (accepted) return found(await findGroup(db, user.id, accepted.groupId), groupNotFound);
  assertUsable(await stateOf(deps, user.id, key));
  throw invitationNotFound();
}

async function stateOf({ db, clock }: Deps, userId: string, key: invitations.InvitationKey) {
  if ("hash" in key) return (await invitations.findInvitation(db, key.hash, clock()))?.state ?? null;
  return (await invitations.listInvitations(db, userId, { now: clock() })).some(({ id }) => id === key.id)
    ? "full"
    : null;
}

export async function acceptByLink(
  deps: Deps,
  user: Pick<User, "id">,
  { token, address }: { token: string; address: string },
): Promise<Group> {
  await deps.limiter.take("join", address);
  return await enterAsInvited(deps, user, { hash: hashToken(token) });
}

/** What hinders joining does not hinder registering. @returns the group's id, if they are in it */
export const joinAsInvited = (deps: Deps, user: Pick<User, "id">, token: string): Promise<string | undefined> =>
  enterAsInvited(deps, user, { hash: hashToken(token) }).then(({ id }) => id, (error) => {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  });

export const declineInvitation = operation({
  call: "POST /invitations/:id/decline",
  summary: "Declines an invitation, with `never` all of this group",
  access: "owner",
  takes: Decline,
  says: inviteTexts.declined,
  fails: { 404: ["invitation_not_found"] },
  form: [
    { path: "/dashboard/invitations/:id/decline", ...once, to: toDashboard },
    { path: "/dashboard/invitations/:id/never", ...forGood, to: toDashboard },
  ],
  async run({ deps, user, params: { id } }, { never }) {
    const groupId = await decline(deps, { id, userId: user.id }, never);
    await readNoticesAbout(deps, user, { kind: "invited", id: groupId });
  },
});

/** By the link of the mail, with or without an account. Only a form does it: it is no call of the API. */
export const declineByLink = operation({
  call: "POST /invitations/mailed/:token/decline",
  summary: "Declines a mailed invitation, with `never` all of this group",
  access: "anyone",
  takes: Decline,
  says: inviteTexts.declined,
  fails: { 404: ["invitation_not_found"] },
  form: [
    { path: "/invitations/:token/decline", ...once, to: toInvitation },
    { path: "/invitations/:token/never", ...forGood, to: toInvitation },
  ],
  async run({ deps, caller, params: { token } }, { never }) {
    await deps.limiter.take("join", caller.address);
    await decline(deps, { hash: hashToken(token) }, never);
  },
});

async function decline({ db, clock }: Deps, key: invitations.InvitationKey, never = false): Promise<string> {
  return found(await invitations.declineInvitation(db, key, { never, now: clock() }), invitationNotFound);
}

const invitationNotFound = () => new NotFound(inviteTexts.invitationNotFound, "invitation_not_found");
