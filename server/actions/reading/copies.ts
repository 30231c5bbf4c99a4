import { v7 as uuid } from "uuid";
import { z } from "zod";
import { rowSize } from "../../../db/account/storage.ts";
import { findBook } from "../../../db/books/books.ts";
import type { Recorded } from "../../../db/books/changes.ts";
import * as chapters from "../../../db/reading/chapters.ts";
import * as copies from "../../../db/reading/copies.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { bytesIn, requireGroupRoom } from "../account/storage.ts";
import { notOpen } from "../groups/conversations.ts";
import { whyNotAllowed } from "../groups/organizers.ts";
import type { User } from "../../contract/people/shapes.ts";
import { chapterPagesIn, isRising } from "../../contract/reading/chapters.ts";
import { Chapters, NewCopy, TypedChapters } from "../../contract/reading/input_shapes.ts";
import { toBookPage } from "../../contract/reading/paths.ts";
import { bookPageAt, chaptersInCopy, ownPages, pageAt, positionOf } from "../../contract/reading/positions.ts";
import { Chapter, Copy } from "../../contract/reading/shapes.ts";
import { copyTexts } from "../../contract/reading/texts.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, bookNotFound, Conflict, found, NotFound } from "../../errors.ts";
import type { Contents } from "../../library/open_library.ts";
import { operation } from "../../operation.ts";

export async function readerCopy({ db }: Deps, user: User, bookId: string): Promise<Copy | null> {
  const { editionId, edition } = found(await findReader(db, user.id, bookId), bookNotFound);
  return editionId === null ? null : edition;
}

export const setCopy = operation({
  call: "PUT /books/:bookId/edition",
  summary: "Sets the caller's copy",
  access: "member",
  takes: NewCopy,
  gives: { edition: Copy.nullable() },
  says: copyTexts.saved,
  limit: "copies",
  fails: { 400: ["too_many_copies"], 404: ["book_not_found"] },
  form: { path: "/group/:id/books/:bookId/edition", to: toBookPage("copy") },
  async run({ deps, user, params: { bookId } }, { unit, pageCount }) {
    const book = found(await findReader(deps.db, user.id, bookId), bookNotFound);
    const isBooks = unit === "pages" && pageCount === book.pageCount;
    const copy = isBooks ? null : { id: uuid(), unit, pageCount };
    if (!await copies.setCopy(deps.db, user.id, { bookId, copy })) {
      throw new BadRequest(copyTexts.tooMany, "too_many_copies");
    }
    return { edition: await readerCopy(deps, user, bookId) };
  },
});

const fails = {
  400: ["page_beyond_end"],
  403: ["organizers_only", ...notOpen],
  404: ["book_not_found"],
  413: ["account_full"],
};

/** Undefined where they may not. @throws AppError (413, `account_full`) */
export async function replaceChapters(
  deps: Deps,
  user: User,
  { groupId, bookId, given }: { groupId: string; bookId: string; given: Chapter[] },
): Promise<Recorded | undefined> {
  const stored = await chapters.listChapters(deps.db, user.id, bookId);
  await requireGroupRoom(deps, groupId, bytesOf(given) - bytesOf(stored));
  const recorded = await chapters.saveChapters(deps.db, user.id, { bookId, given }, deps.clock());
  if (recorded) await copies.refreshPoints(deps.db, bookId);
  return recorded;
}

const mayNotWrite = (deps: Deps, user: User, { groupId }: Pick<Reader, "groupId">) =>
  whyNotAllowed(deps, user, { groupId, what: "contents" });

export const saveChapters = operation({
  call: "PUT /books/:bookId/chapters",
  summary: "Replaces the table of contents",
  access: "member",
  takes: Chapters,
  gives: { chapters: z.array(Chapter) },
  says: copyTexts.chaptersSaved,
  limit: "copies",
  fails,
  async run({ deps, user, params: { bookId } }, given) {
    const reader = found(await findReader(deps.db, user.id, bookId), bookNotFound);
    const { pageCount, groupId } = reader;
    refuseBeyond(given, pageCount);
    if (!await replaceChapters(deps, user, { groupId, bookId, given })) throw await mayNotWrite(deps, user, reader);
    return { chapters: await chapters.listChapters(deps.db, user.id, bookId) };
  },
});

/** Chapters whose page is as it was keep the book's page; the other pages are stored as those of the copy as well. */
export const typeChapters = operation({
  call: "POST /group/:id/books/:bookId/chapters",
  summary: "Replaces the table of contents by one in the pages of the caller's own copy",
  access: "member",
  takes: TypedChapters,
  limit: "copies",
  fails,
  form: { path: "/group/:id/books/:bookId/chapters", says: copyTexts.chaptersSaved, to: toBookPage("copy") },
  async run({ deps, user, params: { bookId } }, { contents: given }) {
    const reader = found(await findReader(deps.db, user.id, bookId), bookNotFound);
    refuseBeyond(given, reader.edition.pageCount);
    const [stored, chapterPages] = await Promise.all([
      chapters.listChapters(deps.db, user.id, bookId),
      chapters.listChapterPages(deps.db, user.id, bookId),
    ]);
    const growth = 2 * bytesOf(given) - bytesOf(stored) - bytesOf(chapterPages);
    await requireGroupRoom(deps, reader.groupId, growth);
    const shown = chaptersInCopy(reader, stored);
    const unchanged = ({ title, page }: Chapter) =>
      stored.find((_, at) => shown[at].title === title && shown[at].page === page);
    let last = 0;
    const inBook = given.map((chapter) => {
      last = Math.max(last, unchanged(chapter)?.page ?? bookPageAt(reader, chapter.page));
      return { title: chapter.title, page: last };
    });
    if (!await chapters.saveChapters(deps.db, user.id, { bookId, given: inBook }, deps.clock())) {
      throw await mayNotWrite(deps, user, reader);
    }
    const isGiven = (chapter: Chapter) =>
      !unchanged(chapter) || chapterPages.some(({ title }) => title === chapter.title);
    await chapters.saveChapterPages(deps.db, user.id, { bookId, given: given.filter(isGiven) });
    await copies.refreshPoints(deps.db, bookId);
  },
});

export const saveChapterPages = operation({
  call: "PUT /books/:bookId/anchors",
  summary: "Replaces where the chapters begin in the caller's copy",
  access: "member",
  takes: Chapters,
  gives: { anchors: z.array(Chapter) },
  says: copyTexts.chapterPagesSaved,
  limit: "copies",
  fails: {
    400: ["no_copy", "unknown_chapter", "page_beyond_end", "not_rising"],
    404: ["book_not_found"],
    413: ["account_full"],
  },
  form: {
    path: "/group/:id/books/:bookId/anchors",
    read: ({ fields }) => chapterPagesIn(fields),
    to: toBookPage("copy"),
  },
  async run({ deps, user, params: { bookId } }, given) {
    const { edition, editionId, groupId } = found(await findReader(deps.db, user.id, bookId), bookNotFound);
    if (editionId === null) throw new BadRequest(copyTexts.noCopy, "no_copy");
    const titles = (await chapters.listChapters(deps.db, user.id, bookId)).map(({ title }) => title);
    const unknown = given.find(({ title }) => !titles.includes(title));
    if (unknown) throw new BadRequest(copyTexts.unknownChapter(unknown.title), "unknown_chapter");
    refuseBeyond(given, edition.pageCount);
    if (!isRising(given.toSorted((a, b) => titles.indexOf(a.title) - titles.indexOf(b.title)))) {
      throw new BadRequest(copyTexts.notRising, "not_rising");
    }
    const stored = await chapters.listChapterPages(deps.db, user.id, bookId);
    await requireGroupRoom(deps, groupId, bytesOf(given) - bytesOf(stored));
    await chapters.saveChapterPages(deps.db, user.id, { bookId, given });
    await copies.refreshPoints(deps.db, bookId);
    return { anchors: await chapters.listChapterPages(deps.db, user.id, bookId) };
  },
});

const bytesOf = (given: Chapter[]): number =>
  given.reduce((sum, { title }) => sum + rowSize.chapter + bytesIn(title), 0);

function refuseBeyond(given: Chapter[], pageCount: number): void {
  const beyond = given.find(({ page }) => page > pageCount);
  if (beyond) throw new BadRequest(copyTexts.beyondEnd(beyond.title, pageCount), "page_beyond_end");
}

export const findChapters = operation({
  call: "POST /group/:id/books/:bookId/chapters/find",
  summary: "Fills in the table of contents that Open Library has of a book, unless the group has one",
  access: "member",
  gives: { count: z.int() },
  limit: "bookSearch",
  fails: {
    403: ["organizers_only", ...notOpen],
    404: ["book_not_found", "no_contents"],
    409: ["has_chapters"],
    413: ["account_full"],
    503: ["sources_unavailable"],
  },
  form: {
    path: "/group/:id/books/:bookId/chapters/find",
    says: ({ count }) => copyTexts.found(count),
    to: toBookPage("copy"),
  },
  async run({ deps, user, params: { bookId } }) {
    const reader = found(await findReader(deps.db, user.id, bookId), bookNotFound);
    if (!reader.mayWriteContents) throw await mayNotWrite(deps, user, reader);
    const isbn = (await findBook(deps.db, user.id, bookId))?.isbn;
    const contents = isbn && await deps.library.contents?.(isbn);
    const given = contents ? inPagesOf(reader, contents) : [];
    if (given.length === 0) throw new NotFound(copyTexts.noneFound, "no_contents");
    await requireGroupRoom(deps, reader.groupId, bytesOf(given));
    if (!await chapters.saveFirstChapters(deps.db, user.id, { bookId, given }, deps.clock())) {
      throw new Conflict(copyTexts.alreadyThere, "has_chapters");
    }
    await copies.refreshPoints(deps.db, bookId);
    return { count: given.length };
  },
});

function inPagesOf({ pageCount }: Reader, { chapters, pageCount: theirs }: Contents): Chapter[] {
  const [from, to] = [ownPages(theirs ?? pageCount), ownPages(pageCount)];
  return chapters.filter(({ page }) => page <= from.pageCount)
    .map(({ title, page }) => ({ title, page: pageAt(to, positionOf(from, page)) }));
}
