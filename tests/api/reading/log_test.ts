/** The reading log and the list of books of a reader. */
import assert from "node:assert/strict";
import { readingList } from "../../../server/contract/reading/limits.ts";
import { assertDescribed } from "../../support/described.ts";
import type { Person } from "../../support/app.ts";
import { run, startReading } from "../../support/cast.ts";
import { assertServesOthers } from "../../support/others.ts";
import { inScene } from "../../support/in_scene.ts";

async function withLog() {
  let now = Date.parse("2026-03-01T00:30:00Z");
  const draft = { title: "Emma", author: "Jane Austen", isbn: "9780141439587" };
  const app = await startReading({ clock: () => now++ }, draft);
  const { call, grace } = app;
  async function send(content: string, { as = grace, accept = "*/*" } = {}) {
    const body = new FormData();
    body.append("file", new File([content], "library.csv", { type: "text/csv" }));
    const headers = { Authorization: `Bearer ${as.token}`, Accept: accept };
    const response = await fetch(`${app.url}/api/reading/import`, { method: "POST", headers, body });
    return { status: response.status, text: await response.text() };
  }
  return {
    ...app,
    turn: (page: number, at?: string) => call("PUT", `${app.path}/progress`, grace, { currentPage: page, at }),
    log: async (as = grace, year = 2026) => (await call("GET", `/reading?year=${year}`, as)).body,
    send,
    importList: async (rows: string[], as = grace) => {
      const { status, text } = await send([header, ...rows].join("\r\n"), { as });
      const body = JSON.parse(text);
      assertDescribed("POST", "/reading/import", { status, body });
      return { status, ...body };
    },
  };
}

const test = inScene(withLog);

const header = "Title,Author,ISBN13,My Rating,Number of Pages,Date Read,Exclusive Shelf";

test("what a turn adds counts on its day and once; a mistyped page, or a turn older than the stored one, counts nothing", async (app) => {
  const evening = (minute: string, zone = "-05:00") => `2026-02-28T18:${minute}:00${zone}`;
  for (const [page, at] of [[20, evening("00")], [10, evening("10")], [35, evening("20")]] as const) {
    await app.turn(page, at);
  }
  await app.turn(90, "2026-02-27T18:00:00Z");
  await app.turn(50);
  for (const page of [190, 50]) await app.turn(page);
  const { days, pages, books } = await app.log();
  assert.deepEqual(days, [{ day: "2026-02-28", pages: 35 }, { day: "2026-03-01", pages: 15 }]);
  assert.deepEqual([pages, books], [50, []]);
  assert.deepEqual([(await app.log(app.ada)).days, (await app.log(app.grace, 2025)).days], [[], []]);
});

test("a day on which nothing but a mistyped page was read is as if nothing was read", async ({ turn, log }) => {
  for (const page of [190, 0]) await turn(page);
  assert.deepEqual((await log()).days, []);
  for (const page of [200, 20]) await turn(page);
  const { days, books } = await log();
  assert.deepEqual([days, books], [[{ day: "2026-03-01", pages: 20 }], []]);
});

test("a book that is finished is in the reader's list, once, and stays there until they remove it, though its group is deleted", async (app) => {
  await app.turn(20, "2026-02-28T18:00:00Z");
  for (const page of [200, 100, 200]) await app.turn(page);
  await app.call("DELETE", app.here, app.ada);
  const { books: [{ id, ...book }, ...others], finished, pages } = await app.log();
  const dates = { startedOn: "2026-02-28", finishedOn: "2026-03-01" };
  const facts = { title: "Emma", author: "Jane Austen", pageCount: 200 };
  assert.deepEqual(book, { ...facts, ...dates, status: "read", rating: null });
  assert.deepEqual([others, finished, pages], [[], 1, 200]);
  assert.deepEqual((await app.log(app.ada)).books, []);
  for (const [as, status] of [[app.ada, 404], [app.grace, 200], [app.grace, 404]] as const) {
    assert.equal((await app.call("DELETE", `/reading/books/${id}`, as)).status, status);
  }
  assert.deepEqual((await app.log()).books, []);
});

test("an import adds what can be read and reports the rest by line; doing it again adds nothing", async (app) => {
  const rows = [
    'Emma,Jane Austen,="9780141439587",5,512,2026/02/03,read',
    '"Silas\nMarner",George Eliot,,0,,,to-read',
    ",Nobody,,0,,,read",
    "Too,many,,,,,,columns,here",
    "SILAS marner,George  ELIOT,,0,,,to-read",
  ];
  const { message, lines, ...counts } = await app.importList(rows);
  assert.deepEqual(counts, { status: 200, added: 2, changed: 0, known: 1, refused: 2, isCut: false });
  assert.deepEqual(lines, [
    { line: 5, reason: "it has no title" },
    { line: 6, reason: "it has 9 columns where the header has 7" },
  ]);
  assert.equal(message, "2 books added. 1 already there. 2 left out: line 5, 6.");
  const again = await app.importList(rows);
  assert.deepEqual([again.added, again.changed, again.known], [0, 0, 3]);
  assert.deepEqual((await app.log()).books.map(({ title }: { title: string }) => title), ["Emma"]);
  assert.deepEqual((await app.log(app.ada)).books, []);
});

test("a book that was to be read and is read now changes, in a file as in a group", async (app) => {
  await app.importList(["Emma,Jane Austen,9780141439587,0,512,,to-read", "Persuasion,,,0,,,to-read"]);
  await app.turn(200);
  assert.equal((await app.importList(["Persuasion,,,3,,2026/01/05,read"])).changed, 1);
  const { books } = await app.log();
  type Listed = { title: string; finishedOn: string; rating: number | null };
  assert.deepEqual(books.map(({ title, finishedOn, rating }: Listed) => [title, finishedOn, rating]), [
    ["Emma", "2026-03-01", null],
    ["Persuasion", "2026-01-05", 3],
  ]);
});

test("a file of 10,000 rows is read beside others' requests, with its steps as lines, and no row beyond", async (app) => {
  const rows = Array.from({ length: 10_001 }, (_, n) => `"Volume ${n}, of «Ü»",Author ${n % 7},,${n % 6},${n},,read`);
  let text = "";
  await assertServesOthers(app, async () => {
    ({ text } = await app.send([header, ...rows].join("\n"), { accept: "application/x-ndjson" }));
  });
  const steps = text.trim().split("\n").map((line) => JSON.parse(line));
  const { added, isCut } = steps.pop();
  assert.deepEqual([added, isCut], [10_000, true]);
  assert.ok(steps.length >= 40);
  assert.ok(steps.every(({ done, total }, n) => done <= total && done > (steps[n - 1]?.done ?? 0)));
});

test("of a file of millions of blank lines no more are read than a list has", async (app) => {
  await assertServesOthers(app, async () => {
    const { added, isCut } = await app.importList([`Emma,,,,,,read${"\n".repeat(5_000_000)}Persuasion,,,,,,read`]);
    assert.deepEqual([added, isCut], [1, true]);
  });
});

test("a list takes no book beyond 20,000, and an import says so", async (app) => {
  await run(
    app,
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${readingList.books - 3})
      insert into library (id, user_id, key, title, status, created_at)
      select 'book-' || n, '${app.grace.id}', 'key-' || n, 'Volume ' || n, 'read', 0 from numbers`,
  );
  const importTitles = async (...titles: string[]) => {
    const { added, known, isCut } = await app.importList(titles.map((title) => `${title},Ann Author,,,,,read`));
    return { added, known, isCut };
  };
  // What is there already takes no room.
  assert.deepEqual(await importTitles("Emma", "Persuasion"), { added: 2, known: 0, isCut: false });
  assert.deepEqual(await importTitles("Emma", "Persuasion", "Villette"), { added: 1, known: 2, isCut: false });
  assert.deepEqual(await importTitles("Villette", "Shirley"), { added: 0, known: 1, isCut: true });
  assert.deepEqual(await importTitles("Villette"), { added: 0, known: 1, isCut: false });
});

test("a file without titles, without content or too large is refused", async ({ send, call, grace }) => {
  const refused = async (content: string) => {
    const { status, text } = await send(content);
    return [status, JSON.parse(text).code];
  };
  assert.deepEqual(await refused("Name,Pages\nEmma,3"), [400, "no_book_list"]);
  assert.deepEqual(await refused(""), [400, "no_book_list"]);
  assert.deepEqual(await refused(`${header}\n${"x".repeat(5 * 1024 * 1024)}`), [413, "too_large"]);
  const { status, body } = await call("POST", "/reading/import", grace, { title: "Emma" });
  assert.deepEqual([status, body.code], [415, "not_multipart"]);
});

test("an export is what an import reads", async ({ ada, grace, importList, url, send }) => {
  await importList(['"=1+1, or 2",@Ada,,4,12,2026/02/03,read', "Emma,,,0,,,to-read"]);
  const exported = async (as: Person) => {
    const headers = { Authorization: `Bearer ${as.token}` };
    return await (await fetch(`${url}/api/reading/export`, { headers })).text();
  };
  const file = await exported(grace);
  assert.match(file, /^"'=1\+1, or 2",'@Ada,,4,12,,2026\/02\/03,2026\/03\/01,read$/m);
  assert.equal((await exported(ada)).trim().split("\n").length, 1);
  for (const [as, added] of [[ada, 2], [grace, 0]] as const) {
    assert.equal(JSON.parse((await send(file, { as })).text).added, added);
  }
});
