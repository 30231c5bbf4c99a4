/** Addresses of pages, and of what their forms post to. Islands and pages build links here, never by hand. */

export const noticePaths = {
  notices: "/notices",
  noticesBefore: (noticeId: string) => `/notices?before=${encodeURIComponent(noticeId)}`,
  readNotices: "/notices/read",
  mailSettings: "/notices/mail",
  /** The settings of notices by mail, for people who have the link of such a mail. */
  unsubscribe: "/unsubscribe",
  unsubscribeSettings: "/unsubscribe/settings",
  unsubscribeBy: (token: string) => `${noticePaths.unsubscribe}?token=${encodeURIComponent(token)}`,
  unsubscribeSettingsBy: (token: string) => `${noticePaths.unsubscribeSettings}?token=${encodeURIComponent(token)}`,
};
