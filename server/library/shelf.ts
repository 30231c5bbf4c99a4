/** The starter shelf, and the lists that an operator has imported. */
import type { Db } from "../../db/engine/client.ts";
import { type CatalogueEntry, findShelfVersion, replaceShelf, searchCatalogue } from "../../db/books/catalogue.ts";
import { normalizeBook } from "./normalize.ts";
import type { Source } from "./source.ts";

/** To be raised when the files or their reading change, so that they are stored anew. */
export const shelfVersion = 3;

const folder = new URL("../../db/shelf/", import.meta.url);

/** The catalogue in the database as a source, which needs no network. */
export const shelf = (db: Db): Source => ({
  name: "shelf",
  coverHosts: [],
  search: async (query) => (await searchCatalogue(db, query)).map((book) => ({ ...book, coverImage: null })),
});

/** Stores the files of `db/shelf` in the catalogue, unless this version of them or a later one is there. */
export async function stockShelf(db: Db, clock: () => number): Promise<void> {
  if (await findShelfVersion(db) >= shelfVersion) return;
  await replaceShelf(db, await readShelf(), { version: shelfVersion, now: clock() });
}

/** The books of the files of `db/shelf`. */
export async function readShelf(): Promise<CatalogueEntry[]> {
  // Not loaded with the service, which needs it only at its first start: it would stay in memory.
  const { parse } = await import("csv-parse/sync");
  return (await readFiles()).flatMap((file) => entriesOf(parse(file, { columns: true })));
}

async function readFiles(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) if (name.endsWith(".csv")) names.push(name);
  return await Promise.all(names.sort().map((name) => Deno.readTextFile(new URL(name, folder))));
}

function entriesOf(rows: Record<string, string>[]): CatalogueEntry[] {
  return rows.map(({ authors, categories, isbn13, edition, ...raw }) => {
    const lists = { authors: authors.split("; "), categories: categories.split("; "), isbns: [isbn13] };
    // The edition, which names the translator.
    return { book: normalizeBook({ ...raw, ...lists, description: edition })! };
  });
}
