/** The starter shelf, and the lists that an operator has imported. */
import type { Db } from "../../db/client.ts";
import { replaceShelf, searchCatalogue } from "../../db/catalogue.ts";
import { findPosition } from "../../db/imports.ts";
import { normalizeBook } from "./normalize.ts";
import type { Source } from "./source.ts";

/** To be raised when the reading of the files changes, so that they are stored anew. */
const version = 2;

const folder = new URL("../../db/shelf/", import.meta.url);

/** The catalogue in the database as a source, which needs no network. */
export const shelf = (db: Db): Source => ({
  name: "shelf",
  coverHosts: [],
  search: async (query) => (await searchCatalogue(db, query)).map((book) => ({ ...book, coverImage: null })),
});

/** Stores the files of `db/shelf` in the catalogue, unless their present version is there. */
export async function stockShelf(db: Db, clock: () => number): Promise<void> {
  const files = await readFiles();
  const fingerprint = `shelf ${version} ${await sha256(files.join("\0"))}`;
  if (await findPosition(db, fingerprint)) return;
  // Not loaded with the service, which needs it only at its first start: it would stay in memory.
  const { parse } = await import("csv-parse/sync");
  const entries = files.flatMap((file) => entriesOf(parse(file, { columns: true })));
  const done = { name: "the starter shelf", lines: entries.length, counts: { added: entries.length } };
  await replaceShelf(db, entries, { fingerprint, ...done, finishedAt: clock() });
}

async function readFiles(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) if (name.endsWith(".csv")) names.push(name);
  return await Promise.all(names.sort().map((name) => Deno.readTextFile(new URL(name, folder))));
}

function entriesOf(rows: Record<string, string>[]) {
  return rows.map(({ authors, categories, isbn13, edition, ...raw }) => {
    const lists = { authors: authors.split("; "), categories: categories.split("; "), isbns: [isbn13] };
    // The edition, which names the translator.
    return { book: normalizeBook({ ...raw, ...lists, description: edition })! };
  });
}

const sha256 = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
