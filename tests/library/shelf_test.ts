import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { searchCatalogue } from "../../db/books/catalogue.ts";
import { readConfig } from "../../server/settings/settings.ts";
import { loadStarterShelf, readStarterShelf, starterShelfVersion } from "../../server/library/starter_shelf.ts";
import { freshDb } from "../support/db.ts";

const sha256 = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();

Deno.test("the shelf's version is raised whenever its books change, by their files or by how these are read", async () => {
  // After a change: raise `starterShelfVersion`, and write both here.
  assert.deepEqual({ version: starterShelfVersion, books: await sha256(JSON.stringify(await readStarterShelf())) }, {
    version: 3,
    books: "fef9fe499f1f3d0237f8fa6faa8d4404bbecc80945fe960d99c17e7da85ef095",
  });
});

Deno.test("a version of the shelf is stored in the catalogue once, in place of an earlier one's books", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  const count = async () => (await db.q.all<{ n: number }>(sql`select count(*) as n from catalogue`))[0].n;
  await loadStarterShelf(db, Date.now);
  assert.ok(await count() >= 250);
  const { commits } = db;
  const before = [commits(), await count()];
  await loadStarterShelf(db, Date.now);
  assert.deepEqual([commits(), await count()], before);
  await db.write([db.q.run(sql`update imports set fingerprint = 'shelf 2 0a1b'`)]);
  await db.write([db.q.run(sql`update catalogue set title = 'Misprint' where isbn = '9780070542358'`)]);
  await loadStarterShelf(db, Date.now);
  assert.equal(await count(), before[1]);
  const [book] = await searchCatalogue(db, "9780070542358");
  const { title, author, description, pageCount } = book;
  assert.deepEqual([title, author], ["Principles of Mathematical Analysis", "Walter Rudin"]);
  assert.deepEqual([description, pageCount], ["3rd edition", 342]);
});

Deno.test("there are three book sources by default, and others by the setting", () => {
  assert.deepEqual(readConfig({}).bookSources, ["google", "openlibrary", "shelf"]);
  assert.deepEqual(readConfig({ BOOK_SOURCES: " shelf, google,shelf" }).bookSources, ["shelf", "google"]);
  assert.equal(readConfig({ OPEN_LIBRARY_URL: "http://localhost:9/ol/" }).openLibraryUrl, "http://localhost:9/ol");
});
