/** The books beside the chat of a group: not all of a large shelf. */
import { eq, sql } from "drizzle-orm";
import { booksPanel as limits } from "../../server/contract/books/limits.ts";
import type { Book, BookState } from "../../server/contract/books/shapes.ts";
import type { AnchorBook } from "../../server/contract/chat/anchors.ts";
import { copyOf, pageAt } from "../../server/contract/reading/positions.ts";
import { type Db, prepared } from "../engine/client.ts";
import { isMember } from "../groups/members.ts";
import { shelfMembershipOf } from "../groups/roles.ts";
import { copyColumns, progressOf, settingsOf } from "../reading/copies.ts";
import { books, editions, members, progress, readerSettings } from "../schema.ts";
import { asBook, booksOf, shelfOrder } from "./books.ts";
import { isOnShelf } from "./conditions.ts";

const viewer = sql.placeholder("viewerId");
const group = sql.placeholder("groupId");

/** Of a row of `books`: those of one part have one limit. */
const part = sql`case when books.state in ('now', 'next') then 'read' else books.state end`;

const panelIds = sql`(select placed.id from (
    select books.id, ${part} as part, row_number() over (
      partition by ${part} order by ${sql.join(shelfOrder, sql`, `)}) as number
    from books where books.group_id = ${group} and ${isOnShelf()}
  ) placed where placed.id = ${sql.placeholder("openId")}
    or placed.number <= case placed.part when 'read' then ${sql.raw(`${limits.read}`)}
      else ${sql.raw(`${limits.others}`)} end)`;

const ofPanel = prepared((q) =>
  booksOf(q, viewer, 0).where(sql`${books.id} in ${panelIds}`).orderBy(...shelfOrder).prepare()
);

/** @param openId is among them, wherever it stands on the shelf; undefined to outsiders */
export async function listPanel(
  db: Db,
  viewerId: string,
  { groupId, openId = "" }: { groupId: string; openId?: string },
): Promise<Book[] | undefined> {
  const rows = await ofPanel(db).all({ viewerId, groupId, openId });
  if (rows.length === 0 && !await isMember(db, viewerId, groupId)) return undefined;
  return rows.map((row) => asBook(row, viewerId));
}

/** What messages name of the books of a shelf that its panel leaves out. */
export async function listBeyondPanel(
  db: Db,
  viewerId: string,
  { groupId, shown }: { groupId: string; shown: Book[] },
): Promise<AnchorBook[]> {
  if (!isFull(shown)) return [];
  const known = new Set(shown.map(({ id }) => id));
  const rows = await db.q.select({
    id: books.id,
    title: books.title,
    pageCount: books.pageCount,
    edition: copyColumns,
    position: progress.position,
  }).from(books)
    .innerJoin(members, shelfMembershipOf(viewerId))
    .leftJoin(progress, progressOf(viewerId))
    .leftJoin(readerSettings, settingsOf(viewerId))
    .leftJoin(editions, eq(editions.id, readerSettings.editionId))
    .where(eq(books.groupId, groupId)).orderBy(...shelfOrder);
  return rows.filter(({ id }) => !known.has(id)).map(({ id, title, position, ...book }) => {
    const copy = copyOf(book);
    return { id, title, page: pageAt(copy, position ?? 0), pageCount: copy.pageCount, unit: copy.unit };
  });
}

/** Whether there may be more of a part. */
function isFull(shown: Book[]): boolean {
  const count = (states: BookState[]) => shown.filter(({ state }) => states.includes(state)).length;
  return count(["now", "next"]) >= limits.read || count(["suggested"]) >= limits.others ||
    count(["done"]) >= limits.others;
}
