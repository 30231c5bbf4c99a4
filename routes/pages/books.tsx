/** The group page's books: the panel beside the chat, the book that is open, and their forms. */
import type { ReactNode } from "react";
import { z } from "zod";
import { Books } from "../../islands/Books.tsx";
import type { BookFailure } from "../../islands/books/BookDialog.tsx";
import type { BookSearch } from "../../islands/books/BookSearchForm.tsx";
import { type OpenBook, openQuery, readOpen } from "../../islands/books/reducer.ts";
import { addBook, listBooks, saveProgress, searchBooks } from "../../server/actions/books.ts";
import { readNote, saveNote } from "../../server/actions/notes.ts";
import { BookQuery, NewBook, ProgressUpdate } from "../../server/contract/books.ts";
import { id } from "../../server/contract/fields.ts";
import { NewNote } from "../../server/contract/notes.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { type Flash, setFlash } from "../../server/http/flash.ts";
import { type Fields, idempotencyKey, type Refusal, runFormAction } from "../../server/http/form.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { parse } from "../../server/http/validate.ts";
import { Island } from "../layout/Island.tsx";
import { failures, LoadError, tryLoad } from "../layout/LoadError.tsx";

type C = Ctx<SignedInEnv>;

/** A part of a page, and what is to be told beside it. */
interface Part {
  content: ReactNode;
  toasts: Flash[];
}

/**
 * The books of a group, with the one that the address opens.
 *
 * @param form which form the panel's are, and what went wrong with the one that was sent
 */
export async function booksPanel(
  c: C,
  groupId: string,
  { formKey, failure }: { formKey: string; failure?: BookFailure },
): Promise<Part> {
  const { deps, user } = c.var;
  const here = paths.group(groupId);
  const books = await tryLoad(c, () => listBooks(deps, user, groupId));
  if (!books) {
    const { loadFailed } = texts.books;
    return { content: <LoadError text={loadFailed} again={here} />, toasts: failures(loadFailed) };
  }
  const open = readOpen(new URL(c.req.url).search, books);
  const note = open && await readOpenNote(c, open);
  const searched = await search(c);
  const adding = searched !== undefined || c.req.query("add") !== undefined;
  return {
    content: (
      <Island
        of={Books}
        props={{ groupId, readerId: user.id, books, adding, searched, open, note, formKey, failure }}
      />
    ),
    toasts: failures(
      !failure && c.req.query("book") && !open && texts.books.notFound,
      searched?.found === null && texts.books.searchFailed,
    ),
  };
}

/** The note of the page that is open; null where it cannot be had. */
const readOpenNote = async (c: C, { bookId, page: pageNumber }: OpenBook) =>
  await tryLoad(c, () => readNote(c.var.deps, c.var.user, { bookId, pageNumber })) ?? null;

async function search(c: C): Promise<BookSearch | undefined> {
  const { query } = parse(BookQuery, { query: c.req.query("query") });
  if (!query) return undefined;
  return { query, found: await tryLoad(c, () => searchBooks(c.var.deps, c.var.user, query)) ?? null };
}

/** What a form could not do, with what was typed. */
export interface Refused {
  refusal: Refusal;
  failure: BookFailure;
}

type Intent = (c: C, groupId: string, fields: Fields) => Promise<Response | Refused>;

/**
 * The forms of the books, by intent. Each answers, or gives what went wrong for the page to show beside what was typed.
 */
export const bookIntents: Record<string, Intent> = {
  addResult: (c, groupId, sent) => add(c, groupId, readJson(sent.book), { sent, said: texts.books.addedToGroup }),
  addBook(c, groupId, sent) {
    const { title, author, pageCount } = sent;
    const book = { title, author, pageCount };
    return add(c, groupId, book, { sent, said: texts.books.added, typed: { book } });
  },
  async progress(c, groupId, fields) {
    const schema = ProgressUpdate.extend({ bookId: id });
    const save = (place: z.infer<typeof schema>) => saveProgress(c.var.deps, c.var.user, place);
    const outcome = await runFormAction(c, { schema, fields }, save);
    if (!outcome.ok) return refused(outcome, { page: fields.currentPage });
    return back(c, groupId, texts.progress.updated, { page: outcome.value.currentPage });
  },
  async note(c, groupId, fields) {
    const save = (draft: NewNote) => saveNote(c.var.deps, c.var.user, draft, draft);
    const outcome = await runFormAction(c, { schema: NewNote, fields }, save);
    if (!outcome.ok) return refused(outcome, { content: fields.content, conflict: outcome.status === 409 });
    return back(c, groupId, texts.notes.saved, { page: outcome.value.pageNumber });
  },
};

interface Adding {
  /** The form. */
  sent: Fields;
  /** What is said when it is added. */
  said: string;
  /** What stays when it is not. */
  typed?: Omit<BookFailure, "error">;
}

async function add(
  c: C,
  groupId: string,
  input: unknown,
  { sent, said, typed = {} }: Adding,
): Promise<Response | Refused> {
  const { deps, user } = c.var;
  const outcome = await runFormAction(c, { schema: NewBook, fields: input }, (book) => {
    const id = idempotencyKey(sent, JSON.stringify([user.id, groupId, book]));
    return addBook(deps, user, groupId, { ...book, id });
  });
  return outcome.ok ? back(c, groupId, said) : refused(outcome, typed);
}

const refused = (refusal: Refusal, typed: Omit<BookFailure, "error">): Refused => (
  { refusal, failure: { ...typed, error: refusal.message, issues: refusal.issues } }
);

/** To the same book in the same view, at the page it now is. */
function back(c: C, groupId: string, said: string, { page }: { page?: number } = {}): Response {
  setFlash(c, "success", said);
  const { book, view, preview, ...query } = c.req.query();
  if (!book) return c.redirect(paths.group(groupId), 303);
  const open = {
    bookId: book,
    page: page ?? (Number(query.page) || 0),
    split: view === "split",
    preview: preview !== undefined,
  };
  return c.redirect(paths.group(groupId) + openQuery(open), 303);
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined; // The schema says what is wrong with that.
  }
}
