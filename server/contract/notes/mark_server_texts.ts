import * as notesLimits from "./limits.ts";

const { mark } = notesLimits;

/** Why words are not marked. */
export const markServerTexts = {
  invalidRange: `Mark some words, at most ${mark.length} characters.`,
  tooMany: `You have ${mark.perBook.toLocaleString("en")} highlights in this book, which is the maximum.`,
};
