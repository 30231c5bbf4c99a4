import { findBook } from "../../../db/books/books.ts";
import { listRestorable } from "../../../db/books/removal.ts";
import { listBookRights } from "../../../db/books/rights.ts";
import { listInterestedNames } from "../../../db/books/interests.ts";
import { countByState, findPageOfShelf, listPageOfShelf } from "../../../db/books/shelf_page.ts";
import { addBook, searchBooks } from "../../../server/actions/books/books.ts";
import { addInterest, removeInterest, updateBook } from "../../../server/actions/books/shelf.ts";
import * as booksLimits from "../../../server/contract/books/limits.ts";
import { type Book, ShelfQuery } from "../../../server/contract/books/shapes.ts";
import { shelfPaths } from "../../../server/contract/books/shelf_paths.ts";
import { shelfTexts as words } from "../../../server/contract/books/shelf_texts.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import { bookPaths } from "../../../server/contract/books/paths.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { stepsTexts } from "../../../server/contract/groups/texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { booksServerTexts } from "../../../server/contract/books/texts.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { type C, type FailedForm, tryLoad } from "../../layout/page.tsx";
import { LinkRow } from "../../layout/parts.tsx";
import { isClosedTo } from "../groups/closed.ts";
import { type PartOfGroup, partOfGroup } from "../groups/part_of_group.tsx";
import { searchSources } from "./books_panel.tsx";
import { BookChange } from "./book_change.tsx";
import { RemovedBooks } from "./removed_books.tsx";
import { ShelfPart, type ShelfPartProps, type ShownBook, shownStates } from "./shelf_part.tsx";
import { SuggestBook } from "./suggest_book.tsx";

export const shelfPage = router();

shelfPage.get("/group/:id/shelf", signedInPage, (c) => showShelf(c, c.req.param("id")));
shelfPage.get("/group/:id/shelf/:bookId", signedInPage, (c) => showBook(c, c.req.param()));

const head = { description: words.description, styles: ["shelf-page"], live: "shelf" } satisfies Partial<PartOfGroup>;

const showShelf = (c: C, groupId: string, failed?: FailedForm): Promise<Response> =>
  partOfGroup(c, { ...head, groupId, failed }, async (group) => {
    const [parts, removed, searched, isClosed] = await Promise.all([
      readShelf(c, groupId),
      readRemoved(c, group),
      searchSources(c),
      group.kind === "direct" && isClosedTo(c, groupId),
    ]);
    const hasOthers = group.kind !== "own";
    return {
      title: words.title,
      body: (
        <>
          {parts.map((part) => (
            <ShelfPart key={part.state} groupId={groupId} {...part} takesInterest={hasOthers && !isClosed}>
              {part.state === "now" && !hasOthers && (
                <LinkRow href={`${groupPaths.group(groupId)}?add`}>{stepsTexts.book}</LinkRow>
              )}
              {part.state === "suggested" && !isClosed && (
                <>
                  <SuggestBook groupId={groupId} hasOthers={hasOthers} searched={searched} failed={failed} />
                  {group.role !== "member" && part.count > 1 && (
                    <LinkRow href={clubPaths.pollOfSuggested(groupId)}>{words.vote}</LinkRow>
                  )}
                </>
              )}
            </ShelfPart>
          ))}
          {removed.length > 0 && <RemovedBooks c={c} groupId={groupId} books={removed} />}
        </>
      ),
    };
  });

type Part = Pick<ShelfPartProps, "state" | "books" | "count" | "page" | "isAsked" | "open">;

/** Of each state the page that the address asks for, or that has the book it names. */
async function readShelf(c: C, groupId: string): Promise<Part[]> {
  const { deps: { db }, user } = c.var;
  const { at, moved, ...pages } = ShelfQuery.catch({}).parse(c.req.query());
  const bookId = moved ?? at;
  const [counts, named] = await Promise.all([
    countByState(db, user.id, groupId),
    bookId === undefined ? undefined : findPageOfShelf(db, user.id, { groupId, bookId }),
  ]);
  const parts = await Promise.all(shownStates.map(async (state) => {
    const count = counts.get(state) ?? 0;
    const asked = named?.state === state ? named.page : pages[state];
    const page = Math.min(asked ?? 1, Math.max(1, Math.ceil(count / booksLimits.shelf.page)));
    const books = count === 0 ? [] : await listPageOfShelf(db, user.id, { groupId, state, page });
    return { state, count, page, isAsked: asked !== undefined, open: moved, books };
  }));
  const shown = await withRights(c, parts.flatMap(({ books }) => books));
  return parts.map((part) => ({ ...part, books: shown.filter(({ state }) => state === part.state) }));
}

async function withRights({ var: { deps: { db }, user } }: C, books: Book[]): Promise<ShownBook[]> {
  const ids = books.map(({ id }) => id);
  const [rights, names] = await Promise.all([
    listBookRights(db, user.id, ids),
    listInterestedNames(db, user.id, ids),
  ]);
  return books.flatMap((book) => {
    const own = rights.get(book.id);
    const wouldRead = book.interested.includes(user.id);
    return own ? { ...book, ...own, wouldRead, names: names.get(book.id) ?? [] } : [];
  });
}

const readRemoved = async ({ var: { deps: { db, clock }, user } }: C, { id, kind, role }: Group) =>
  kind === "group" && role === "member" ? [] : await listRestorable(db, user.id, id, clock());

interface Params {
  id: string;
  bookId: string;
}

/** Not live while covers are looked for: each time other services are asked. */
const showBook = (c: C, { id: groupId, bookId }: Params, failed?: FailedForm): Promise<Response> =>
  partOfGroup(c, { ...head, groupId, failed, ...asksForCovers(c) && { live: undefined } }, async () => {
    const book = await readBook(c, { groupId, bookId });
    if (!book?.mayCorrect && !book?.mayRemove) {
      setFlash(c, "error", book ? words.notAllowed : booksServerTexts.notFound);
      return c.redirect(bookPaths.shelf(groupId), 303);
    }
    return {
      title: book.title,
      back: { href: shelfPaths.at(groupId, bookId), text: words.title },
      body: <BookChange book={book} covers={await findCovers(c, book)} typed={c.req.query()} failed={failed} />,
    };
  });

async function readBook({ var: { deps: { db }, user } }: C, { groupId, bookId }: { groupId: string; bookId: string }) {
  const [book, rights] = await Promise.all([
    findBook(db, user.id, bookId),
    listBookRights(db, user.id, [bookId]),
  ]);
  const own = rights.get(bookId);
  return book?.groupId === groupId && own ? { ...book, ...own } : undefined;
}

const asksForCovers = (c: C): boolean => c.req.query("covers") !== undefined;

/** Where the reader asks for them. */
async function findCovers(c: C, { title, author }: Book): Promise<string[] | undefined> {
  if (!asksForCovers(c)) return undefined;
  const query = `${title} ${author ?? ""}`.slice(0, booksLimits.book.query);
  const found = await tryLoad(c, () => searchBooks(c.var.deps, c.var.user, query)) ?? [];
  return [...new Set(found.flatMap(({ coverImage }) => coverImage ?? []))];
}

mountForm(shelfPage, addBook, {
  path: "/group/:id/suggestions",
  refused: (c, refusal, { params, fields }) => showShelf(c, params.id, { refusal, sent: fields }),
});

mountForm(shelfPage, updateBook, {
  refused: (c, refusal, { params, fields }) =>
    fields.title === undefined ? undefined : showBook(c, params as unknown as Params, { refusal, sent: fields }),
});

mountForms(shelfPage, [addInterest, removeInterest]);
