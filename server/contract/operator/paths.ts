export const operatorPaths = {
  closeAnnouncement: "/announcement/close",
  backUp: "/operator/setup/back-up",
  operator: "/operator",
  setUp: "/setup",
  setUpBy: (token: string) => `/setup?${new URLSearchParams({ token })}`,
  /** @param query of the list that is shown, with its question mark */
  operatorTab: (tab: OperatorTab, query = "") => `/operator/${tab}${query}`,
  operate: (tab: OperatorTab, id: string, act: string) => `/operator/${tab}/${encodeURIComponent(id)}/${act}`,
};

/** Where a form of a list leads: back to the list as it is shown. */
export const toOperatorTab = (tab: OperatorTab) => ({ search }: { search: string }): string =>
  operatorPaths.operatorTab(tab, search);

export const operatorTabs = [
  "people",
  "groups",
  "reports",
  "numbers",
  "mail",
  "announcement",
  "setup",
  "audit",
] as const;
export type OperatorTab = (typeof operatorTabs)[number];
