import type { Book } from "../../server/contract/books/shapes.ts";
import { useEffect, useState } from "react";
import { chapterAt } from "../../server/contract/reading/chapters.ts";
import { chaptersInCopy } from "../../server/contract/reading/positions.ts";
import { loadChapters } from "./calls.ts";
import type { Chapter } from "../../server/contract/reading/shapes.ts";

export function useChapter(book: Book, page: number, initial: string | undefined): string | undefined {
  const [chapters, setChapters] = useState<Chapter[]>();
  useEffect(() => void loadChapters(book.id).then(setChapters, () => {}), []);
  return chapters ? chapterAt(chaptersInCopy(book, chapters), page)?.title : initial;
}
