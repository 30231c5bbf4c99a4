import { findBook, listBooks } from "../../../db/books/books.ts";
import { listRestorable } from "../../../db/books/removal.ts";
import { listInterests } from "../../../db/books/interests.ts";
import { listBookRights } from "../../../db/books/shelf.ts";
import { addBook, searchBooks } from "../../../server/actions/books/books.ts";
import { addInterest, removeInterest, updateBook } from "../../../server/actions/books/shelf.ts";
import * as booksLimits from "../../../server/contract/books/limits.ts";
import type { Book } from "../../../server/contract/books/shapes.ts";
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
import { type PartOfGroup, partOfGroup } from "../groups/part_of_group.tsx";
import { searchSources } from "./books_panel.tsx";
import { BookChange } from "./book_change.tsx";
import { RemovedBooks } from "./removed_books.tsx";
import { ShelfPart, type ShownBook, shownStates } from "./shelf_part.tsx";
import { SuggestBook } from "./suggest_book.tsx";

export const shelfPage = router();

shelfPage.get("/group/:id/shelf", signedInPage, (c) => showShelf(c, c.req.param("id")));
shelfPage.get("/group/:id/shelf/:bookId", signedInPage, (c) => showBook(c, c.req.param()));

const head = { description: words.description, styles: ["shelf-page"], live: "shelf" } satisfies Partial<PartOfGroup>;

const showShelf = (c: C, groupId: string, failed?: FailedForm): Promise<Response> =>
  partOfGroup(c, { ...head, groupId, failed }, async (group) => {
    const [books, removed, searched] = await Promise.all([
      readShelf(c, groupId),
      readRemoved(c, group),
      searchSources(c),
    ]);
    const hasOthers = group.kind !== "own";
    return {
      title: words.title,
      body: (
        <>
          {shownStates.map((state) => (
            <ShelfPart
              key={state}
              state={state}
              books={books.filter((book) => book.state === state)}
              open={c.req.query("moved")}
              hasOthers={hasOthers}
            >
              {state === "now" && !hasOthers && (
                <LinkRow href={`${groupPaths.group(groupId)}?add`}>{stepsTexts.book}</LinkRow>
              )}
              {state === "suggested" && (
                <>
                  <SuggestBook groupId={groupId} hasOthers={hasOthers} searched={searched} failed={failed} />
                  {group.role !== "member" && books.filter((book) => book.state === state).length > 1 && (
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

async function readShelf({ var: { deps: { db }, user } }: C, groupId: string): Promise<ShownBook[]> {
  const [books = [], rights, interests] = await Promise.all([
    listBooks(db, user.id, groupId),
    listBookRights(db, user.id, groupId),
    listInterests(db, user.id, groupId),
  ]);
  return books.flatMap((book) => {
    const own = rights.get(book.id);
    if (!own) return [];
    const { count = 0, names = [] } = interests.get(book.id) ?? {};
    return { ...book, ...own, wouldRead: book.interested.includes(user.id), names, interestedCount: count };
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
      body: <BookChange book={book} covers={await findCovers(c, book)} failed={failed} />,
    };
  });

async function readBook({ var: { deps: { db }, user } }: C, { groupId, bookId }: { groupId: string; bookId: string }) {
  const [book, rights] = await Promise.all([findBook(db, user.id, bookId), listBookRights(db, user.id, groupId)]);
  const own = rights.get(bookId);
  return book && own && { ...book, ...own };
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
