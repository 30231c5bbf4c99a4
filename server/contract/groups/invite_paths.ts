import { groupPaths } from "./paths.ts";

/** Apart from `invitePaths`, which no island needs. */
export const enterCodePath = "/join";

/** Of invitations and their links. */
export const invitePaths = {
  /** A part of the page to invite people. */
  section: (groupId: string, section: "mail" | "links") => `${groupPaths.invite(groupId)}#${section}`,
  inviteBy: (groupId: string, inviteId: string) => `${groupPaths.invite(groupId)}?code=${encodeURIComponent(inviteId)}`,
  join: (token: string) => `/join/${encodeURIComponent(token)}`,
  invitation: (token: string) => `/invitations/${encodeURIComponent(token)}`,
  answerByLink: (token: string, answer: InvitationAnswer) => `${invitePaths.invitation(token)}/${answer}`,
  answerInvitation: (id: string, answer: InvitationAnswer) =>
    `/dashboard/invitations/${encodeURIComponent(id)}/${answer}`,
  invitedBefore: (groupId: string, id: string) =>
    `${groupPaths.invite(groupId)}?invitedBefore=${encodeURIComponent(id)}#mail`,
  invitations: (groupId: string) => `${groupPaths.invite(groupId)}/mail`,
  withdrawInvitation: (groupId: string, id: string) =>
    `${invitePaths.invitations(groupId)}/${encodeURIComponent(id)}/withdraw`,
  inviteLinks: (groupId: string) => `${groupPaths.invite(groupId)}/links`,
  revokeInviteLink: (groupId: string, inviteId: string) =>
    `${invitePaths.inviteLinks(groupId)}/${encodeURIComponent(inviteId)}/revoke`,
};

export const invitationAnswers = ["accept", "decline", "never"] as const;
export type InvitationAnswer = (typeof invitationAnswers)[number];
