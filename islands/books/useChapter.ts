import type { Book } from "../../server/contract/books/shapes.ts";
import { useEffect, useState } from "react";
import { chapterAt } from "../../server/contract/reading/chapters.ts";
import { chaptersInCopy } from "../../server/contract/reading/positions.ts";
import { loadChapters } from "./calls.ts";
import type { Chapter } from "../../server/contract/reading/shapes.ts";

/**
 * The title of the chapter that a page of the open book is in. The table of contents is loaded once the book is open;
 * without it, which is no loss that has to be reported, there is none.
 *
 * @param initial what the page came with
 */
export function useChapter(book: Book, page: number, initial: string | undefined): string | undefined {
  const [chapters, setChapters] = useState<Chapter[]>();
  useEffect(() => void loadChapters(book.id).then(setChapters, () => {}), []);
  return chapters ? chapterAt(chaptersInCopy(book, chapters), page)?.title : initial;
}
