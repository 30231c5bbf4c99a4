/** Addresses of pages, and of what their forms post to. Islands and pages build links here, never by hand. */
import { bookPaths } from "../books/paths.ts";
import { groupPaths } from "../groups/paths.ts";

export const readingPaths = {
  /** The page of a group with the session in which it reads in silence, and what its forms post to. */
  timer: (groupId: string) => `${groupPaths.group(groupId)}?timer`,
  /** That page with the chat open, which is collapsed for members who joined the session. */
  timerWithChat: (groupId: string) => `${groupPaths.group(groupId)}?timer=chat`,
  timerForm: (groupId: string, action?: TimerAction | "close") =>
    `/group/${encodeURIComponent(groupId)}/timer${action ? `/${action}` : ""}`,
  /** The page where a group reads a book together. */
  bookPage: (groupId: string, bookId: string, tab?: BookPageTab) =>
    `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}${tab ? `?tab=${tab}` : ""}`,
  /** What a form of that page posts to. */
  bookPageForm: (groupId: string, bookId: string, form: string) => `${readingPaths.bookPage(groupId, bookId)}/${form}`,
  progress: (groupId: string, bookId: string) => `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}/progress`,
  questions: (groupId: string, bookId: string) => `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}/questions`,
  removeQuestion: (groupId: string, bookId: string, questionId: string) =>
    `${readingPaths.questions(groupId, bookId)}/${encodeURIComponent(questionId)}/remove`,
  /** The page of a book at one of its questions, with what others have answered. */
  questionAt: (groupId: string, bookId: string, questionId: string) =>
    `${readingPaths.bookPage(groupId, bookId, "questions")}&question=${encodeURIComponent(questionId)}`,
  answer: (groupId: string, bookId: string, questionId: string) =>
    `${readingPaths.questions(groupId, bookId)}/${encodeURIComponent(questionId)}/answer`,
  /** What the viewer has read: a year of it, and their own list of books. */
  reading: "/reading",
  readingYear: (year: number) => `/reading?year=${year}`,
  readingList: "/reading/books",
  readingListAfter: (id: string) => `/reading/books?after=${encodeURIComponent(id)}`,
  removeListedBook: (id: string) => `/reading/books/${encodeURIComponent(id)}/remove`,
  readingExport: "/reading/export",
  readingImport: "/reading/import",
};

export type TimerAction = "join" | "leave" | "end";

export const bookPageTabs = ["pace", "notes", "questions", "copy"] as const;
export type BookPageTab = (typeof bookPageTabs)[number];

interface BookPageForm {
  params: { id: string; bookId: string };
}

/** Where a form of the page of a book leads. */
export const toBookPage = (tab: BookPageTab) => ({ params: { id, bookId } }: BookPageForm): string =>
  readingPaths.bookPage(id, bookId, tab);
