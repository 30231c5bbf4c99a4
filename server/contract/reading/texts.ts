import { placeName, unitNames } from "./places.ts";
import type { Copy, CopyUnit } from "./shapes.ts";
import { counted } from "../site/plural.ts";

type CountedCopy = Pick<Copy, "pageCount" | "unit">;

export const bookPageTexts = {
  title: "Read together",
};

export const progressTexts = {
  updated: "Reading progress updated",
  updateFailed: "Failed to update reading progress",
  invalidPage: "Please enter a valid page number",
  beyondEnd: (pageCount: number) => `Page number cannot exceed the book's total pages (${pageCount})`,
  pageOf: (page: number, { pageCount, unit }: CountedCopy) =>
    placeName(page, unit) + (unit === "percent" ? "" : ` of ${pageCount}`),
  current: (unit: CopyUnit) => `Current ${unitNames[unit].toLowerCase()}`,
  unit: (unit: CopyUnit) => unitNames[unit],
  complete: (percent: number) => `${percent}% complete`,
  waits: "No connection. The page is stored in this browser, and saved when there is one.",
};

const inCopy = ({ pageCount, unit }: CountedCopy) =>
  unit === "percent" ? "In percent." : `In the ${pageCount} ${unit} of your copy.`;

/** Of a reader's own copy. They stand apart since only the page of a book has them. */
export const copyTexts = {
  tooMany: "The readers of this book have too many different copies already.",
  title: "Your copy",
  intro: "Pages, minutes or percent: every page you see here is one of your copy, at the same place in the text.",
  own: (pageCount: number) => `You read the edition on the shelf, of ${counted(pageCount, "page")}.`,
  has: {
    pages: (pageCount: number) => `Your copy has ${counted(pageCount, "page")}.`,
    minutes: (pageCount: number) => `You listen to ${counted(pageCount, "minute")}.`,
    percent: () => "You read by percent.",
  },
  unit: "My copy has",
  units: { pages: "Pages", minutes: "Minutes (an audiobook)", percent: "Percent (an e-book)" },
  pageCount: "How many",
  pageCountHint: "Not needed for percent.",
  save: "Save my copy",
  saved: "Your copy was saved, and your place in the text is the same",
  useGroups: "Use the group’s pages",
  invalidUnit: "Please choose pages, minutes or percent",

  chapters: "Contents",
  noChapters: "No table of contents yet. It is typed once, for everyone.",
  find: "Fill from Open Library",
  found: (count: number) => counted(count, "chapter was found", "chapters were found"),
  noneFound: "Open Library has no contents with page numbers for this book. You can type them below.",
  findFailed: "Open Library does not answer at the moment. Please try again later.",
  alreadyThere: "There is a table of contents already",
  change: "Change the contents",
  contents: "One chapter a line, with its page",
  contentsHint: (copy: CountedCopy) => `${inCopy(copy)} For example: The Whale … 12. Everyone here sees this.`,
  saveChapters: "Save contents",
  cancel: "Cancel",
  chaptersSaved: "Contents saved",
  tooManyChapters: (max: number) => `A table of contents has at most ${counted(max, "chapter")}.`,
  sameTitle: "Two chapters have the same title.",
  notRising: "A chapter begins before the one above it.",
  wrongLine: (line: string) => `A title and a page, please: “${line}”`,
  beyondEnd: (title: string, pageCount: number) => `“${title}” begins beyond page ${pageCount}, the last one.`,

  chapterPagesHint:
    "Where does each begin in your copy? A few of them are enough: pages between are compared by them. " +
    "Until then, pages are estimated.",
  saveChapterPages: "Save pages",
  chapterPagesSaved: "The chapters of your copy were saved",
  noCopy: "Set your own copy first.",
  unknownChapter: (title: string) => `“${title}” is no chapter of this book.`,
};

export const paceTexts = {
  noDate: "Please enter a date.",
  noWeekday: "Please choose at least one day of the week.",
  targetBeforeStart: "The plan must end after its first day.",
  tooLong: "A plan can be at most five years long.",
  noReadingDay: "There is no reading day between these dates.",
  saved: "The plan is saved",
  removed: "The plan was removed",
  shared: "Others here now see your page in this book",
  notShared: "Others do not see your page in this book",
  caughtUp: "You have caught up",
  whereWeAre: "Where we are",
  amount: (count: number, unit: CopyUnit) => unit === "percent" ? `${count}%` : counted(count, unit.slice(0, -1)),
  you: "You",
  today: "Today",
  youAre: (place: string) => `You are at ${place}.`,
  notBegun: "You have not begun yet.",
  youFinished: "You have finished this book.",
  perDay: (amount: string, date: string) => `${amount} each reading day, and you arrive by ${date}.`,
  iHaveCaughtUp: "I have caught up",
  catchUpHint: (place: string) => `Sets your page to ${place}.`,
  sharing: (count: number) => `${count === 1 ? "One reader shares" : `${count} readers share`} their page.`,
  asTable: "Everyone’s page as a table",
  columns: { reader: "Reader", place: "Where" },
  finished: (date: string) => `Finished: ${date}`,
  lastRead: (date: string) => `Last read: ${date}`,
  notYet: "Not begun yet",
  askToShare: "Show the others where you are?",
  askToShareHint: "They then see which page of this book you are on. You can stop at any time.",
  share: "Share my page",
  dontShare: "Not now",
  isShared: "Others here see which page of this book you are on.",
  isNotShared: "Only you see which page of this book you are on.",
  stopSharing: "Stop sharing my page",
  plan: "The plan",
  noPlanHint: "Choose when to begin, when to arrive and on which days to read.",
  everyDay: "every day",
  start: "First day",
  target: "Last day",
  weekdays: "Reading days",
  save: "Save the plan",
  make: "Make a plan",
  remove: "Remove the plan",
  finishedMessage: (title: string) => `🎉 I finished “${title}”.`,
};
