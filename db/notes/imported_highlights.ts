import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { Buffer } from "node:buffer";
import * as notesLimits from "../../server/contract/notes/limits.ts";
import type { Written } from "../../server/contract/site/written_shapes.ts";
import { hasRoom, type Quota, rowSize, unlimited } from "../account/storage.ts";
import { type Db, type Statement } from "../engine/client.ts";
import { listed } from "../engine/query.ts";
import { giveWay } from "../engine/timing.ts";
import { storeForm } from "../site/forms.ts";
import { mayReadBook, shelfMembershipOf } from "../groups/roles.ts";
import { copyColumns, progressOf, settingsOf } from "../reading/copies.ts";
import { books, editions, importedHighlights, members, notes, progress, readerSettings } from "../schema.ts";

/** The books of a reader's groups, in parts. */
export const listReadersShelf = (db: Db, readerId: string, after: string) =>
  db.q.select({
    id: books.id,
    title: books.title,
    author: books.author,
    pageCount: books.pageCount,
    edition: copyColumns,
    readAt: progress.readAt,
  }).from(books)
    .innerJoin(members, shelfMembershipOf(readerId))
    .leftJoin(progress, progressOf(readerId))
    .leftJoin(readerSettings, settingsOf(readerId))
    .leftJoin(editions, eq(editions.id, readerSettings.editionId))
    .where(gt(books.id, after)).orderBy(asc(books.id)).limit(notesLimits.highlights.shelfPart);

export async function countImported(db: Db, readerId: string): Promise<number> {
  const [{ count }] = await db.q.select({ count: sql<number>`count(*)` }).from(importedHighlights)
    .where(eq(importedHighlights.userId, readerId));
  return count;
}

export interface NewHighlight {
  /** Of the book. */
  pageNumber: number;
  hash: string;
  text: string;
}

export type Outcome = "added" | "known" | "noteFull" | "shared" | "gone" | "accountFull";

interface Batch extends Quota {
  bookId: string;
  /** Each with another hash. */
  highlights: NewHighlight[];
}

/** Adds each to the end of the reader's note on its page, unless it was added before. Shared notes are left alone. */
export async function addHighlights(
  db: Db,
  readerId: string,
  { bookId, highlights, quota = unlimited }: Batch,
  now: number,
): Promise<Outcome[]> {
  const isOwn = and(eq(importedHighlights.bookId, bookId), eq(importedHighlights.userId, readerId));
  const hashes = listed(highlights.map(({ hash }) => hash));
  const pages = JSON.stringify(highlights.map(({ pageNumber }) => pageNumber));
  const results = await db.write([
    db.q.select({ hash: importedHighlights.hash }).from(importedHighlights)
      .where(and(isOwn, sql`${importedHighlights.hash} in ${hashes}`)),
    db.q.select({ pageNumber: notes.pageNumber }).from(notes).where(and(
      eq(notes.bookId, bookId),
      eq(notes.userId, readerId),
      sql`${notes.sharedAt} is not null and ${notes.pageNumber} in (select value from json_each(${pages}))`,
    )),
    ...highlights.flatMap((highlight): Statement[] => [
      remember(db, readerId, { bookId, highlight, quota }),
      append(db, readerId, { bookId, highlight, now }),
    ]),
    db.q.all<{ mayRead: number; bytes: number | null }>(sql`select ${mayReadBook(readerId, bookId)} as mayRead,
      (select bytes from account_storage where user_id = ${readerId}) as bytes`),
  ]) as [{ hash: string }[], { pageNumber: number }[], ...unknown[]];
  const known = new Set(results[0].map(({ hash }) => hash));
  const shared = new Set(results[1].map(({ pageNumber }) => pageNumber));
  const [{ mayRead, bytes }] = results.at(-1) as [{ mayRead: number; bytes: number | null }];
  return highlights.map(({ hash, pageNumber, text }, index) => {
    if ((results[2 + 2 * index] as { rowsAffected: number }).rowsAffected > 0) return "added";
    if (known.has(hash)) return "known";
    if (!mayRead) return "gone";
    if (shared.has(pageNumber)) return "shared";
    return (bytes ?? 0) + sizeOf(text) > quota ? "accountFull" : "noteFull";
  });
}

interface NotesToForm {
  bookId: string;
  pages: number[];
  withForm: (content: string, options: { tables: boolean }) => Written;
}

/** Of a reader's own notes of pages, which were added to: what is shown of each as it is now. */
export async function formNotes(db: Db, readerId: string, { bookId, pages, withForm }: NotesToForm): Promise<void> {
  const onPage = (page: SQL) => sql`book_id = ${bookId} and user_id = ${readerId} and page_number ${page}`;
  const rows = await db.q.select({ pageNumber: notes.pageNumber, content: notes.content }).from(notes)
    .where(onPage(sql`in (select value from json_each(${JSON.stringify(pages)}))`));
  for (const { pageNumber, content } of rows) {
    await giveWay();
    const { form } = withForm(content, { tables: true });
    if (form) await db.write([storeForm(db, "notes", { content, form }, onPage(sql`= ${pageNumber}`))]);
  }
}

const separator = "\n\n";

const sizeOf = (text: string): number => rowSize.text + Buffer.byteLength(text);

/** Only where the note on its page has room. The statement after it writes that, if this one has stored a row. */
const remember = (
  db: Db,
  readerId: string,
  { bookId, highlight: { pageNumber, hash, text }, quota }: {
    bookId: string;
    highlight: NewHighlight;
    quota: number;
  },
): Statement =>
  db.q.run(sql`insert into imported_highlights (book_id, user_id, hash)
    select books.id, members.user_id, ${hash} from books join members on ${shelfMembershipOf(readerId)}
      left join notes on notes.book_id = books.id and notes.user_id = members.user_id
        and notes.page_number = ${pageNumber}
    where books.id = ${bookId} and ${pageNumber} <= books.page_count and notes.shared_at is null
      and coalesce(length(notes.content) + ${separator.length}, 0) + ${text.length} <= ${notesLimits.note.max}
      and ${hasRoom(readerId, sizeOf(text), { quota })}
    on conflict do nothing`);

const append = (
  db: Db,
  readerId: string,
  { bookId, highlight: { pageNumber, text }, now }: { bookId: string; highlight: NewHighlight; now: number },
): Statement =>
  db.q.run(sql`insert into notes (book_id, user_id, page_number, content, updated_at, id)
    select ${bookId}, ${readerId}, ${pageNumber}, ${text}, ${now}, lower(hex(randomblob(16))) where changes() > 0
    on conflict (book_id, user_id, page_number) do update
      set content = notes.content || ${separator} || excluded.content,
        updated_at = max(excluded.updated_at, notes.updated_at + 1)`);
