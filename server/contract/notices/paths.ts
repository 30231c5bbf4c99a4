/** Addresses of pages, and of what their forms post to. Islands and pages build links here, never by hand. */

export const noticePaths = {
  /** What the viewer was notified of, and the settings of it. */
  notices: "/notices",
  /** The settings of notices by mail, for those who have the link of such a mail. */
  unsubscribe: "/unsubscribe",
  noticesBefore: (noticeId: string) => `/notices?before=${encodeURIComponent(noticeId)}`,
  readNotices: "/notices/read",
  mailSettings: "/notices/mail",
  unsubscribeSettings: "/unsubscribe/settings",
  unsubscribeBy: (token: string) => `${noticePaths.unsubscribe}?token=${token}`,
};
