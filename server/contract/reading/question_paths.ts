import { readingPaths } from "./paths.ts";

/** The form to ask what a message says, at its page. */
export const askWhatItSays = (book: { groupId: string; bookId: string }, messageId: string): string =>
  `${readingPaths.bookPage(book.groupId, book.bookId, "questions")}&message=${encodeURIComponent(messageId)}#ask`;
