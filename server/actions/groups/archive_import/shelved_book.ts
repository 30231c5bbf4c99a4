import { ownPages, pageAt, positionOf } from "../../../contract/reading/positions.ts";

export interface ShelvedBook {
  id: string;
  pageCount: number;
  /** Of the copy of the organizer who made the archive, as all its pages are. */
  copyPages: number;
  questions: number;
}

export const positionIn = ({ copyPages }: ShelvedBook, page: number): number | null =>
  page <= copyPages ? positionOf(ownPages(copyPages), page) : null;

export function pageOf(book: ShelvedBook, page: number): number | null {
  const position = positionIn(book, page);
  return position === null ? null : pageAt(ownPages(book.pageCount), position);
}
