import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { assertServesOthers } from "../support/others.ts";
import { readingList } from "../../server/contract/reading/limits.ts";

/** A running app with a book of 200 pages in Ada's group, which Grace is in and Mallory is not. */
async function withBook() {
  let now = Date.parse("2026-03-01T00:30:00Z");
  const app = await startApp({ clock: () => now++ });
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const group = await app.group(ada, grace);
  const draft = { title: "Emma", author: "Jane Austen", pageCount: 200, isbn: "9780141439587" };
  const { body: { book } } = await app.call("POST", `/books/groups/${group.id}/books`, ada, draft);
  const turn = (as: Person, page: number, at?: string) =>
    app.call("PUT", `/books/${book.id}/progress`, as, { currentPage: page, at });
  const log = async (as: Person, year?: number) =>
    (await app.call("GET", `/reading${year ? `?year=${year}` : ""}`, as)).body;
  return { ...app, app, ada, grace, mallory, group, book, turn, log, wait: (ms: number) => void (now += ms) };
}

async function send(app: TestApp, as: Person, content: string, headers: Record<string, string> = {}) {
  const form = new FormData();
  form.append("file", new File([content], "library.csv", { type: "text/csv" }));
  const response = await fetch(`${app.url}/api/reading/import`, {
    method: "POST",
    headers: { Authorization: `Bearer ${as.token}`, ...headers },
    body: form,
  });
  return { status: response.status, text: await response.text() };
}

const sendCsv = async (app: TestApp, as: Person, content: string) => {
  const { status, text } = await send(app, as, content);
  return { status, ...JSON.parse(text) };
};

Deno.test("what a turn adds counts on its day; pages read before count once", async () => {
  await using app = await withBook();
  await app.turn(app.grace, 20, "2026-02-28T18:00:00-05:00");
  await app.turn(app.grace, 10, "2026-02-28T18:10:00-05:00");
  await app.turn(app.grace, 35, "2026-02-28T18:20:00-05:00");
  await app.turn(app.grace, 50);
  const { year, days, pages } = await app.log(app.grace);
  assert.deepEqual({ year, days, pages }, {
    year: 2026,
    days: [{ day: "2026-02-28", pages: 35 }, { day: "2026-03-01", pages: 15 }],
    pages: 50,
  });
  assert.deepEqual((await app.log(app.ada)).days, []);
  assert.deepEqual((await app.log(app.grace, 2025)).days, []);
});

Deno.test("a mistyped page counts nothing once it is turned back, and its day is as if nothing was read", async () => {
  await using app = await withBook();
  await app.turn(app.grace, 190);
  await app.turn(app.grace, 0);
  assert.deepEqual((await app.log(app.grace)).days, []);
  await app.turn(app.grace, 200);
  await app.turn(app.grace, 20);
  const { days, books } = await app.log(app.grace);
  assert.deepEqual([days, books], [[{ day: "2026-03-01", pages: 20 }], []]);
});

Deno.test("a turn that is older than the stored one counts nothing", async () => {
  await using app = await withBook();
  await app.turn(app.grace, 20, "2026-02-28T18:00:00Z");
  await app.turn(app.grace, 90, "2026-02-27T18:00:00Z");
  assert.deepEqual((await app.log(app.grace)).days, [{ day: "2026-02-28", pages: 20 }]);
});

Deno.test("a book that is finished is in the reader's list, once, and with the day on which they began", async () => {
  await using app = await withBook();
  await app.turn(app.grace, 20, "2026-02-28T18:00:00Z");
  for (const page of [200, 100, 200]) await app.turn(app.grace, page);
  const { books, finished } = await app.log(app.grace);
  const [{ id: _, ...book }, ...others] = books;
  assert.deepEqual([book, others, finished], [
    {
      title: "Emma",
      author: "Jane Austen",
      pageCount: 200,
      status: "read",
      startedOn: "2026-02-28",
      finishedOn: "2026-03-01",
      rating: null,
    },
    [],
    1,
  ]);
  assert.deepEqual((await app.log(app.ada)).books, []);
});

Deno.test("the log stays when its book's group is deleted", async () => {
  await using app = await withBook();
  await app.turn(app.grace, 200);
  await app.call("DELETE", `/groups/${app.group.id}`, app.ada);
  const { pages, finished } = await app.log(app.grace);
  assert.deepEqual([pages, finished], [200, 1]);
});

const header = "Title,Author,ISBN13,My Rating,Number of Pages,Date Read,Exclusive Shelf";

Deno.test("an import adds what can be read and reports the rest by line; doing it again adds nothing", async () => {
  await using app = await withBook();
  const file = [
    header,
    'Emma,Jane Austen,="9780141439587",5,512,2026/02/03,read',
    '"Silas\nMarner",George Eliot,,0,,,to-read',
    ",Nobody,,0,,,read",
    "Too,many,,,,,,columns,here",
    "SILAS marner,George  ELIOT,,0,,,to-read",
  ].join("\r\n");
  const { status, message, ...counts } = await sendCsv(app.app, app.grace, file);
  assert.deepEqual({ status, ...counts }, {
    status: 200,
    added: 2,
    changed: 0,
    known: 1,
    refused: 2,
    lines: [
      { line: 5, reason: "it has no title" },
      { line: 6, reason: "it has 9 columns where the header has 7" },
    ],
    isCut: false,
  });
  assert.equal(message, "2 books added. 1 already there. 2 left out: line 5, 6.");
  const again = await sendCsv(app.app, app.grace, file);
  assert.deepEqual([again.added, again.changed, again.known], [0, 0, 3]);
  assert.deepEqual((await app.log(app.grace)).books.map(({ title }: { title: string }) => title), ["Emma"]);
  assert.deepEqual((await app.log(app.ada)).books, []);
});

Deno.test("a book that was to be read and is read now changes, in a file as in a group", async () => {
  await using app = await withBook();
  await sendCsv(
    app.app,
    app.grace,
    `${header}\nEmma,Jane Austen,9780141439587,0,512,,to-read\nPersuasion,,,0,,,to-read`,
  );
  await app.turn(app.grace, 200);
  const { changed } = await sendCsv(app.app, app.grace, `${header}\nPersuasion,,,3,,2026/01/05,read`);
  assert.equal(changed, 1);
  const { books } = await app.log(app.grace);
  assert.deepEqual(
    books.map(({ title, finishedOn, rating }: Record<string, unknown>) => [title, finishedOn, rating]),
    [["Emma", "2026-03-01", null], ["Persuasion", "2026-01-05", 3]],
  );
});

Deno.test("a file of 10,000 rows is read beside others' requests, with its steps as lines, and no row beyond", async () => {
  await using app = await withBook();
  const rows = Array.from({ length: 10_001 }, (_, n) => `"Volume ${n}, of «Ü»",Author ${n % 7},,${n % 6},${n},,read`);
  let text = "";
  await assertServesOthers(app, async () => {
    ({ text } = await send(app.app, app.grace, [header, ...rows].join("\n"), { Accept: "application/x-ndjson" }));
  });
  const steps = text.trim().split("\n").map((line) => JSON.parse(line));
  const { added, isCut } = steps.pop();
  assert.deepEqual([added, isCut], [10_000, true]);
  assert.ok(steps.length >= 40);
  assert.ok(steps.every(({ done, total }, n) => done <= total && done > (steps[n - 1]?.done ?? 0)));
});

Deno.test("of a file of millions of blank lines no more are read than a list has", async () => {
  await using app = await withBook();
  const blank = "\n".repeat(5_000_000);
  await assertServesOthers(app, async () => {
    const { added, isCut } = await sendCsv(
      app.app,
      app.grace,
      `${header}\nEmma,,,,,,read\n${blank}Persuasion,,,,,,read`,
    );
    assert.deepEqual([added, isCut], [1, true]);
  });
});

Deno.test("a list takes no book beyond 20,000, and an import says so", async () => {
  await using app = await withBook();
  const { db } = app.deps;
  await db.write([db.q.run(sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${readingList.books - 3})
    insert into library (id, user_id, key, title, status, created_at)
    select 'book-' || n, ${app.grace.id}, 'key-' || n, 'Volume ' || n, 'read', 0 from numbers`)]);
  const importTitles = async (...titles: string[]) => {
    const rows = titles.map((title) => `${title},Ann Author,,,,,read`);
    const { added, known, isCut } = await sendCsv(app.app, app.grace, [header, ...rows].join("\n"));
    return { added, known, isCut };
  };
  // What is there already takes no room.
  assert.deepEqual(await importTitles("Emma", "Persuasion"), { added: 2, known: 0, isCut: false });
  assert.deepEqual(await importTitles("Emma", "Persuasion", "Villette"), { added: 1, known: 2, isCut: false });
  assert.deepEqual(await importTitles("Villette", "Shirley"), { added: 0, known: 1, isCut: true });
  assert.deepEqual(await importTitles("Villette"), { added: 0, known: 1, isCut: false });
});

Deno.test("a file without titles, without content or too large is refused", async () => {
  await using app = await withBook();
  const codeOf = async (content: string) => {
    const { status, code } = await sendCsv(app.app, app.grace, content);
    return [status, code];
  };
  assert.deepEqual(await codeOf("Name,Pages\nEmma,3"), [400, "no_book_list"]);
  assert.deepEqual(await codeOf(""), [400, "no_book_list"]);
  assert.deepEqual(await codeOf(`${header}\n${"x".repeat(5 * 1024 * 1024)}`), [413, "too_large"]);
  const { status, body } = await app.call("POST", "/reading/import", app.grace, { title: "Emma" });
  assert.deepEqual([status, body.code], [415, "not_multipart"]);
});

Deno.test("an export is what an import reads", async () => {
  await using app = await withBook();
  await sendCsv(app.app, app.grace, `${header}\n"=1+1, or 2",@Ada,,4,12,2026/02/03,read\nEmma,,,0,,,to-read`);
  const exported = async (as: Person) => {
    const headers = { Authorization: `Bearer ${as.token}` };
    return await (await fetch(`${app.url}/api/reading/export`, { headers })).text();
  };
  const file = await exported(app.grace);
  assert.match(file, /^"'=1\+1, or 2",'@Ada,,4,12,,2026\/02\/03,2026\/03\/01,read$/m);
  assert.equal((await exported(app.ada)).trim().split("\n").length, 1);
  assert.equal((await sendCsv(app.app, app.ada, file)).added, 2);
  assert.equal((await sendCsv(app.app, app.grace, file)).added, 0);
});

Deno.test("a book is removed from a list by its owner alone", async () => {
  await using app = await withBook();
  await app.turn(app.grace, 200);
  const { books: [{ id }] } = await app.log(app.grace);
  for (const [as, status] of [[app.mallory, 404], [app.ada, 404], [app.grace, 200], [app.grace, 404]] as const) {
    assert.equal((await app.call("DELETE", `/reading/books/${id}`, as)).status, status);
  }
  assert.deepEqual((await app.log(app.grace)).books, []);
});
