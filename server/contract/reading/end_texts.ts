import { counted } from "../site/plural.ts";

/** *4*, *4.5*; of an average one digit too. */
const starsOf = (stars: number): string => `${Number(stars.toFixed(1))} of 5`;

export const endTexts = {
  title: (title: string) => `The end of ${title}`,
  notThere: "Here you will find reviews, when readers finished, the most answered questions, shared notes and " +
    "what to read next. It opens once you have finished the book, so that it gives nothing away.",
  youAreAt: (percent: number) => `You have read ${percent} percent so far.`,
  goOn: "Go on reading",
  finishedBy: "Finished by",
  finishedHint: "Readers who share their page are listed here.",
  onlyYou: "Only you see yourself here until you share your page.",
  reviews: "Reviews",
  average: (average: number, rated: number) => `${starsOf(average)} on average, from ${counted(rated, "reader")}`,
  noReviews: "Nobody else has written a review yet.",
  yourReview: "Your review",
  stars: "Stars",
  noStars: "No stars",
  starsOf,
  text: "What you thought of it",
  textHint: "Hidden from everyone who has not finished the book.",
  save: "Save review",
  saved: "Your review was saved",
  remove: "Remove review",
  removed: "Your review was removed",
  noReview: "You have not reviewed this book",
  notThereYet: "You have not finished this book yet",
  invalidStars: "Please choose half a star to five stars.",
  emptyReview: "Please choose stars or write something.",
  questions: "Most answered questions",
  answers: (count: number) => counted(count, "answer"),
  quotes: "Shared notes",
  next: "Read next",
  wanted: (count: number) => `${counted(count, "reader")} would read it`,
  loadFailed: "Failed to load the end of this book",
};
