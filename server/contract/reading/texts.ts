import { placeName, unitNames } from "./places.ts";
import type { Edition, EditionUnit } from "./positions.ts";
import type { Imported } from "./reading_log.ts";
import { ownLibrary } from "./limits.ts";

type Unit = Edition["unit"];
type Copy = Pick<Edition, "pageCount" | "unit">;

export const bookPageTexts = {
  title: "Read together",
  back: "Back to the book",
  tabs: { pace: "Pace", notes: "Notes", questions: "Questions", copy: "My copy" },
};

export const progressTexts = {
  updated: "Reading progress updated",
  updateFailed: "Failed to update reading progress",
  invalidPage: "Please enter a valid page number",
  beyondEnd: (pageCount: number) => `Page number cannot exceed the book's total pages (${pageCount})`,
  /** In pages, or as the reader's copy counts. */
  pageOf: (page: number, { pageCount, unit }: Copy) =>
    placeName(page, unit) + (unit === "percent" ? "" : ` of ${pageCount}`),
  current: (unit: Unit) => `Current ${unitNames[unit].toLowerCase()}`,
  unit: (unit: Unit) => unitNames[unit],
  complete: (percent: number) => `${percent}% complete`,
  waits: "No connection. The page is stored in this browser, and saved when there is one.",
};

const inCopy = ({ pageCount, unit }: Copy) =>
  unit === "percent" ? "In percent." : `In the ${pageCount} ${unit} of your copy.`;

/** Of a reader's own copy. They stand apart since only the page of a book has them. */
export const copyTexts = {
  tooMany: "The readers of this book have too many different copies already.",
  title: "Your copy",
  intro: "Say how your copy counts, and every page you see here is one of yours, at the same place in the text.",
  own: (pageCount: number) => `You read the group's edition of ${pageCount} pages.`,
  has: {
    pages: (pageCount: number) => `Your copy has ${pageCount} pages.`,
    minutes: (pageCount: number) => `You listen to ${pageCount} minutes.`,
    percent: () => "You read by percent.",
  },
  unit: "My copy has",
  units: { pages: "Pages", minutes: "Minutes (an audiobook)", percent: "Percent (an e-book)" },
  pageCount: "How many",
  pageCountHint: "Not needed for percent.",
  save: "Save my copy",
  saved: "Your copy was saved. Your place in the text is the same.",
  useGroups: "Use the group's pages",
  invalidUnit: "Please choose pages, minutes or percent",

  chapters: "Contents",
  noChapters: "No table of contents yet. Any member can type it, once for everyone.",
  find: "Fill from Open Library",
  found: (count: number) => count === 1 ? "1 chapter was found." : `${count} chapters were found.`,
  noneFound: "Open Library has no contents with page numbers for this book. You can type them below.",
  findFailed: "Open Library does not answer at the moment. Please try again later.",
  alreadyThere: "The group has a table of contents already.",
  change: "Change the contents",
  contents: "One chapter a line, with its page",
  contentsHint: (copy: Copy) => `${inCopy(copy)} For example: The Whale … 12. Everyone in the group sees this.`,
  saveChapters: "Save contents",
  cancel: "Cancel",
  chaptersSaved: "Contents saved",
  tooManyChapters: (max: number) => `A table of contents has at most ${max} chapters.`,
  sameTitle: "Two chapters have the same title.",
  notRising: "A chapter begins before the one above it.",
  wrongLine: (line: string) => `A title and a page, please: “${line}”`,
  beyondEnd: (title: string, pageCount: number) => `“${title}” begins beyond page ${pageCount}, the last one.`,

  chapterPagesHint:
    "Where does each begin in your copy? A few of them are enough: pages between are compared by them. Until then, pages are estimated.",
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
  saved: "The plan is saved.",
  removed: "The plan was removed.",
  shared: "The group now sees your page in this book.",
  notShared: "The group does not see your page in this book.",
  caughtUp: "You have caught up.",
  whereWeAre: "Where we are",
  /** How much of somebody's copy. */
  amount: (count: number, unit: EditionUnit) =>
    unit === "percent" ? `${count}%` : `${count} ${count === 1 ? unit.slice(0, -1) : unit}`,
  you: "You",
  today: "Today",
  youAre: (place: string) => `You are at ${place}.`,
  notBegun: "You have not begun yet.",
  youFinished: "You have finished this book.",
  groupIs: (place: string) => `By the end of today the group plans to be at ${place}.`,
  groupDone: "By the plan the group has reached the end of the book.",
  groupBegins: (date: string) => `The group begins on ${date}.`,
  perDay: (amount: string, date: string) => `${amount} each reading day, and you arrive by ${date}.`,
  iHaveCaughtUp: "I have caught up",
  catchUpHint: (place: string) => `Sets your page to ${place}.`,
  sharing: (count: number) =>
    count === 0
      ? "Nobody shares their page yet."
      : `${count === 1 ? "One reader shares" : `${count} readers share`} their page.`,
  asTable: "Everyone's page as a table",
  columns: { reader: "Reader", place: "Where" },
  finished: (date: string) => `Finished: ${date}`,
  lastRead: (date: string) => `Last read: ${date}`,
  notYet: "Not begun yet",
  askToShare: "Show the group where you are?",
  askToShareHint: "Members then see which page of this book you are on. You can stop at any time.",
  share: "Share my page",
  dontShare: "Not now",
  sharingTitle: "Your page",
  isShared: "The group sees which page of this book you are on.",
  isNotShared: "Only you see which page of this book you are on.",
  stopSharing: "Stop sharing my page",
  plan: "The plan",
  noPlan: "No plan yet",
  noPlanHint: "Choose when to begin, when to arrive and on which days to read. Anyone in the group can change it.",
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  everyDay: "Every day",
  start: "First day",
  target: "Last day",
  weekdays: "Reading days",
  save: "Save the plan",
  make: "Make a plan",
  change: "Change the plan",
  remove: "Remove the plan",
  finishedMessage: (title: string) => `🎉 I finished “${title}”.`,
};

const rows = ownLibrary.importRows.toLocaleString("en");
const room = ownLibrary.books.toLocaleString("en");

export const readingLogTexts = {
  title: "Reading log",
  pages: "pages",
  daysRead: "days",
  booksRead: "books",
  years: "Years",
  allBooks: "All books",
  calendar: (year: number) => `Pages per day in ${year}`,
  calendarHint: "The stronger the colour of a day, the more you read.",
  total: (year: number) => `Pages read in ${year}, added up`,
  day: (date: string, pages: number) => `${date}: ${pages} ${pages === 1 ? "page" : "pages"}`,
  asTable: "As a table",
  month: "Month",
  booksOf: (year: number) => `Books of ${year}`,
  noDays: "Nothing read yet",
  noDaysHint: "Each page that you turn in a group's book counts on its day.",
  noBooks: "No books yet",
  noBooksHint: "A book that you finish in a group comes here by itself. You can also import those you have read.",
  statuses: { "to-read": "Want to read", "reading": "Reading", "read": "Read" },
  finishedOn: (date: string) => `Finished ${date}`,
  stars: (rating: number) => `${rating} of 5 stars`,
  pageCount: (pages: number) => `${pages} pages`,
  remove: "Remove",
  removeBook: (title: string) => `Remove ${title}`,
  removed: "Removed from your books",
  bookNotFound: "This book is not in your list.",
  more: "More books",
  back: "Back to the log",
  importTitle: "Bring your books along",
  importHint:
    "A CSV file exported from Goodreads or The StoryGraph, up to 5 MB. Importing it again adds nothing twice.",
  file: "CSV file",
  import: "Import",
  export: "Export my books",
  exportHint: "Goodreads and The StoryGraph can read the file.",
  noFile: "Please choose a file.",
  tooLarge: "The file is larger than 5 MB.",
  noList: "This file has no column named Title. Please choose a CSV export of Goodreads or The StoryGraph.",
  importFailed: "Failed to import the file",
  loadFailed: "Failed to load your reading log",
  sending: "Sending the file…",
  adding: "Adding your books…",
  showBooks: "Show my books",
  line: (line: number, reason: string) => `Line ${line}: ${reason}`,
  /** Why a line is left out. */
  refusals: {
    malformed: "its quotes do not match, or it is too long",
    otherWidth: (columns: number, expected: number) => `it has ${columns} columns where the header has ${expected}`,
    noTitle: "it has no title",
    tooLong: "its title or author is too long",
    notUtf8: "it is not UTF-8",
    unknownShelf: (shelf: string) => `its shelf “${shelf}” is not one of ours`,
  },
  imported: ({ added, changed, known, refused, lines, isCut }: Imported) =>
    [
      `${added} ${added === 1 ? "book" : "books"} added.`,
      changed > 0 && `${changed} updated.`,
      known > 0 && `${known} already there.`,
      refused > 0 &&
      `${refused} left out: ${lines.length < refused ? "the first in lines" : "line"} ${
        lines.map(({ line }) => line).join(", ")
      }.`,
      isCut &&
      `The rest of the file was left out: at most ${rows} rows are read, and your list has room for ${room} books.`,
    ].filter(Boolean).join(" "),
};

/** The texts of sessions in which a group reads in silence: apart from the others, which every page's script has. */
export const timerTexts = {
  title: "Read in silence",
  hint: "Each reads in their own book. The chat stays folded until the time is over.",
  minutes: "Minutes",
  start: "Start",
  join: "Join in",
  leave: "Leave",
  end: "End for everyone",
  openChat: "Open the chat",
  newMessages: (count: number) => `${count} new`,
  running: (count: number) => count === 1 ? "1 person reads in silence" : `${count} people read in silence`,
  until: "until",
  minutesLeft: (minutes: number) => minutes === 1 ? "1 minute left" : `${minutes} minutes left`,
  over: "Time is over",
  together: (pages: number) => `You read ${pages} ${pages === 1 ? "page" : "pages"} together.`,
  own: (pages: number) => `${pages} of them yours.`,
  again: "Read on",
  close: "Close",
  more: (count: number) => `and ${count} more`,
  begun: "A session of silent reading has begun. Join in",
  started: "The session has begun",
  joined: "You read along",
  left: "You have left the session",
  ended: "The session has ended",
  notRunning: "Nobody reads in silence here at the moment.",
  mayNotEnd: "Only the person who started it or an organizer can end it. You can leave it.",
  invalidMinutes: "Please enter 1 to 180 minutes.",
  failed: "Failed to change the session",
};
