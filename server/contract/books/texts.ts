import * as booksLimits from "./limits.ts";
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
  about: "About this book",
  notAvailable: "This book is not available here. Please use a physical copy.",
  preview: (title: string) => `Preview of ${title}`,
  previewNote: "The preview comes from Google Books. Loading it shares your IP address with Google.",
  guide: [
    "Read at your own pace, in whichever copy you have.",
    "Update your page whenever you stop, so that you find your place again.",
    "Write down what you think of a page; your notes are yours alone, unless you share one.",
  ],
};

export const booksServerTexts = {
  notFound: "Book not found",
  removed: "This book was removed",
  get groupFull() {
    return `A group has at most ${groupsLimits.groups.books} books, and this one is full.`;
  },
  /** After which the place where room can be made is named. */
  get shelfFull() {
    const { books } = groupsLimits.groups;
    const { suggested, done } = booksLimits.shelf;
    return {
      suggested: `A group has at most ${suggested} suggestions. Choose or remove some on the shelf page first.`,
      next: `A group reads at most ${books} books now or next. Move some to done on the shelf page first.`,
      now: `A group reads at most ${books} books now or next. Move some to done on the shelf page first.`,
      done: `A group keeps at most ${done} books that are done. Remove some on the shelf page first.`,
    };
  },
  get tooManySuggestions() {
    return `You have ${booksLimits.shelf.ownSuggestions} open suggestions in this group. Take one back first.`;
  },
  get tooManyRemoved() {
    const { removedBooks } = groupsLimits.groups;
    return `${removedBooks} books that you added to this group were removed in the last 30 days. ` +
      "You can add more once those are deleted.";
  },
  already: "This book is already in the group.",
  titleRequired: "Book title is required",
  invalidPlace: "Please enter a valid place",
  notAllowed: "Only organizers can change this book",
  pagesRead: "Somebody has read further than that. Confirm that the book has fewer pages.",
  alreadyChosen: "The group has chosen this book already",
  notice: (name: string, title: string, groupName: string) => `${name} added ${title} to ${groupName}`,
  suggestedNotice: (name: string, title: string, groupName: string) => `${name} suggested ${title} in ${groupName}`,
  invalidPageCount: "Please enter a valid number of pages",
};
