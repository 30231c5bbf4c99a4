/** What people are notified of. */

export const noticeKinds = [
  "mention",
  "reply",
  "friendRequest",
  "friendAccepted",
  "addedToGroup",
  "invited",
  "bookFinished",
  "report",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export interface Notice {
  id: string;
  kind: NoticeKind;
  /** A sentence that names who and where. What somebody wrote is only at its address. */
  text: string;
  /** A path of this service. */
  url: string;
  createdAt: string;
  readAt: string | null;
}
