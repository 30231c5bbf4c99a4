import { counted } from "../site/plural.ts";

export const clubTexts = {
  description: "What is read, decided and planned together.",
  shelf: "Shelf",
  books: ({ now, next, suggested }: { now: number; next: number; suggested: number }) =>
    [[now, "now"], [next, "next"], [suggested, "suggested"]].filter(([count]) => count).map((part) => part.join(" "))
      .join(", ") || "No book yet",
  polls: (open: number) => open ? `${open} open` : "None open",
  meetings: (planned: number) => planned ? `${planned} planned` : "None planned",
  threads: "What you started or replied in",
  requests: (waiting: number) => waiting ? `${counted(waiting, "person", "people")} waiting` : "Nobody is waiting",
  archive: "What organizers can download",
};
