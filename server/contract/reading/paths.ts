/** Addresses of pages, and of what their forms post to. Islands and pages build links here, never by hand. */
import { groupPaths } from "../groups/paths.ts";
import { bookPaths } from "../books/paths.ts";

export const readingPaths = {
  /** The page of a group with the session in which it reads in silence, and what its forms post to. */
  timer: (groupId: string) => `${groupPaths.group(groupId)}?timer`,
  /** The same with the chat open, which is folded for those who read along. */
  timerWithChat: (groupId: string) => `${groupPaths.group(groupId)}?timer=chat`,
  timerForm: (groupId: string, action?: TimerAction | "close") =>
    `/group/${encodeURIComponent(groupId)}/timer${action ? `/${action}` : ""}`,
  /** The page where a group reads a book together. */
  together: (groupId: string, bookId: string, tab?: TogetherTab) =>
    `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}${tab ? `?tab=${tab}` : ""}`,
  progress: (groupId: string, bookId: string) => `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}/progress`,
  questions: (groupId: string, bookId: string) => `${bookPaths.books(groupId)}/${encodeURIComponent(bookId)}/questions`,
  /** What the viewer has read: a year of it, and their own list of books. */
  reading: "/reading",
  library: "/reading/books",
  readingImport: "/reading/import",
  /** What a form of the page where a group reads a book together posts to. */
  togetherForm: (groupId: string, bookId: string, form: string) => `${readingPaths.together(groupId, bookId)}/${form}`,
  removeQuestion: (groupId: string, bookId: string, questionId: string) =>
    `${readingPaths.questions(groupId, bookId)}/${encodeURIComponent(questionId)}/remove`,
  /** The page of a book at one of its questions, with what others have answered. */
  questionAt: (groupId: string, bookId: string, questionId: string) =>
    `${readingPaths.together(groupId, bookId, "questions")}&question=${encodeURIComponent(questionId)}`,
  readingYear: (year: number) => `/reading?year=${year}`,
  libraryAfter: (id: string) => `/reading/books?after=${encodeURIComponent(id)}`,
  removeFromLibrary: (id: string) => `/reading/books/${encodeURIComponent(id)}/remove`,
  readingExport: "/reading/export",
  answer: (groupId: string, bookId: string, questionId: string) =>
    `${readingPaths.questions(groupId, bookId)}/${encodeURIComponent(questionId)}/answer`,
};

export const timerActions = ["join", "leave", "end"] as const;
export type TimerAction = (typeof timerActions)[number];

export const togetherTabs = ["pace", "notes", "questions", "copy"] as const;
export type TogetherTab = (typeof togetherTabs)[number];
