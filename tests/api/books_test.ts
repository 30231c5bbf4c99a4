import assert from "node:assert/strict";
import type { Book, BookResult } from "../../server/contract/books/shapes.ts";
import { type Answer, type Person, startApp, type TestApp } from "../support/app.ts";
import { booksServerTexts } from "../../server/contract/books/texts.ts";
import { groupsTexts } from "../../server/contract/groups/texts.ts";

/** A running app with Ada's group, which Grace is in and Mallory is not. */
async function withCast(options?: Parameters<typeof startApp>[0]) {
  const app = await startApp(options);
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const circle = await app.group(ada, grace);
  const path = `/books/groups/${circle.id}/books`;
  const add = (as: Person | null, book: unknown) => app.call("POST", path, as, book);
  const list = (as: Person | null) => app.call("GET", path, as);
  return { ...app, ada, grace, mallory, circle, add, list };
}

const statusAndMessage = ({ status, body }: Answer<{ message: string; code?: string }>) => [status, body.message];
const sketch = { title: "Sketch of the Analytical Engine", author: "Luigi Menabrea", pageCount: 65 };
const search = (app: Pick<TestApp, "call">, as: Person | null, query: string) =>
  app.call<{ books: BookResult[] }>("GET", `/books/search?query=${encodeURIComponent(query)}`, as);

// spec: 7.13
Deno.test("a search finds books of the shelf without accents and by prefixes of words", async () => {
  await using app = await withCast();
  const { status, body } = await search(app, app.ada, "etrang camus");
  assert.equal(status, 200);
  const { title, author, isbn, coverImage, pageCount, categories } = body.books[0];
  assert.deepEqual([title, author, coverImage], ["L'Étranger", "Albert Camus", null]);
  assert.ok(Number.isInteger(pageCount) && Array.isArray(categories) && (isbn === null || /^97[89]\d{10}$/.test(isbn)));
  assert.ok((await search(app, app.ada, "the")).body.books.length <= 20);
});

// spec: 5.13
Deno.test("a blank or missing query finds nothing, and a hostile one does no harm", async () => {
  await using app = await withCast();
  for (const query of ["", "   ", "\t", '"', "*", "NEAR(", "' or 1=1 --", "\0", "^", "x".repeat(5000)]) {
    const { status, body } = await search(app, app.ada, query);
    assert.deepEqual([status, body.books], [200, []], query.slice(0, 20));
  }
  assert.deepEqual((await app.call("GET", "/books/search", app.ada)).body, { books: [] });
});

Deno.test("every book call without a session answers 401", async () => {
  await using app = await withCast();
  const answers = [search(app, null, "euclid"), app.list(null), app.add(null, sketch)];
  for (const answer of await Promise.all(answers)) assert.equal(answer.status, 401);
});

// spec: 3.5, 6.5, 7.13
Deno.test("any member adds a found book, and both members see all of it", async () => {
  await using app = await withCast();
  const [found] = (await search(app, app.grace, "principles of mathematical analysis")).body.books;
  const { status, body } = await app.add(app.grace, found);
  assert.deepEqual([status, body.message], [201, "Book added to group successfully"]);
  const { id, groupId, createdAt, user, progress, edition, ...rest } = body.book;
  assert.deepEqual(rest, { ...found });
  const of = [app.circle.id, { id: app.grace.id, username: "grace" }, [], null];
  assert.deepEqual([groupId, user, progress, edition], of);
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  for (const member of [app.ada, app.grace]) {
    const { body: { books } } = await app.list(member);
    assert.deepEqual(books, [body.book]);
    assert.equal(books[0].id, id);
  }
});

Deno.test("the latest book comes first, and the group moves to the top", async () => {
  await using app = await withCast();
  const other = await app.group(app.ada);
  await app.add(app.ada, { title: "First" });
  await app.add(app.ada, { title: "Second" });
  const { body: { books } } = await app.list(app.grace);
  assert.deepEqual(books.map(({ title }: Book) => title), ["Second", "First"]);
  const { body: { groups } } = await app.call("GET", "/groups", app.ada);
  assert.deepEqual(groups.map(({ id }: { id: string }) => id), [app.circle.id, other.id]);
});

// spec: 5.11, 9.5
Deno.test("a book without a page count, or with zero, has 100 pages", async () => {
  await using app = await withCast();
  for (const pageCount of [undefined, null, 0, "", "0"]) {
    const { body: { book } } = await app.add(app.ada, { title: `With ${pageCount}`, pageCount });
    assert.equal(book.pageCount, 100);
  }
  assert.equal((await app.add(app.ada, { title: "With 65", pageCount: "65" })).body.book.pageCount, 65);
});

Deno.test("a title is required, and an invalid page count is refused", async () => {
  await using app = await withCast();
  for (const title of [undefined, null, "", "  \n "]) {
    const { status, body } = await app.add(app.ada, { title });
    assert.deepEqual([status, body.code, body.issues[0].path], [400, "invalid_input", "title"]);
  }
  for (const pageCount of [-1, 1.5, 1e9, "many", {}]) {
    assert.deepEqual(statusAndMessage(await app.add(app.ada, { title: "T", pageCount })), [
      400,
      booksServerTexts.invalidPageCount,
    ]);
  }
  assert.equal((await app.add(app.ada, { title: "x".repeat(301) })).status, 400);
  assert.deepEqual((await app.list(app.ada)).body.books, []);
});

Deno.test("an ISBN-10 is stored as ISBN-13, and an invalid one as it is", async () => {
  await using app = await withCast();
  const isbnOf = async (isbn: string) => (await app.add(app.ada, { title: isbn, isbn })).body.book.isbn;
  assert.equal(await isbnOf("0-07-054235-X"), "9780070542358");
  assert.equal(await isbnOf("978-0-914098-91-1"), "9780914098911");
  assert.equal(await isbnOf(" OCLC 1234 "), "OCLC 1234");
});

Deno.test("an ISBN or Google Books id can be added once per group", async () => {
  await using app = await withCast();
  const isbn = { title: "By ISBN", isbn: "9780070542358" };
  const google = { title: "By Google", googleBooksId: "zyTCAlFPjgYC" };
  for (const book of [isbn, google]) assert.equal((await app.add(app.ada, book)).status, 201);
  const again = [{ ...isbn, title: "Other" }, { title: "Ten digits", isbn: "007054235X" }, {
    ...google,
    title: "Other",
  }];
  for (const book of again) {
    const { status, body } = await app.add(app.grace, book);
    assert.deepEqual([status, body.message, body.code], [409, booksServerTexts.already, "already_in_group"]);
  }
  const other = await app.group(app.ada);
  for (const book of [isbn, google]) {
    assert.equal((await app.call("POST", `/books/groups/${other.id}/books`, app.ada, book)).status, 201);
  }
  assert.equal((await app.list(app.ada)).body.books.length, 2);
});

Deno.test("two members who add the same book simultaneously add it once", async () => {
  await using app = await withCast();
  const book = { title: "Once", isbn: "9780070542358" };
  const answers = await Promise.all([app.ada, app.grace, app.ada, app.grace].map((member) => app.add(member, book)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409]);
});

Deno.test("books without ISBN and id may have the same title", async () => {
  await using app = await withCast();
  for (const member of [app.ada, app.grace]) assert.equal((await app.add(member, { title: "Poems" })).status, 201);
});

Deno.test("a book's cover has our own URL, and only if a search returned it", async () => {
  await using app = await withCast();
  const strange = [
    "https://mallory.example/x.png",
    `/covers/${"0".repeat(32)}`,
    "data:image/png;base64,AA",
    "javascript:1",
  ];
  for (const coverImage of [...strange, 5, {}, "http://127.0.0.1/admin"]) {
    const { status, body } = await app.add(app.ada, { title: "T", coverImage });
    assert.deepEqual([status, body.book.coverImage], [201, null], String(coverImage));
  }
});

Deno.test("Mallory cannot tell the group and its books from ones that do not exist", async () => {
  await using app = await withCast();
  await app.add(app.ada, sketch);
  for (const id of [app.circle.id, "nowhere"]) {
    assert.deepEqual(statusAndMessage(await app.call("GET", `/books/groups/${id}/books`, app.mallory)), [
      404,
      groupsTexts.notFound,
    ]);
    const added = await app.call("POST", `/books/groups/${id}/books`, app.mallory, sketch);
    assert.deepEqual(statusAndMessage(added), [404, groupsTexts.notFound]);
  }
  assert.equal((await app.list(app.ada)).body.books.length, 1);
});
