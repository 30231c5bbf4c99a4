import assert from "node:assert/strict";
import { openLibrary } from "../../server/library/library.ts";
import { loadStarterShelf } from "../../server/library/starter_shelf.ts";
import { readConfig } from "../../server/settings/settings.ts";
import { openLog } from "../../server/log.ts";
import { freshDb } from "../support/db.ts";
import { type Behaviour, volume } from "./book_server.ts";
import { type TestLibrary, testLibrary } from "./library.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";

const minute = 60_000;
/** A timeout that is short for a test, and long enough for a local server. */
const impatient = { timeout: 2000 };
const titles = async (library: TestLibrary, query: string) => (await library.search(query)).map(({ title }) => title);
const doc = (title: string, more = {}) => ({ key: "/works/OL9W", title, ...more });

Deno.test("sources are searched in parallel, and the best result of each comes first", async () => {
  await using library = await testLibrary();
  library.server.items = [volume("a", { title: "G1" }), volume("b", { title: "G2" }), volume("c", { title: "G3" })];
  library.server.docs = [doc("O1"), doc("O2")];
  assert.deepEqual(await titles(library, "any"), ["G1", "O1", "G2", "O2", "G3"]);
});

Deno.test("at most twenty books are found, and a blank query is sent to no source", async () => {
  await using library = await testLibrary();
  library.server.items = Array.from({ length: 40 }, (_, n) => volume(`v${n}`, { title: `G${n}` }));
  assert.equal((await library.search("many")).length, 20);
  for (const query of ["", " \n\t"]) assert.deepEqual(await library.search(query), []);
  assert.equal(library.server.asked.length, 2);
});

Deno.test("results with the same ISBN are one book, and the second completes the first", async () => {
  await using library = await testLibrary();
  library.server.items = [
    volume("a", { title: "Flatland", industryIdentifiers: [{ type: "ISBN_10", identifier: "048627263X" }] }),
  ];
  library.server.docs = [
    doc("Flat land!", { isbn: ["9780486272634"], number_of_pages_median: 96, publisher: ["Dover"] }),
  ];
  const books = await library.search("flatland");
  const found = books.map((
    { title, pageCount, publisher, googleBooksId },
  ) => [title, pageCount, publisher, googleBooksId]);
  assert.deepEqual(found, [["Flatland", 96, "Dover", "a"]]);
});

Deno.test("results whose title and author differ only in accents, case and initials are one book", async () => {
  await using library = await testLibrary();
  const same = [["L'Étranger", "Albert Camus", "l’etranger", "A. Camus"], ["Emma", "Austen, Jane", "EMMA!", "Austen"]];
  for (const [title, author, other, otherAuthor] of same) {
    library.server.items = [volume("a", { title, authors: [author] })];
    library.server.docs = [doc(other, { author_name: [otherAuthor, "Somebody Else"] })];
    assert.equal((await library.search(title)).length, 1, title);
  }
  library.server.items = [volume("a", { title: "Collected Poems", authors: ["Dylan Thomas"] })];
  library.server.docs = [doc("Collected Poems", { author_name: ["R. S. Thomas"] }), doc("Collected Poems")];
  assert.equal((await library.search("poems")).length, 3);
});

const failures: Behaviour[] = ["hang", "trickle", "break off", "not json", "other json", "endless", 500, 503, 403, 429];
Deno.test("a source that fails or breaks off, in whatever way, is left out", async () => {
  await Promise.all(failures.map(async (behaviour) => {
    await using library = await testLibrary(behaviour === "hang" || behaviour === "trickle" ? impatient : {});
    library.server.behaviour.google = behaviour;
    assert.deepEqual(await titles(library, "any"), ["Sphereland: A Fantasy About Curved Spaces"], `${behaviour}`);
    assert.match(library.log.join(""), /"source":"google".*book source left out/);
  }));
});

Deno.test("a source that answers with 404 has found nothing, and has not failed", async () => {
  await using library = await testLibrary({ sources: "openlibrary" });
  library.server.behaviour.openlibrary = 422;
  for (const query of ["a", "b", "c", "d"]) assert.deepEqual(await library.search(query), []);
  assert.equal(library.server.count("openlibrary"), 4);
});

Deno.test("a wrong key of Google Books is logged once, and the other sources answer", async () => {
  for (const status of [400, 403]) {
    await using library = await testLibrary({ apiKey: "do-not-tell" });
    library.server.behaviour.google = status;
    library.server.error = { message: "API key not valid.", details: [{ reason: "API_KEY_INVALID" }] };
    for (const query of ["1", "2", "3", "4"]) assert.equal((await library.search(query)).length, 1);
    assert.equal(library.server.count("google"), 3);
    library.pass(minute);
    await library.search("5");
    assert.equal(library.server.count("google"), 4);
    const logged = library.log.filter((line) => line.includes("it refuses GOOGLE_BOOKS_API_KEY"));
    assert.deepEqual(logged.map((line) => JSON.parse(line).level), [40]);
  }
});

Deno.test("after three failures in a row a source is not queried for a minute, then once", async () => {
  await using library = await testLibrary();
  library.server.behaviour.google = 500;
  for (const query of ["1", "2", "3", "4", "5"]) await library.search(query);
  assert.equal(library.server.count("google"), 3);
  library.pass(minute - 1);
  await library.search("6");
  assert.equal(library.server.count("google"), 3);
  library.pass(1);
  await library.search("7");
  await library.search("8");
  assert.equal(library.server.count("google"), 4);
  library.pass(minute);
  library.server.behaviour.google = "answer";
  for (const query of ["9", "10"]) await library.search(query);
  assert.equal(library.server.count("google"), 6);
  assert.equal(library.server.count("openlibrary"), 10);
  // With a success between them failures are not counted together.
  for (const behaviour of [500, 500, "answer", 500, 500, "answer"] as const) {
    library.server.behaviour.google = behaviour;
    await library.search(`query ${library.server.asked.length}`);
  }
  assert.equal(library.server.count("google"), 12);
});

Deno.test("while a paused source is tried again, other searches do not wait for it", async () => {
  await using library = await testLibrary({ sources: "google,shelf", ...impatient });
  library.server.behaviour.google = 500;
  for (const query of ["1", "2", "3"]) await library.search(query);
  library.pass(minute);
  library.server.behaviour.google = "hang";
  await Promise.all(["4", "5", "6"].map((query) => library.search(query)));
  assert.equal(library.server.count("google"), 4);
});

Deno.test("an answer is cached in the database for ten minutes, regardless of the query's case and blanks", async () => {
  await using library = await testLibrary();
  const first = await library.search("Flat Land");
  assert.deepEqual(await library.search(" flat   LAND "), first);
  library.pass(10 * minute - 1);
  assert.deepEqual(await library.search("flat land"), first);
  assert.equal(library.server.asked.length, 2);
  library.pass(1);
  await library.search("flat land");
  assert.equal(library.server.asked.length, 4);
});

Deno.test("identical searches at the same time are one query, a failure is not cached, and a search fails where no source answers", async () => {
  await using library = await testLibrary();
  library.server.behaviour.google = 500;
  const answers = await Promise.all(Array.from({ length: 20 }, () => library.search("flatland")));
  assert.equal(library.server.asked.length, 2);
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  library.server.behaviour.google = "answer";
  assert.equal((await library.search("flatland")).length, 2);
  // That source again, and only that one.
  assert.deepEqual([library.server.count("google"), library.server.count("openlibrary")], [2, 1]);
  Object.assign(library.server.behaviour, { google: 500, openlibrary: 500 });
  await assert.rejects(() => library.search("any"), { status: 503, message: booksTexts.searchFailed });
});

Deno.test("the key of Google Books is never logged", async () => {
  await using library = await testLibrary({ apiKey: "do-not-tell", ...impatient });
  for (const behaviour of [500, "not json", "hang"] as const) {
    library.server.behaviour.google = behaviour;
    await library.search(String(behaviour));
  }
  await library.server[Symbol.asyncDispose]();
  library.pass(minute);
  await assert.rejects(() => library.search("gone"));
  assert.ok(library.log.length >= 4 && !library.log.join("").includes("do-not-tell"));
});

Deno.test("without a network a search with the default sources finds books of the shelf, and the breaker limits the attempts", async () => {
  await using fresh = await freshDb();
  await loadStarterShelf(fresh.db, Date.now);
  let tried = 0;
  const fetch = () => (tried++, Promise.reject(new TypeError("error sending request: dns error")));
  const log = openLog("silent");
  const library = openLibrary({ db: fresh.db, clock: Date.now, config: readConfig({}), log, fetch });
  for (let n = 0; n < 10; n++) {
    const [{ title, author }] = await library.search("principles of mathematical analysis");
    assert.deepEqual([title, author], ["Principles of Mathematical Analysis", "Walter Rudin"]);
  }
  assert.equal(tried, 2 * 3);
});

Deno.test("a book that is found remotely and on the shelf is one result", async () => {
  await using library = await testLibrary({ sources: "google,openlibrary,shelf" });
  await loadStarterShelf(library.db, Date.now);
  library.server.items = [volume("rudin", { title: "Principles of Mathematical Analysis", authors: ["Walter Rudin"] })];
  library.server.docs = [];
  const books = await library.search("principles of mathematical analysis");
  const found = books.map(({ googleBooksId, isbn, pageCount }) => [googleBooksId, isbn, pageCount]);
  assert.deepEqual(found, [["rudin", "9780070542358", 342]]);
});
