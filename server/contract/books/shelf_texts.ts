import * as groupsLimits from "../groups/limits.ts";
import { counted } from "../site/plural.ts";
import * as booksLimits from "./limits.ts";

/** In a file of its own: the limits are not loaded with the page of a group. */
export const shelfTexts = {
  /** With the place where room can be made. */
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
  title: "Shelf",
  description: "Books that are read now and next, that are suggested, and that are done.",
  states: { now: "Now", next: "Next", suggested: "Suggested", done: "Done" },
  none: {
    now: "No book is being read now.",
    next: "No book is next.",
    suggested: "No book is suggested.",
    done: "No book is done.",
  },
  pagesOf: (state: string) => `More of ${state}`,
  previous: "Previous books",
  next: "More books",
  /** To the state that follows. */
  onward: { now: "Move to done", next: "Read now", suggested: "Choose as next" },
  more: "More",
  moreOf: (title: string) => `More: ${title}`,
  up: "Move up",
  upOf: (title: string) => `Move up: ${title}`,
  down: "Move down",
  downOf: (title: string) => `Move down: ${title}`,
  change: "Change",
  changeOf: (title: string) => `Change ${title}`,
  iWouldRead: "I’d read that",
  iWouldReadOf: (title: string) => `I’d read that: ${title}`,
  takeBack: "Take back",
  takeBackOf: (title: string) => `Take back: ${title}`,
  interested: (count: number) => `${counted(count, "reader")} would read it`,
  others: (count: number) => `${count} more`,
  noted: "Noted that you would read it",
  takenBack: "Taken back",
  suggest: "Suggest a book",
  suggestHint: "Everyone can say whether they would read it.",
  vote: "Let the group vote",
  suggestIt: "Suggest",
  suggestOf: (title: string) => `Suggest ${title}`,
  search: "Search for a book",
  find: "Search",
  suggested: "Book suggested",
  bookTitle: "Title",
  author: "Author",
  pages: "Pages",
  move: "Where it stands",
  moveTo: { now: "Read it now", next: "Next", suggested: "Suggested", done: "Done" },
  moved: (state: "now" | "next" | "suggested" | "done") => `Moved to ${shelfTexts.states[state].toLowerCase()}`,
  reordered: "Moved",
  correct: "Correct it",
  correctHint: "Everyone stays on their page.",
  save: "Save",
  chooseCover: "Choose another cover",
  cover: "Cover",
  coverNumber: (number: number) => `Cover ${number}`,
  drawnCover: "No picture",
  noCovers: "No cover was found",
  corrected: "Book corrected",
  fewerPages: "Yes, use fewer pages",
  removed: "Removed books",
  removedHint: "Each can be brought back for 30 days, with the notes and questions about it.",
  removedOn: (day: string) => `Removed ${day}`,
  restore: "Bring back",
  restoreOf: (title: string) => `Bring back ${title}`,
  invalidPlace: "Please enter a valid place",
  notAllowed: "Only organizers can change this book",
  pagesRead:
    "Someone is reading it or has notes in it. Confirm that the book has fewer pages: readers past the new end keep the " +
    "current page count.",
  alreadyChosen: "This book has already been chosen",
  notice: (name: string, { title, groupName }: BookNews) => `${name} added “${title}” to ${groupName}`,
  suggestedNotice: (name: string, { title, groupName }: BookNews) => `${name} suggested “${title}” in ${groupName}`,
  notices: (groupName: string) => ` books were added or suggested in ${groupName}`,
};

interface BookNews {
  title: string;
  groupName: string;
}
