/** What is folded on a phone opens where an address leads into it. */
export const aboutParts = { settings: "all-settings", changes: "all-changes" };

/** Of the page about a group, its settings and its overview; no island needs them. */
export const aboutPaths = {
  aboutGroup: (groupId: string, section?: string) =>
    `/group/${encodeURIComponent(groupId)}/about${section ? `#${section}` : ""}`,
  /** @param by a book, by which it is sorted @param book the one that a phone shows */
  overview(groupId: string, { page = 1, by, book }: { page?: number; by?: string; book?: string } = {}) {
    const query = new URLSearchParams({ ...by && { by }, ...book && { book }, ...page > 1 && { page: String(page) } });
    return `/group/${encodeURIComponent(groupId)}/overview${query.size > 0 ? `?${query}` : ""}`;
  },
  remind: (groupId: string) => `/group/${encodeURIComponent(groupId)}/overview/reminder`,
  overviewFile: (groupId: string) => `/group/${encodeURIComponent(groupId)}/overview.csv`,
  saveSettings: (groupId: string) => `${aboutPaths.aboutGroup(groupId)}/settings`,
  undoChange: (groupId: string, changeId: string) =>
    `${aboutPaths.aboutGroup(groupId)}/changes/${encodeURIComponent(changeId)}/undo`,
  /** @param from where the question is shown: `members`, or the id of a book */
  answer: (groupId: string, question: "sharing" | "overview/agreement", from?: string) =>
    `/group/${encodeURIComponent(groupId)}/${question}${from ? `?from=${encodeURIComponent(from)}` : ""}`,
  removeBook: (groupId: string, bookId: string) =>
    `/group/${encodeURIComponent(groupId)}/books/${encodeURIComponent(bookId)}/remove`,
  restoreBook: (groupId: string, bookId: string) =>
    `/group/${encodeURIComponent(groupId)}/books/${encodeURIComponent(bookId)}/restore`,
  confirmRemoveBook: (groupId: string, bookId: string) =>
    `/group/${encodeURIComponent(groupId)}/books/${encodeURIComponent(bookId)}?remove#remove`,
  aboutForm: (groupId: string, form: "edit" | "notify") => `${aboutPaths.aboutGroup(groupId)}/${form}`,
  aboutMembers: (groupId: string, page: number) => `${aboutPaths.aboutGroup(groupId)}?page=${page}#members`,
  aboutMember: (groupId: string, userId: string) =>
    `${aboutPaths.aboutGroup(groupId)}?member=${encodeURIComponent(userId)}#members`,
  memberRole: (groupId: string, userId: string) =>
    `${aboutPaths.aboutGroup(groupId)}/members/${encodeURIComponent(userId)}/role`,
};
