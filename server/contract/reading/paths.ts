import { bookPaths } from "../books/paths.ts";
import { groupPaths } from "../groups/paths.ts";
import { sitePaths } from "../site/paths.ts";

export const readingPaths = {
  timer: (groupId: string) => `${groupPaths.group(groupId)}?timer`,
  /** That page with the chat open, which is collapsed for members who joined the session. */
  timerWithChat: (groupId: string) => `${groupPaths.group(groupId)}?timer=chat`,
  timerForm: (groupId: string, action?: TimerAction | "close") =>
    `/group/${encodeURIComponent(groupId)}/timer${action ? `/${action}` : ""}`,
  bookPage: (groupId: string, bookId: string, tab?: BookPageTab) =>
    `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}${tab ? `?tab=${tab}` : ""}`,
  /** The tab of a page of the reader's copy, which need not be the one that they are on. */
  bookPageAt: (groupId: string, bookId: string, page: number) =>
    `${readingPaths.bookPage(groupId, bookId)}?page=${page}`,
  bookPlan: (groupId: string, bookId: string) => `${readingPaths.bookPage(groupId, bookId)}?plan#plan`,
  bookPageForm: (groupId: string, bookId: string, form: string) => `${readingPaths.bookPage(groupId, bookId)}/${form}`,
  progress: (groupId: string, bookId: string) => `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}/progress`,
  questions: (groupId: string, bookId: string) => `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}/questions`,
  removeQuestion: (groupId: string, bookId: string, questionId: string) =>
    `${readingPaths.questions(groupId, bookId)}/${encodeURIComponent(questionId)}/remove`,
  questionAt: (groupId: string, bookId: string, questionId: string) =>
    `${readingPaths.bookPage(groupId, bookId, "questions")}&question=${encodeURIComponent(questionId)}`,
  answer: (groupId: string, bookId: string, questionId: string) =>
    `${readingPaths.questions(groupId, bookId)}/${encodeURIComponent(questionId)}/answer`,
  reading: "/reading",
  readingList: "/reading/books",
  readingExport: "/reading/export",
  readingImport: "/reading/import",
};

export type TimerAction = "join" | "leave" | "end";

export const bookPageTabs = ["page", "notes", "questions", "talk", "copy"] as const;
export type BookPageTab = (typeof bookPageTabs)[number];

// Apart from `readingPaths`, which islands load whole.
export const readingYearPath = (year: number): string => `/reading?year=${year}`;

export const bookEndPath = (groupId: string, bookId: string): string => `${readingPaths.bookPage(groupId, bookId)}/end`;

export const readingGoalPath = "/reading/goal";

export const ownShelfPath = "/reading/shelf";

export const wantedPath = "/reading/wanted";
export const wantedAfter = (id: string): string => `${wantedPath}?after=${encodeURIComponent(id)}`;
export const wantedForm = "/reading/wanted/add";
export const removeWantedPath = "/reading/wanted/remove";

export const readingListAfter = (id: string): string => `/reading/books?after=${encodeURIComponent(id)}`;

export const removeListedBookPath = (id: string): string => `/reading/books/${encodeURIComponent(id)}/remove`;

export const pageNotePath = (groupId: string, bookId: string, page: number): string =>
  `${readingPaths.bookPage(groupId, bookId)}/page-note?page=${page}`;

/** Forms of the dashboard, which lead back to it. */
export const todayFormPath = (groupId: string, bookId: string, form: "turn" | "caught-up"): string =>
  `/dashboard/${encodeURIComponent(groupId)}/${encodeURIComponent(bookId)}/${form}`;

/** Following it, the reader has looked at what the last turn opened. */
export const openedPath = (groupId: string, bookId: string, tab: BookPageTab): string =>
  `${readingPaths.bookPage(groupId, bookId, tab)}&opened#tabs`;

interface BookPageForm {
  params: { id: string; bookId: string };
}

export const toBookPage = (tab?: BookPageTab) => ({ params: { id, bookId } }: BookPageForm): string =>
  readingPaths.bookPage(id, bookId, tab);

/** A turned page leads back to the form that it was turned by, for the next. */
export const turnFormId = (id: string): string => `${id}-form`;

export const toTurnOnBookPage = (sent: BookPageForm): string => `${toBookPage()(sent)}#${turnFormId("turn")}`;

export const toTurnOnDashboard = ({ params: { bookId } }: BookPageForm): string =>
  `${sitePaths.dashboard}#${turnFormId(`turn-${encodeURIComponent(bookId)}`)}`;
