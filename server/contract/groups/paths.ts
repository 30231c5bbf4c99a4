/** Addresses of pages, and of what their forms post to. Islands and pages build links here, never by hand. */
import { sitePaths } from "../site/paths.ts";

export const groupPaths = {
  group: (groupId: string, tab?: GroupTab) => `/group/${encodeURIComponent(groupId)}${tab ? `?tab=${tab}` : ""}`,
  /** What the group is about, who is in it, and who can join. */
  aboutGroup: (groupId: string, section?: string) =>
    `/group/${encodeURIComponent(groupId)}/about${section ? `#${section}` : ""}`,
  // What the forms of pages post to. HTML forms cannot send DELETE: what is removed has an address for that.
  groups: "/dashboard/groups",
  deleteGroup: (groupId: string) => `/dashboard/groups/${encodeURIComponent(groupId)}/delete`,
  /** The page with the form that makes a group. */
  newGroup: "/dashboard?create",
  addMember: (groupId: string) => `${groupPaths.group(groupId, "members")}&add`,
  members: (groupId: string) => `/group/${encodeURIComponent(groupId)}/members`,
  removeMember: (groupId: string, userId: string) =>
    `${groupPaths.members(groupId)}/${encodeURIComponent(userId)}/remove`,
  /** The page that asks whether to remove a member. */
  confirmRemoveMember: (groupId: string, userId: string) =>
    `${groupPaths.group(groupId, "members")}&remove=${encodeURIComponent(userId)}`,
  /** What a form of *About this group* posts to. */
  aboutForm: (groupId: string, form: "edit" | "notify") => `${groupPaths.aboutGroup(groupId)}/${form}`,
  /** A part of the members on *About this group*. */
  aboutMembers: (groupId: string, page: number) => `${groupPaths.aboutGroup(groupId)}?page=${page}#members`,
  /** The same with what the creator can do about one of them. */
  aboutMember: (groupId: string, userId: string) =>
    `${groupPaths.aboutGroup(groupId)}?member=${encodeURIComponent(userId)}#members`,
  /** What the form posts to that changes a member's role. */
  memberRole: (groupId: string, userId: string) =>
    `${groupPaths.aboutGroup(groupId)}/members/${encodeURIComponent(userId)}/role`,
  /** An invite link. */
  join: (token: string) => `/join/${encodeURIComponent(token)}`,
  /** A mailed invitation. */
  invitation: (token: string) => `/invitations/${encodeURIComponent(token)}`,
  answerByMail: (token: string, answer: InvitationAnswer) => `${groupPaths.invitation(token)}/${answer}`,
  /** What the forms of an invitation on the dashboard post to. */
  answerInvitation: (id: string, answer: InvitationAnswer) =>
    `/dashboard/invitations/${encodeURIComponent(id)}/${answer}`,
  invitedBefore: (groupId: string, id: string) =>
    `${groupPaths.aboutGroup(groupId)}?invitedBefore=${encodeURIComponent(id)}#mail-invites`,
  mailInvites: (groupId: string) => `${groupPaths.aboutGroup(groupId)}/mail-invites`,
  withdrawInvitation: (groupId: string, id: string) =>
    `${groupPaths.mailInvites(groupId)}/${encodeURIComponent(id)}/withdraw`,
  invites: (groupId: string) => `${groupPaths.aboutGroup(groupId)}/invites`,
  revokeInvite: (groupId: string, inviteId: string) =>
    `${groupPaths.invites(groupId)}/${encodeURIComponent(inviteId)}/revoke`,
  /** The page that asks whether to delete a group. */
  confirmDeleteGroup: (groupId: string) => `${sitePaths.dashboard}?delete=${encodeURIComponent(groupId)}`,
};

/** The group whose page has this path. */
export const groupIdOf = (pathname: string): string | undefined => {
  const [, id] = /^\/group\/([^/]+)$/.exec(pathname) ?? [];
  return id && decodeURIComponent(id);
};

export const groupTabs = ["chat", "members", "video", "voice", "settings"] as const;
export type GroupTab = (typeof groupTabs)[number];

export const invitationAnswers = ["accept", "decline", "never"] as const;
export type InvitationAnswer = (typeof invitationAnswers)[number];
