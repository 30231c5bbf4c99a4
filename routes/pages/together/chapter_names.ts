import { listChapters } from "../../../db/chapters.ts";
import { chapterAt } from "../../../server/contract/chapters.ts";
import { chaptersInCopy } from "../../../server/contract/copy.ts";
import { tryLoad } from "../../layout/LoadError.tsx";
import type { C, Place } from "./tab.ts";

/** Gives the title of the chapter that a page of the reader's copy is in, where that is known. */
export type ChapterName = (page: number) => string | undefined;

/** The chapters of the book by the pages of the reader's copy; none where they cannot be loaded. */
export async function chapterNames(c: C, place: Place): Promise<ChapterName> {
  const chapters = await tryLoad(c, () => listChapters(c.var.deps.db, c.var.user.id, place.bookId)) ?? [];
  const inCopy = chaptersInCopy(place, chapters);
  return (page) => chapterAt(inCopy, page)?.title;
}
