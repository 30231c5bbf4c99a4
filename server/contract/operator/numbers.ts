/** What is counted by day for the operators. */
export const dayCountNames = ["people", "messages", "mails", "errors"] as const;
export type DayCountName = (typeof dayCountNames)[number];
