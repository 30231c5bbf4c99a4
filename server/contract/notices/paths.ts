export const noticePaths = {
  notices: "/notices",
  noticesBefore: (noticeId: string) => `/notices?before=${encodeURIComponent(noticeId)}`,
  readNotices: "/notices/read",
  mailSettings: "/notices/mail",
  unsubscribe: "/unsubscribe",
  unsubscribeSettings: "/unsubscribe/settings",
  unsubscribeBy: (token: string) => `${noticePaths.unsubscribe}?token=${encodeURIComponent(token)}`,
  unsubscribeSettingsBy: (token: string) => `${noticePaths.unsubscribeSettings}?token=${encodeURIComponent(token)}`,
};
