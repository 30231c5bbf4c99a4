import { sitePaths } from "../site/paths.ts";

export const groupPaths = {
  group: (groupId: string, tab?: GroupTab) => `/group/${encodeURIComponent(groupId)}${tab ? `?tab=${tab}` : ""}`,
  aboutGroup: (groupId: string, section?: string) =>
    `/group/${encodeURIComponent(groupId)}/about${section ? `#${section}` : ""}`,
  overview: (groupId: string, page = 1) =>
    `/group/${encodeURIComponent(groupId)}/overview${page > 1 ? `?page=${page}` : ""}`,
  overviewFile: (groupId: string) => `/group/${encodeURIComponent(groupId)}/overview.csv`,
  saveSettings: (groupId: string) => `${groupPaths.aboutGroup(groupId)}/settings`,
  undoChange: (groupId: string, changeId: string) =>
    `${groupPaths.aboutGroup(groupId)}/changes/${encodeURIComponent(changeId)}/undo`,
  /** @param from where the question stands: `members`, or the id of a book */
  answer: (groupId: string, question: "sharing" | "overview/agreement", from?: string) =>
    `/group/${encodeURIComponent(groupId)}/${question}${from ? `?from=${encodeURIComponent(from)}` : ""}`,
  removeBook: (groupId: string, bookId: string) =>
    `/group/${encodeURIComponent(groupId)}/books/${encodeURIComponent(bookId)}/remove`,
  confirmRemoveBook: (groupId: string, bookId: string) =>
    `/group/${encodeURIComponent(groupId)}/books/${encodeURIComponent(bookId)}?remove#remove`,
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
  aboutForm: (groupId: string, form: "edit" | "notify") => `${groupPaths.aboutGroup(groupId)}/${form}`,
  aboutMembers: (groupId: string, page: number) => `${groupPaths.aboutGroup(groupId)}?page=${page}#members`,
  aboutMember: (groupId: string, userId: string) =>
    `${groupPaths.aboutGroup(groupId)}?member=${encodeURIComponent(userId)}#members`,
  memberRole: (groupId: string, userId: string) =>
    `${groupPaths.aboutGroup(groupId)}/members/${encodeURIComponent(userId)}/role`,
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
