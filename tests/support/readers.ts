/** A book that is read together: by Ada and Grace in its own pages, by Barbara in a copy with twice as many. */
import { editions, readerSettings } from "../../db/schema.ts";
import type { Copy } from "../../server/contract/reading/shapes.ts";
import { type Person, startApp, type TestApp } from "./app.ts";

/** Gives somebody a copy of their own of a book. */
export async function giveCopy(
  { deps: { db } }: TestApp,
  reader: Person,
  { bookId, ...edition }: Omit<Copy, "points"> & { bookId: string },
): Promise<void> {
  const id = crypto.randomUUID();
  await db.write([
    db.q.insert(editions).values({ id, bookId, ...edition }),
    db.q.insert(readerSettings).values({ bookId, userId: reader.id, editionId: id }),
  ]);
}

/** The readers and their book of 100 pages; Mallory is not in the group. `await using` ends the app. */
export async function readTogether(clock?: () => number, env?: Record<string, string>) {
  const app = await startApp({ clock, env });
  const [ada, grace, barbara, mallory] = await Promise.all(["Ada", "Grace", "Barbara", "Mallory"].map(app.person));
  const group = await app.group(ada, grace, barbara);
  const added = await app.call("POST", `/books/groups/${group.id}/books`, ada, { title: "Sketch", pageCount: 100 });
  const bookId: string = added.body.book.id;
  await giveCopy(app, barbara, { bookId, pageCount: 200, unit: "pages" });
  const turnTo = (reader: Person, currentPage: number) =>
    app.call("PUT", `/books/${bookId}/progress`, reader, { currentPage });
  /** Writes a note at a page of the book and shares it. */
  async function share(writer: Person, pageNumber: number, content = `${writer.username} at ${pageNumber}`) {
    const at = `/books/${bookId}/notes/${pageNumber}`;
    await app.call("POST", at, writer, { content, pageNumber, bookId });
    return await app.call("PUT", `${at}/sharing`, writer, { shared: true });
  }
  const listNotes = async (reader: Person, query = "") =>
    (await app.call("GET", `/books/${bookId}/notes?shared=1${query}`, reader)).body;
  const ask = async (asker: Person, page: number, question = `What of ${page}?`) =>
    (await app.call("POST", `/books/${bookId}/questions`, asker, { page, question })).body.question;
  return { ...app, ada, grace, barbara, mallory, group, bookId, turnTo, share, listNotes, ask };
}
