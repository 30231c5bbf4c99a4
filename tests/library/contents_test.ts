import assert from "node:assert/strict";
import { testLibrary } from "./library.ts";

const isbn = "9780486272634";
const edition = {
  key: "/books/OL1M",
  number_of_pages: 300,
  works: [{ key: "/works/OL1W" }],
  table_of_contents: [
    { level: 0, label: "", title: "Preface", pagenum: "vii", type: { key: "/type/toc_item" } },
    { level: 0, label: "Chapter 1", title: "Loomings", pagenum: "1" },
    { level: 0, label: "Chapter 2", title: "The  Carpet-Bag", pagenum: 12 },
    { level: 1, title: "Exercises", pagenum: "20" },
    { level: 0, title: "Out of order", pagenum: "3" },
    { level: 1, title: "Exercises", pagenum: "31" },
    { title: "No page", pagenum: "" },
    "not as documented",
    { title: { key: "no text" }, pagenum: "44" },
  ],
};
const chapters = [
  { title: "Chapter 1 Loomings", page: 1 },
  { title: "Chapter 2 The Carpet-Bag", page: 12 },
  { title: "Exercises", page: 20 },
  { title: "Exercises (2)", page: 31 },
];

Deno.test("a table of contents is the edition's, in the pages that rise, with a title of its own for each", async () => {
  await using library = await testLibrary();
  library.server.records[`/isbn/${isbn}.json`] = edition;
  assert.deepEqual(await library.contents!(isbn), { chapters, pageCount: 300 });
  assert.deepEqual(library.server.asked.map(({ url }) => url.pathname), [`/isbn/${isbn}.json`]);
});

Deno.test("where the edition has no contents they are the work's, in pages of an unknown edition", async () => {
  await using library = await testLibrary();
  const { table_of_contents, ...bare } = edition;
  library.server.records = { [`/isbn/${isbn}.json`]: bare, "/works/OL1W.json": { table_of_contents } };
  assert.deepEqual(await library.contents!(isbn), { chapters, pageCount: null });
});

Deno.test("a book that is unknown there, or has contents without pages, has none", async () => {
  await using library = await testLibrary();
  assert.equal(await library.contents!(isbn), undefined);
  const records: unknown[] = [
    {},
    { table_of_contents: [{ title: "Preface", pagenum: "vii" }, { title: "One" }] },
    { table_of_contents: "none", works: [{ key: "/../search.json" }] },
    [],
    { table_of_contents: null, works: null, number_of_pages: "many" },
  ];
  for (const record of records) {
    library.server.records[`/isbn/${isbn}.json`] = record;
    assert.equal(await library.contents!(isbn), undefined, JSON.stringify(record));
  }
  assert.equal(await library.contents!("no number"), undefined);
  assert.ok(library.server.asked.every(({ url }) => url.pathname.startsWith("/isbn/")));
});

Deno.test("when Open Library fails, contents are temporarily unavailable, and soon it is not asked", async () => {
  await using library = await testLibrary({ timeout: 300 });
  library.server.records[`/isbn/${isbn}.json`] = edition;
  for (const behaviour of ["hang", "not json", 503] as const) {
    library.server.behaviour.openlibrary = behaviour;
    await assert.rejects(library.contents!(isbn), { status: 503, code: "sources_unavailable" });
  }
  library.server.behaviour.openlibrary = "answer";
  await assert.rejects(library.contents!(isbn), { status: 503 });
  assert.equal(library.server.count("openlibrary"), 3);
  library.pass(60_001);
  assert.deepEqual(await library.contents!(isbn), { chapters, pageCount: 300 });
});

Deno.test("without Open Library among the sources there is nothing to look contents up in", async () => {
  await using library = await testLibrary({ sources: "google" });
  assert.equal(library.contents, undefined);
});
