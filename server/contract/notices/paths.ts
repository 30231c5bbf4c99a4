export const noticePaths = {
  notices: "/notices",
  noticesBefore: (noticeId: string) => `/notices?before=${encodeURIComponent(noticeId)}`,
  readNotices: "/notices/read",
  mailSettings: "/notices/mail",
  reminders: "/notices/reminders",
  calendar: "/notices/calendar",
  revokeCalendar: "/notices/calendar/revoke",
  noticesWithCalendar: "/notices?show=calendar#calendar",
  unsubscribe: "/unsubscribe",
  unsubscribeSettings: "/unsubscribe/settings",
  unsubscribeBy: (token: string) => `${noticePaths.unsubscribe}?token=${encodeURIComponent(token)}`,
  unsubscribeSettingsBy: (token: string) => `${noticePaths.unsubscribeSettings}?token=${encodeURIComponent(token)}`,
};
