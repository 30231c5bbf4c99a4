import { v7 as uuid } from "uuid";
import { findGroup } from "../../../db/groups/groups.ts";
import * as links from "../../../db/groups/invite_links.ts";
import { conflict } from "../../../db/engine/client.ts";
import { findOrganizersOfHidden, isMember } from "../../../db/groups/members.ts";
import { assertOrganizer } from "./organizers.ts";
import { hashToken, newInviteCode, newToken } from "../../auth/secrets.ts";
import { asCode, longestTypedCode } from "../../contract/groups/invite_codes.ts";
import * as groupsLimits from "../../contract/groups/limits.ts";
import { invitePaths } from "../../contract/groups/invite_paths.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import { Group, InviteLink, NewInviteLink, NewInviteLinkForm } from "../../contract/groups/shapes.ts";
import { inviteTexts } from "../../contract/groups/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, found, Gone, groupNotFound, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { limitInviteCodes } from "../../rate_limits.ts";

const day = 24 * 3600_000;

export async function listInviteLinks({ db, clock }: Deps, viewer: User, groupId: string) {
  const listed = await links.listInviteLinks(db, viewer.id, groupId, clock());
  if (!listed) await assertOrganizer(db, viewer, { groupId });
  return listed ?? [];
}

export const createInviteLink = operation({
  call: "POST /groups/:id/invites",
  summary: "Makes a link by which people join; an organizer or the creator",
  access: "organizer",
  takes: NewInviteLink,
  gives: { invite: InviteLink },
  status: 201,
  limit: "invite",
  isSecret: true,
  fails: { 400: ["too_many_invites"], 403: ["not_organizer"], 404: ["group_not_found"] },
  form: {
    path: "/group/:id/invite/links",
    takes: NewInviteLinkForm,
    says: inviteTexts.made,
    to: ({ params }) => groupPaths.invite(params.id),
  },
  async run({ deps: { config, db, clock }, user, params: { id: groupId } }, { days, maxUses }) {
    const token = newToken();
    const now = clock();
    const row = { id: uuid(), groupId, hash: hashToken(token), expiresAt: now + days * day, maxUses };
    const code = await insertWithCode((code) => links.insertInviteLink(db, user.id, { ...row, code }, now));
    if (!code) {
      await assertOrganizer(db, user, { groupId });
      throw new BadRequest(inviteTexts.tooMany(groupsLimits.invites.perGroup), "too_many_invites");
    }
    const invite = {
      id: row.id,
      expiresAt: new Date(row.expiresAt).toISOString(),
      uses: 0,
      maxUses,
      createdBy: user.id,
      code,
      url: config.publicUrl + invitePaths.join(token),
    };
    return { invite };
  },
});

/** Where another link has the code already, with a new one. @returns the code, if the link was stored */
async function insertWithCode(insert: (code: string) => Promise<boolean>, tries = 5): Promise<string | undefined> {
  const code = newInviteCode();
  try {
    return await insert(code) ? code : undefined;
  } catch (error) {
    if (tries === 0 || !conflict(error).includes("code")) throw error;
    return await insertWithCode(insert, tries - 1);
  }
}

export const revokeInviteLink = operation({
  call: "DELETE /groups/:id/invites/:inviteId",
  summary: "Revokes a link; an organizer or the creator",
  access: "organizer",
  says: inviteTexts.revoked,
  fails: { 403: ["not_organizer"], 404: ["group_not_found", "invite_not_found"] },
  form: {
    path: "/group/:id/invite/links/:inviteId/revoke",
    to: ({ params }) => groupPaths.invite(params.id),
  },
  async run({ deps: { db, clock }, user, params: { id: groupId, inviteId: id } }) {
    if (await links.revokeInviteLink(db, user.id, { groupId, id }, clock())) return;
    await assertOrganizer(db, user, { groupId });
    throw new NotFound(inviteTexts.inviteNotFound, "invite_not_found");
  },
});

interface Visit {
  address: string;
  userId?: string;
}

/** By its token or its code. @throws TooMany */
export async function findInviteLink(
  { db, clock, limiter }: Deps,
  token: string,
  visit: Visit,
): Promise<links.InviteLinkPreview | undefined> {
  const code = asCode(token);
  if (code === undefined) return await links.findInviteLink(db, { hash: hashToken(token) }, clock());
  return await limitInviteCodes(limiter, visit, () => links.findInviteLink(db, { code }, clock()));
}

async function findOnPage(deps: Deps, token: string, visit: Visit): Promise<links.InviteLinkPreview> {
  await deps.limiter.take("join", visit.address);
  return found(await findInviteLink(deps, token, visit), () => unknown(token));
}

/** @throws NotFound, Gone where it cannot be used any more, BadRequest where the group is full, TooMany */
export async function readInviteLink(deps: Deps, token: string, visit: Visit): Promise<links.InviteLinkPreview> {
  const link = await findOnPage(deps, token, visit);
  assertUsable(link.state);
  return link;
}

function unknown(token: string): NotFound {
  const text = asCode(token)
    ? inviteTexts.unknownCode
    : token.length <= longestTypedCode
    ? inviteTexts.noCode
    : inviteTexts.notFound;
  return new NotFound(text, "invite_not_found");
}

/** @throws Gone, or BadRequest where the group is full */
export function assertUsable(state: links.InviteLinkState): void {
  if (state === "revoked") throw new Gone(inviteTexts.wasRevoked, "invite_revoked");
  if (state === "expired") throw new Gone(inviteTexts.expired, "invite_expired");
  if (state === "usedUp") throw new Gone(inviteTexts.usedUp, "invite_used_up");
  if (state === "full") throw new BadRequest(inviteTexts.full, "group_full");
}

export const unusableLink = { 400: ["group_full"], 410: ["invite_revoked", "invite_expired", "invite_used_up"] };

export const joinByLink = operation({
  call: "POST /join/:token",
  summary: "Joins the group that a link leads to, by its token or its code",
  access: "signedIn",
  gives: { group: Group },
  fails: { ...unusableLink, 404: ["invite_not_found", "group_not_found"] },
  run: async ({ deps, user, caller: { address }, params: { token } }) => (
    { group: await enterByLink(deps, user, { token, address }) }
  ),
});

/** A member who is in it already stays so, and it costs no use. @throws as `readInviteLink` */
export async function enterByLink(
  deps: Deps,
  user: Pick<User, "id">,
  { token, ...visit }: Visit & { token: string },
): Promise<Group> {
  const { db, clock } = deps;
  const link = await findOnPage(deps, token, { ...visit, userId: user.id });
  if (await links.joinByLink(db, user.id, link, clock())) return await welcome(deps, user.id, link.groupId);
  if (!await isMember(db, user.id, link.groupId)) {
    assertUsable(link.state);
    throw new Gone(inviteTexts.usedUp, "invite_used_up");
  }
  return found(await findGroup(db, user.id, link.groupId), groupNotFound);
}

export async function welcome({ db, broadcast }: Deps, userId: string, groupId: string) {
  const group = found(await findGroup(db, userId, groupId), groupNotFound);
  broadcast.memberAdded({ groupId, userId }, group, await findOrganizersOfHidden(db, groupId));
  return group;
}

/** @returns the group's id; undefined where the link was not good any more */
export async function joinAsRegistered(deps: Deps, userId: string, linkId: string): Promise<string | undefined> {
  const groupId = await links.joinByLink(deps.db, userId, { id: linkId }, deps.clock());
  return groupId ? (await welcome(deps, userId, groupId)).id : undefined;
}
