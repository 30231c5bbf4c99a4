import * as groupsLimits from "../groups/limits.ts";
import { counted } from "../site/plural.ts";

export const booksTexts = {
  searchPlaceholder: "Search for books...",
  searchFailed: "Failed to search books",
  loadFailed: "Failed to load books",
  addFailed: "Failed to add book to group",
  invalidResponse: "Received invalid response from server",
  addedToGroup: "Book added to group successfully",
  added: "Book added successfully",
  addedBy: (username: string | undefined) => `Added by ${username?.replace("~", "") ?? "Unknown"}`,
  empty: "No books yet. Add the first one to read together!",
  noMatch: "No books found.",
  found: (count: number) => `${counted(count, "book")} found.`,
  addManually: "Add manually",
  toShelf: "Open the shelf",
};

export const booksServerTexts = {
  notFound: "Book not found",
  removed: "This book was removed",
  get groupFull() {
    return `A group has at most ${groupsLimits.groups.books} books, and this one is full.`;
  },
  get tooManyRemoved() {
    const { removedBooks } = groupsLimits.groups;
    return `${removedBooks} books that you added to this group were removed in the last 30 days. ` +
      "You can add more once those are deleted.";
  },
  already: "This book is already in the group.",
  titleRequired: "Book title is required",
  invalidPageCount: "Please enter a valid number of pages",
};
