import { counted } from "../site/plural.ts";

/** Of halves: *4½*. */
export const starsOf = (stars: number): string => `${Math.floor(stars) || ""}${stars % 1 ? "½" : ""}`;

export const endTexts = {
  title: (title: string) => `The end of ${title}`,
  link: "The end: reviews, questions and what is next",
  notThere: "This page opens once you have finished the book.",
  youAreAt: (percent: number) => `You are at ${percent} percent.`,
  goOn: "Go on reading",
  finishedBy: "Finished by",
  reviews: "Reviews",
  average: (average: number, rated: number) =>
    `${average.toFixed(1)} of 5 on average, from ${counted(rated, "reader")}`,
  noReviews: "Nobody else has written a review yet.",
  yourReview: "Your review",
  stars: "Stars",
  noStars: "No stars",
  starsLabel: (stars: number) => `${starsOf(stars)} of 5`,
  text: "What you thought of it",
  textHint: "Only members who have finished the book see it.",
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
  wanted: (count: number) => `${counted(count, "member")} would read it`,
  loadFailed: "Failed to load the end of this book",
};
