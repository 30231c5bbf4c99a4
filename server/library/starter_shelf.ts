import {
  type CatalogueEntry,
  findStarterShelfVersion,
  replaceStarterShelf,
  searchCatalogue,
} from "../../db/books/catalogue.ts";
import type { Db } from "../../db/engine/client.ts";
import { normalizeBook } from "./normalize.ts";
import type { Source } from "./search.ts";

/** To be raised when the files or their reading change, so that they are stored anew. */
export const starterShelfVersion = 3;

const folder = new URL("../../db/starter_shelf/", import.meta.url);

export const catalogueSource = (db: Db): Source => ({
  name: "shelf",
  coverHosts: [],
  search: async (query) => (await searchCatalogue(db, query)).map((book) => ({ ...book, coverImage: null })),
});

export async function loadStarterShelf(db: Db, clock: () => number): Promise<void> {
  if (await findStarterShelfVersion(db) >= starterShelfVersion) return;
  await replaceStarterShelf(db, await readStarterShelf(), { version: starterShelfVersion, now: clock() });
}

export async function readStarterShelf(): Promise<CatalogueEntry[]> {
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
    return { book: normalizeBook({ ...raw, ...lists, description: edition })! };
  });
}
