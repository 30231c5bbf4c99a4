/** A fresh catalogue, with helpers that import a file of the given content. */
import assert from "node:assert/strict";
import { type CatalogueBook, searchCatalogue } from "../../db/books/catalogue.ts";
import { type Counts, importFile } from "../../server/library/import/run.ts";
import { freshDb } from "../support/db.ts";

export async function withCatalogue() {
  const fresh = await freshDb();
  const report = `${fresh.file}.refused.txt`;
  const write = async (content: string | Uint8Array, name = "list") => {
    const path = `${fresh.file}.${name}`;
    await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    return path;
  };
  const run = (path: string, more: Partial<Parameters<typeof importFile>[1]> = {}) =>
    importFile(path, { db: fresh.db, clock: Date.now, report, batchSize: 3, ...more });
  return {
    db: fresh.db,
    report,
    write,
    run,
    take: async (content: string | Uint8Array) => await run(await write(content)),
    /** The one book that a query finds. */
    async only(query: string): Promise<Partial<CatalogueBook>> {
      const books = await searchCatalogue(fresh.db, query);
      assert.equal(books.length, 1, query);
      return Object.fromEntries(Object.entries(books[0]).filter(([, value]) => value !== null && String(value) !== ""));
    },
    reported: async () => (await Deno.readTextFile(report)).trimEnd().split("\n"),
    [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose](),
  };
}

/** Counts that are zero unless given. */
export const counted = (counts: Partial<Counts>): Counts => ({
  added: 0,
  changed: 0,
  same: 0,
  authors: 0,
  skipped: 0,
  refused: 0,
  corrected: 0,
  ...counts,
});

export const rudin = { title: "Principles of Mathematical Analysis", author: "Walter Rudin", pageCount: 342 };
