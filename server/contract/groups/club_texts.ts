import { counted } from "../site/plural.ts";

export const clubTexts = {
  title: "Shelf, polls, meetings",
  description: "What a group reads, decides and plans together.",
  shelf: "Shelf",
  books: ({ now, next, suggested }: { now: number; next: number; suggested: number }) =>
    [[now, "now"], [next, "next"], [suggested, "suggested"]].filter(([count]) => count).map((part) => part.join(" "))
      .join(", ") || "No book yet",
  polls: (open: number) => open ? `${open} open` : "None open",
  meetings: (planned: number) => planned ? `${planned} planned` : "None planned",
  nextMeeting: (time: string, planned: number) => planned > 1 ? `Next: ${time}, ${planned} planned` : `Next: ${time}`,
  threads: "What you started or replied in",
  requests: (waiting: number) => waiting ? `${counted(waiting, "person", "people")} waiting` : "Nobody is waiting",
  archive: "What organizers can download",
};
