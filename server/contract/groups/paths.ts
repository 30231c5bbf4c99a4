import { sitePaths } from "../site/paths.ts";

export const groupPaths = {
  group: (groupId: string, tab?: GroupTab) => `/group/${encodeURIComponent(groupId)}${tab ? `?tab=${tab}` : ""}`,
  // HTML forms cannot send DELETE: what is removed has an address for that.
  groups: "/dashboard/groups",
  deleteGroup: (groupId: string) => `/dashboard/groups/${encodeURIComponent(groupId)}/delete`,
  newGroup: "/dashboard?create",
  memberPage: (groupId: string, page: number) => `${groupPaths.group(groupId, "members")}&page=${page}`,
  addMember: (groupId: string) => `${groupPaths.group(groupId, "members")}&add`,
  members: (groupId: string) => `/group/${encodeURIComponent(groupId)}/members`,
  removeMember: (groupId: string, userId: string) =>
    `${groupPaths.members(groupId)}/${encodeURIComponent(userId)}/remove`,
  confirmRemoveMember: (groupId: string, userId: string) =>
    `${groupPaths.group(groupId, "members")}&remove=${encodeURIComponent(userId)}`,
  invite: (groupId: string) => `/group/${encodeURIComponent(groupId)}/invite`,
  confirmDeleteGroup: (groupId: string) => `${sitePaths.dashboard}?delete=${encodeURIComponent(groupId)}`,
};

/** Back to the page of a group, as it is shown. */
export const toGroup = ({ params, search }: { params: { id: string }; search: string }): string =>
  groupPaths.group(params.id) + search;

export const groupIdOf = (pathname: string): string | undefined => {
  const [, id] = /^\/group\/([^/]+)$/.exec(pathname) ?? [];
  return id && decodeURIComponent(id);
};

export const groupTabs = ["chat", "members", "video", "voice", "settings"] as const;
export type GroupTab = (typeof groupTabs)[number];
