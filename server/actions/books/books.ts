import { v5, v7 as uuid } from "uuid";
import { z } from "zod";
import * as books from "../../../db/books/books.ts";
import { requireGroupRoom } from "../account/storage.ts";
import { notifyOfNews } from "../notices/news.ts";
import { notOpen, requireOpen } from "../groups/conversations.ts";
import { onlyOrganizers } from "../groups/organizers.ts";
import { readSettings } from "../groups/settings.ts";
import { bookPaths, openQuery } from "../../contract/books/paths.ts";
import { Book, type BookResult, NewBook } from "../../contract/books/shapes.ts";
import { booksServerTexts, booksTexts } from "../../contract/books/texts.ts";
import { shelfPaths } from "../../contract/books/shelf_paths.ts";
import { shelfTexts } from "../../contract/books/shelf_texts.ts";
import { groupPaths, toGroup } from "../../contract/groups/paths.ts";
import { settingsTexts } from "../../contract/groups/settings_texts.ts";
import { displayName } from "../../contract/people/names.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict } from "../../errors.ts";
import { coverKey } from "../../library/covers.ts";
import { operation, type SentForm } from "../../operation.ts";

/** A form that is sent again adds its book once, unless something else was written in it. */
const BookForm = NewBook.extend({ formKey: z.uuid().optional().catch(undefined) });

export const addBook = operation({
  call: "POST /books/groups/:groupId/books",
  summary: "Adds a book to a group, whose members are sent it",
  access: "member",
  guests: false,
  takes: NewBook,
  gives: { book: Book },
  status: 201,
  says: booksTexts.addedToGroup,
  limit: "shelf",
  fails: {
    400: ["group_full", "too_many_removed", "too_many_suggestions"],
    403: ["organizers_only", ...notOpen],
    404: ["group_not_found"],
    409: ["already_in_group"],
    413: ["account_full"],
  },
  form: [
    {
      path: "/group/:id/books",
      takes: BookForm,
      read: ({ fields }) => bookIn(fields),
      params: ({ params }) => ({ groupId: params.id }),
      says: (_, { fields }) => fields.book === undefined ? booksTexts.added : booksTexts.addedToGroup,
      to: (sent, answer) => answer ? groupPaths.group(sent.params.id) : toGroup(sent),
    },
    {
      path: "/group/:id/suggestions",
      takes: BookForm,
      read: ({ fields }) => ({ ...bookIn(fields) as object, state: "suggested" }),
      params: ({ params }) => ({ groupId: params.id }),
      says: shelfTexts.suggested,
      to: ({ params }, answer) => answer?.book ? shelfPaths.at(params.id, answer.book.id) : bookPaths.shelf(params.id),
    },
  ],
  async run({ deps, user, params: { groupId } }, { formKey, ...draft }: z.infer<typeof BookForm>) {
    const { db, config, clock, broadcast } = deps;
    const { coverImage, ...book } = draft;
    const id = formKey ? v5(JSON.stringify([user.id, groupId, draft]), formKey) : uuid();
    const row = { ...book, id, groupId, coverKey: coverKey(coverImage), quota: config.accountQuota };
    const added = await books.insertBook(db, user.id, row, clock());
    if (added) {
      broadcast.bookAdded(added);
      await announce(deps, user, added);
      return { book: added };
    }
    await requireOpen(deps, user, groupId);
    const { settings, isOrganizer } = await readSettings(deps, user, groupId);
    if (draft.state !== "suggested" && settings.shelf === "organizers" && !isOrganizer) {
      throw onlyOrganizers(settingsTexts.organizersOnly.shelf);
    }
    const full = await books.findFull(db, user.id, { groupId, state: draft.state });
    if (full === "own") throw new BadRequest(shelfTexts.tooManySuggestions, "too_many_suggestions");
    if (full === "shelf") throw new BadRequest(shelfTexts.shelfFull[draft.state], "group_full");
    if (full === "removed") throw new BadRequest(booksServerTexts.tooManyRemoved, "too_many_removed");
    await requireGroupRoom(deps, groupId, books.sizeOfBook(row));
    throw new Conflict(booksServerTexts.already, "already_in_group");
  },
});

const announce = (deps: Deps, user: User, { id, groupId, title, state }: Book) =>
  notifyOfNews(deps, user, {
    kind: "bookAdded",
    groupId,
    subject: groupId,
    url: shelfPaths.at(groupId, id),
    text: (groupName) =>
      shelfTexts[state === "suggested" ? "suggestedNotice" : "notice"](displayName(user), { title, groupName }),
    many: (groupName) => ({ before: "", after: shelfTexts.notices(groupName) }),
  });

/** A book that was found comes whole, as JSON, in `book`; one that is added manually in fields of its own. */
function bookIn({ book, title, author, pageCount, isbn, formKey }: SentForm["fields"]): unknown {
  if (book === undefined) return { title, author, pageCount, isbn, formKey };
  try {
    return { ...JSON.parse(book), formKey };
  } catch {
    return undefined; // The schema refuses it.
  }
}

export function toOpenBook({ params, search }: SentForm<"/group/:id/books/:bookId">, page: number): string {
  const query = new URLSearchParams(search);
  const view = { split: query.get("view") === "split", preview: query.has("preview") };
  return groupPaths.group(params.id) + openQuery({ bookId: params.bookId, page, ...view });
}

/** @throws TooMany after too many searches, AppError (503) where no source answered */
export async function searchBooks({ library, limiter }: Deps, reader: User, query: string): Promise<BookResult[]> {
  if (!query) return [];
  await limiter.take("bookSearch", reader.id);
  return await library.search(query);
}
