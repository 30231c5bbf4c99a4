import assert from "node:assert/strict";
import { insertCovers, storeCover } from "../../db/books/sources.ts";
import type { Statement } from "../../db/engine/client.ts";
import { booksServerTexts } from "../../server/contract/books/texts.ts";
import { coverKey } from "../../server/library/covers.ts";
import type { Person } from "../support/app.ts";
import { startCast } from "../support/cast.ts";
import { inScene } from "../support/in_scene.ts";

async function withShelf(env?: Record<string, string>) {
  const app = await startCast({ env });
  const shelf = `/books/groups/${app.circle.id}/books`;
  const add = (as: Person, book: unknown, to = shelf) => app.call("POST", to, as, book);
  const list = async (as = app.ada) => (await app.call("GET", shelf, as)).body.books;
  const search = async (query: string) => (await app.call("GET", `/books/search?query=${query}`, app.grace)).body.books;
  return { ...app, add, list, search };
}

const test = inScene(() => withShelf());

test("any member adds a book that a search of the shelf found, and all see all of it, the latest first", async (app) => {
  const { ada, grace } = app;
  assert.deepEqual([await app.search(""), await app.search("%22"), await app.search("%00")], [[], [], []]);
  const [found] = await app.search("etrang%20camus");
  assert.deepEqual([found.title, found.author, found.coverImage], ["L'Étranger", "Albert Camus", null]);
  const { status, body } = await app.add(grace, found);
  assert.deepEqual([status, body.message], [201, "Book added to group successfully"]);
  const { id, groupId, createdAt, user, progress, edition, ...place } = body.book;
  const { state, position, interested, interestedCount, removedAt, ...rest } = place;
  assert.deepEqual([state, position, interested, interestedCount, removedAt], ["now", 0, [], 0, null]);
  assert.deepEqual(rest, found);
  assert.deepEqual([groupId, progress, edition], [app.circle.id, [], null]);
  assert.deepEqual(user, { id: grace.id, username: "grace" });
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  for (const member of [ada, grace]) assert.deepEqual(await app.list(member), [body.book]);
  const other = await app.group(ada);
  const { book } = (await app.add(ada, { title: "Second" })).body;
  assert.deepEqual((await app.list()).map(({ id }: { id: string }) => id), [book.id, id]);
  const { groups } = (await app.call("GET", "/groups", ada)).body;
  assert.deepEqual(groups.map(({ id }: { id: string }) => id), [app.circle.id, other.id], "the group is at the top");
});

test("an ISBN or Google Books id can be added once per group, also by members at once; equal titles alone are two books", async (app) => {
  const { ada, grace } = app;
  const isbn = { title: "By ISBN", isbn: "9780070542358" };
  const google = { title: "By Google", googleBooksId: "zyTCAlFPjgYC" };
  const answers = await Promise.all([ada, grace, ada, grace].map((member) => app.add(member, isbn)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409]);
  assert.equal((await app.add(ada, google)).status, 201);
  for (const book of [{ title: "Ten digits", isbn: "007054235X" }, { ...google, title: "Other" }]) {
    const { status, body } = await app.add(grace, book);
    assert.deepEqual([status, body.message, body.code], [409, booksServerTexts.already, "already_in_group"]);
  }
  const elsewhere = `/books/groups/${(await app.group(ada)).id}/books`;
  for (const book of [isbn, google]) assert.equal((await app.add(ada, book, elsewhere)).status, 201);
  for (const member of [ada, grace]) assert.equal((await app.add(member, { title: "Poems" })).status, 201);
  assert.equal((await app.list()).length, 4);
});

const url = "https://books.google.com/books/content?id=1";
const key = coverKey(url)!;

test("a book's cover has our own address, by which everyone gets it for ever, and only if a search returned it", async (app) => {
  const { db } = app.deps;
  await db.write(insertCovers(db, [{ key, url }], 1) as [Statement]);
  const coverOf = async (coverImage: unknown) =>
    (await app.add(app.ada, { title: "T", coverImage })).body.book.coverImage;
  for (const given of [`/covers/${key}`, url, url.replace("https", "http")]) {
    assert.equal(await coverOf(given), `/covers/${key}`);
  }
  const strange = ["https://mallory.example/x.png", `/covers/${"0".repeat(32)}`, "data:image/png;base64,AA", 5, {}];
  for (const given of strange) assert.equal(await coverOf(given), null, String(given));
  await storeCover(db, key, { bytes: new Uint8Array([1, 2, 3]), now: 1 });
  const { headers, ...response } = await get(`${app.url}/covers/${key}`);
  assert.deepEqual(response, { status: 200, bytes: new Uint8Array([1, 2, 3]) });
  assert.equal(headers.get("content-type"), "image/webp");
  assert.equal(headers.get("cache-control"), "public, max-age=31536000, immutable");
  for (const other of ["0".repeat(32), "x", `${key}.webp`, encodeURIComponent(url), "..%2f..%2fetc"]) {
    const { status, headers } = await get(`${app.url}/covers/${other}`);
    assert.deepEqual([status, headers.get("cache-control")], [404, "private, no-cache"], other);
  }
});

async function get(url: string) {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, bytes: await response.bytes() };
}

Deno.test("each account has one limit for adding, removing and bringing back books", async () => {
  await using app = await withShelf({ RATE_LIMITS: "shelf=3/600" });
  const { ada, grace } = app;
  const { book } = (await app.add(ada, { title: "Emma" })).body;
  assert.equal((await app.call("DELETE", `/books/${book.id}`, ada)).status, 200);
  assert.equal((await app.call("POST", `/books/${book.id}/restore`, ada)).status, 200);
  assert.equal((await app.add(ada, { title: "Persuasion" })).status, 429);
  assert.equal((await app.call("DELETE", `/books/${book.id}`, ada)).status, 429);
  assert.equal((await app.add(grace, { title: "Persuasion" })).status, 201);
});
