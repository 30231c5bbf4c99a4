import * as groupsLimits from "../groups/limits.ts";
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
  invalidPlace: "Please enter a valid place",
  notAllowed: "Only organizers can change this book",
  pagesRead: "Somebody has read further than that. Confirm that the book has fewer pages.",
  alreadyChosen: "The group has chosen this book already",
  notice: (name: string, title: string, groupName: string) => `${name} added ${title} to ${groupName}`,
  suggestedNotice: (name: string, title: string, groupName: string) => `${name} suggested ${title} in ${groupName}`,
};
