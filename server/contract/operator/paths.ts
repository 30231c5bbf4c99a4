/** Addresses of pages, and of what their forms post to. Islands and pages build links here, never by hand. */

export const operatorPaths = {
  /** What the form beside an announcement posts to. */
  closeAnnouncement: "/announcement/close",
  /** What operators see and do. */
  operator: "/operator",
  operatorTab: (tab: OperatorTab) => `/operator/${tab}`,
  operate: (tab: OperatorTab, id: string, act: string) => `/operator/${tab}/${encodeURIComponent(id)}/${act}`,
};

export const operatorTabs = ["people", "groups", "reports", "numbers", "mail", "announcement", "audit"] as const;
export type OperatorTab = (typeof operatorTabs)[number];
