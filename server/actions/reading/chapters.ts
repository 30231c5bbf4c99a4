import * as chapters from "../../../db/reading/chapters.ts";
import { refreshPoints } from "../../../db/reading/copies.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { rowSize } from "../../../db/account/storage.ts";
import { findIsbn } from "../../../db/books/books.ts";
import type { Chapter } from "../../contract/reading/chapters.ts";
import { isRising } from "../../contract/reading/editions.ts";
import { bookPageAt, chaptersInCopy } from "../../contract/reading/copy.ts";
import { ownPages, pageAt, positionOf } from "../../contract/reading/positions.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import type { Contents } from "../../library/contents.ts";
import { BadRequest, bookNotFound, Conflict, found, NotFound } from "../../errors.ts";
import { bytesIn, requireGroupRoom } from "../account/storage.ts";
import { copyTexts } from "../../contract/reading/texts.ts";

type Parts = Pick<Deps, "db" | "config" | "limiter">;

interface Given {
  bookId: string;
  given: Chapter[];
}

/** A book's chapters, in its own pages. @throws NotFound to an outsider */
export async function readChapters({ db }: Pick<Deps, "db">, user: User, bookId: string): Promise<Chapter[]> {
  found(await findReader(db, user.id, bookId), bookNotFound);
  return await chapters.listChapters(db, user.id, bookId);
}

/**
 * Replaces a book's table of contents, for its group.
 *
 * @throws NotFound to an outsider, BadRequest for a chapter beyond the book's end, AppError (413) where who made the
 * group has no room for them
 */
export async function saveChapters(
  { db, config, limiter }: Parts,
  user: User,
  { bookId, given }: Given,
): Promise<Chapter[]> {
  const { pageCount, groupId } = found(await findReader(db, user.id, bookId), bookNotFound);
  await limiter.take("copies", user.id);
  refuseBeyond(given, pageCount);
  const stored = await chapters.listChapters(db, user.id, bookId);
  await requireGroupRoom({ db, config }, groupId, bytesOf(given) - bytesOf(stored));
  await chapters.saveChapters(db, user.id, { bookId, given });
  await refreshPoints(db, bookId);
  return await chapters.listChapters(db, user.id, bookId);
}

/**
 * Replaces a book's table of contents by one in the pages of the caller's own copy. Chapters whose page is as it was
 * keep the book's page; the other pages are stored as those of the copy as well.
 *
 * @throws NotFound to an outsider, BadRequest for a chapter beyond the copy's end
 */
export async function typeChapters(
  { db, config, limiter }: Parts,
  user: User,
  { bookId, given }: Given,
): Promise<void> {
  const reader = found(await findReader(db, user.id, bookId), bookNotFound);
  await limiter.take("copies", user.id);
  refuseBeyond(given, reader.edition.pageCount);
  const [stored, chapterPages] = await Promise.all([
    chapters.listChapters(db, user.id, bookId),
    chapters.listChapterPages(db, user.id, bookId),
  ]);
  const growth = 2 * bytesOf(given) - bytesOf(stored) - bytesOf(chapterPages);
  await requireGroupRoom({ db, config }, reader.groupId, growth);
  const shown = chaptersInCopy(reader, stored);
  const unchanged = ({ title, page }: Chapter) =>
    stored.find((_, at) => shown[at].title === title && shown[at].page === page);
  let last = 0;
  const inBook = given.map((chapter) => {
    last = Math.max(last, unchanged(chapter)?.page ?? bookPageAt(reader, chapter.page));
    return { title: chapter.title, page: last };
  });
  await chapters.saveChapters(db, user.id, { bookId, given: inBook });
  const isGiven = (chapter: Chapter) =>
    !unchanged(chapter) || chapterPages.some(({ title }) => title === chapter.title);
  await chapters.saveChapterPages(db, user.id, { bookId, given: given.filter(isGiven) });
  await refreshPoints(db, bookId);
}

/** Where a book's chapters begin in the caller's own copy, as far as that is known. @throws NotFound to an outsider */
export async function readChapterPages({ db }: Pick<Deps, "db">, user: User, bookId: string): Promise<Chapter[]> {
  const { editionId } = found(await findReader(db, user.id, bookId), bookNotFound);
  return await (editionId === null ? chapters.listChapters : chapters.listChapterPages)(db, user.id, bookId);
}

/**
 * Replaces the pages that chapters begin on in the caller's own copy.
 *
 * @throws NotFound to an outsider; BadRequest for a chapter that the book does not have, a page beyond the copy's end,
 * pages in another order than the chapters', or without a copy of one's own
 */
export async function saveChapterPages(
  { db, config, limiter }: Parts,
  user: User,
  { bookId, given }: Given,
): Promise<Chapter[]> {
  const { edition, editionId, groupId } = found(await findReader(db, user.id, bookId), bookNotFound);
  await limiter.take("copies", user.id);
  if (editionId === null) throw new BadRequest(copyTexts.noCopy, "no_copy");
  const titles = (await chapters.listChapters(db, user.id, bookId)).map(({ title }) => title);
  const unknown = given.find(({ title }) => !titles.includes(title));
  if (unknown) throw new BadRequest(copyTexts.unknownChapter(unknown.title), "unknown_chapter");
  refuseBeyond(given, edition.pageCount);
  if (!isRising(given.toSorted((a, b) => titles.indexOf(a.title) - titles.indexOf(b.title)))) {
    throw new BadRequest(copyTexts.notRising, "not_rising");
  }
  const stored = await chapters.listChapterPages(db, user.id, bookId);
  await requireGroupRoom({ db, config }, groupId, bytesOf(given) - bytesOf(stored));
  await chapters.saveChapterPages(db, user.id, { bookId, given });
  await refreshPoints(db, bookId);
  return await chapters.listChapterPages(db, user.id, bookId);
}

/** How much they are counted as. */
const bytesOf = (given: Chapter[]): number =>
  given.reduce((sum, { title }) => sum + rowSize.chapter + bytesIn(title), 0);

function refuseBeyond(given: Chapter[], pageCount: number): void {
  const beyond = given.find(({ page }) => page > pageCount);
  if (beyond) throw new BadRequest(copyTexts.beyondEnd(beyond.title, pageCount), "page_beyond_end");
}

/**
 * Fills in the table of contents that Open Library has of a book, unless the group has one.
 *
 * @returns how many chapters it has
 * @throws NotFound to an outsider, or where there is none; TooMany; Conflict where the group has one; AppError (503)
 * where Open Library does not answer
 */
export async function findChapters(
  { db, config, library, limiter }: Parts & Pick<Deps, "library">,
  user: User,
  bookId: string,
): Promise<number> {
  const reader = found(await findReader(db, user.id, bookId), bookNotFound);
  await limiter.take("bookSearch", user.id);
  const isbn = await findIsbn(db, bookId);
  const contents = isbn && await library.contents?.(isbn);
  const given = contents ? inPagesOf(reader, contents) : [];
  if (given.length === 0) throw new NotFound(copyTexts.noneFound, "no_contents");
  await requireGroupRoom({ db, config }, reader.groupId, bytesOf(given));
  if (!await chapters.saveFirstChapters(db, user.id, { bookId, given })) {
    throw new Conflict(copyTexts.alreadyThere, "has_chapters");
  }
  await refreshPoints(db, bookId);
  return given.length;
}

/** Their pages are those of Open Library's edition, which may have more or fewer than the book. */
function inPagesOf({ pageCount }: Reader, { chapters, pageCount: theirs }: Contents): Chapter[] {
  const [from, to] = [ownPages(theirs ?? pageCount), ownPages(pageCount)];
  return chapters.filter(({ page }) => page <= from.pageCount)
    .map(({ title, page }) => ({ title, page: pageAt(to, positionOf(from, page)) }));
}
