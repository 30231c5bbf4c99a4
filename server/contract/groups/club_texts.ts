import { counted } from "../site/plural.ts";

export const clubTexts = {
  description: "What is read, decided and planned together.",
  shelf: "Shelf",
  books: ({ now, next, suggested }: { now: number; next: number; suggested: number }) =>
    [[now, "now"], [next, "next"], [suggested, "suggested"]].filter(([count]) => count).map((part) => part.join(" "))
      .join(", ") || "No book yet",
  polls: (open: number) => open ? `${open} open` : "None open",
  meetings: (planned: number) => planned ? `${planned} planned` : "None planned",
  nextMeeting: (time: string, planned: number) => planned > 1 ? `Next: ${time}, ${planned} planned` : `Next: ${time}`,
  threads: (unread: number) => unread ? `${unread} with new replies` : "No new replies",
  requests: ({ requests, isListed }: { requests: number; isListed: 0 | 1 }) =>
    requests ? `${counted(requests, "person", "people")} waiting` : isListed ? "Nobody is waiting" : "Not listed",
  archive: "What organizers can download",
};
