export const pollKinds = ["one", "many", "ranked"] as const;
export type PollKind = (typeof pollKinds)[number];
