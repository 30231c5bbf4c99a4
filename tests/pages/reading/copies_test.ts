/** A reader's own copy, and the table of contents, by forms. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { booksServerTexts } from "../../../server/contract/books/texts.ts";
import type { Person } from "../../support/app.ts";
import { startReading } from "../../support/cast.ts";
import { read, send } from "../../support/forms.ts";
import { inScene } from "../../support/in_scene.ts";

const isbn = "9780486272634";

/** A server in place of Open Library. A service in the same process replaces the `Response` of Deno's own servers. */
async function openLibrary() {
  const records: Record<string, unknown> = {};
  const server = createServer(({ url }, response) => {
    response.statusCode = records[url!] ? 200 : 404;
    response.end(JSON.stringify(records[url!] ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { records, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** The cast with a book of 200 pages; Grace reads and sends, unless somebody else does. */
async function withBook() {
  const library = await openLibrary();
  const env = { BOOK_SOURCES: "shelf,openlibrary", OPEN_LIBRARY_URL: library.url };
  const app = await startReading({ env }, { isbn, googleBooksId: "zyTCAlFPjgYC" });
  const { grace, path, call } = app;
  const group = `/group/${app.circle.id}`;
  const page = `${group}/books/${app.bookId}`;
  const tab = `${page}?tab=copy`;
  return {
    ...app,
    library,
    group,
    tab,
    query: `?book=${app.bookId}`,
    read: (path: string, as = grace) => read(app, path, as),
    send: (form: string, fields: Record<string, string> = {}, as = grace) => send(app, `${page}/${form}`, as, fields),
    get: async (name: string, as: Person) => (await call("GET", `${path}/${name}`, as)).body,
    /** Grace listens to 600 minutes. */
    listen: () => call("PUT", `${path}/edition`, grace, { unit: "minutes", pageCount: 600 }),
    /** The chapters of somebody's tab with their pages, as its list has them. */
    async listed(as: Person) {
      const entry = /<span dir="auto">([^<]+)<\/span>(?:<span class="contents-page">|<input[^>]*placeholder=")(\d+)/g;
      return [...(await read(app, tab, as)).matchAll(entry)].map(([, title, page]) => `${title} ${page}`);
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      library.close();
    },
  };
}

const test = inScene(withBook);

const contents = "One … 5\nTwo … 100\nThree … 150";

test("a reader sets their copy by a form, and the group's page counts as it does, everywhere", async (app) => {
  const { ada, grace, query } = app;
  await app.turn(grace, 100);
  assert.match(await app.read(app.tab), /You read the edition on the shelf, of 200 pages/);
  const wrong = await app.send("edition", { unit: "minutes", pageCount: "0" });
  assert.ok(wrong.status === 400 && wrong.html.includes(booksServerTexts.invalidPageCount));
  assert.match(wrong.html, /<option value="minutes" selected="">/);
  assert.match(wrong.html, /name="pageCount"[^>]*value="0"/);
  const { to, toast } = await app.send("edition", { unit: "minutes", pageCount: "600" });
  assert.deepEqual([to, toast], [app.tab, "Your copy was saved, and your place in the text is the same"]);
  assert.match(await app.read(app.tab), /You listen to 600 minutes/);
  for (const path of [app.group, app.group + query, "/profile"]) {
    const html = await app.read(path);
    assert.match(html, /Minute 300 of 600/, path);
    assert.doesNotMatch(html, /Page \d+ of/, path);
  }
  const opened = await app.read(app.group + query);
  const texts = [/Current minute/, /Notes for minute 300</, /max="600"/, /name="page"[^>]*value="300"/];
  for (const text of texts) assert.match(opened, text);
  assert.match(await app.read(app.group, ada), /Page 0 of 200/, "Ada's copy is her own");
  await app.call("PUT", `${app.path}/edition`, ada, { unit: "percent" });
  await app.call("PUT", `${app.path}/progress`, ada, { page: 45 });
  const percent = await app.read(app.group + query, ada);
  assert.ok(/45%/.test(percent) && /Current percent/.test(percent) && !/45% complete/.test(percent));
});

test("pages, notes and the preview of a copy are those of the book's page that is at the same place", async (app) => {
  const { group, query } = app;
  await app.listen();
  const turned = await app.send(`progress${query}&page=0`, { page: "450" });
  assert.deepEqual([turned.status, turned.to], [303, `${group}${query}&page=450`]);
  const beyond = await app.send(`progress${query}&page=0`, { page: "601" });
  assert.equal(beyond.status, 400);
  assert.match(beyond.html, /total pages \(600\)/);
  assert.match(beyond.html, /name="page"[^>]*value="601"/);
  const note = { content: "On the cards.", pageNumber: "100", baseUpdatedAt: "" };
  const saved = await app.send(`notes${query}&page=299`, note);
  assert.deepEqual([saved.status, saved.to], [303, `${group}${query}&page=299`]);
  for (const [page, isThere] of [[298, true], [299, true], [300, true], [301, false]] as const) {
    assert.equal((await app.read(`${group}${query}&page=${page}`)).includes("On the cards."), isThere, `${page}`);
  }
  assert.match(await app.read(`${group}${query}&page=300&view=split&preview=`), /pg=PA100&amp;/);
});

test("a member types the contents once for all, and each sees them, and the chapter of an open page, in their own pages", async (app) => {
  await app.listen();
  assert.match(await app.read(app.tab), /No table of contents yet/);
  const { status, to, toast } = await app.send("chapters", { contents }, app.ada);
  assert.deepEqual([status, to, toast], [303, app.tab, "Contents saved"]);
  assert.deepEqual(await app.listed(app.ada), ["One 5", "Two 100", "Three 150"]);
  assert.deepEqual(await app.listed(app.grace), ["One 15", "Two 300", "Three 450"]);
  assert.match(await app.read(`${app.tab}&contents`, app.ada), />One … 5\nTwo … 100\nThree … 150</);
  for (const [page, title] of [[14, undefined], [15, "One"], [299, "One"], [300, "Two"], [600, "Three"]] as const) {
    const html = await app.read(`${app.group}${app.query}&page=${page}`);
    assert.equal(/class="field-hint"[^>]*>(One|Two|Three)</.exec(html)?.[1], title, `${page}`);
  }
  const wrong = await app.send("chapters", { contents: "One 5\nno page <b>" });
  assert.equal(wrong.status, 400);
  assert.match(wrong.html, /A title and a page, please: “no page &lt;b&gt;”/);
  assert.match(wrong.html, />One 5\nno page &lt;b&gt;</);
});

test("contents typed from another copy are stored as the book's pages and as that copy's", async (app) => {
  await app.listen();
  await app.send("chapters", { contents: "One … 15\nTwo … 401" });
  const [one, two] = [{ title: "One", page: 5 }, { title: "Two", page: 134 }];
  assert.deepEqual(await app.get("chapters", app.ada), [one, two]);
  // Ada has the book, where the chapter begins elsewhere.
  await app.send("chapters", { contents: "One … 5\nTwo … 100" }, app.ada);
  const { points } = (await app.get("edition", app.grace)).edition;
  assert.deepEqual(points, [[15, 25_000_000], [401, 500_000_000]]);
  // What is not changed stays as it is, in the book's pages too.
  await app.send("chapters", { contents: "One … 15\nTwo … 401\nThree … 500" });
  assert.deepEqual((await app.get("chapters", app.ada)).slice(0, 2), [one, { ...two, page: 100 }]);
});

test("readers say where chapters begin in their copy, of three hundred at once too; other pages are estimated", async (app) => {
  await app.listen();
  await app.send("chapters", { contents }, app.ada);
  const { status, to } = await app.send("anchors", { "page One": "", "page Two": "400" });
  assert.deepEqual([status, to], [303, app.tab]);
  assert.deepEqual(await app.listed(app.grace), ["One 20", "Two 400", "Three 500"]);
  assert.match(await app.read(app.tab), /name="page Two"[^>]*value="400"/);
  const refused = await app.send("anchors", { "page One": "9", "page Two": "601" });
  assert.equal(refused.status, 400);
  assert.match(refused.html, /“Two” begins beyond page 600/);
  assert.match(refused.html, /name="page Two"[^>]*value="601"/);
  const titles = Array.from({ length: 300 }, (_, n) => `Chapter ${n}`);
  await app.call("PUT", `${app.path}/chapters`, app.ada, titles.map((title) => ({ title, page: 9 })));
  const many = Object.fromEntries(titles.map((title) => [`page ${title}`, "20"]));
  assert.equal((await app.send("anchors", many)).status, 303);
});

test("contents come from Open Library where the group has none, in the book's pages", async (app) => {
  assert.match((await app.send("chapters/find")).toast!, /no contents with page numbers/);
  const entries = Object.entries({ One: 10, Two: 200, X: 999 }).map(([title, page]) => ({ title, pagenum: `${page}` }));
  app.library.records[`/isbn/${isbn}.json`] = { number_of_pages: 400, table_of_contents: entries };
  assert.match(await app.read(app.tab), /Fill from Open Library/);
  const found = await app.send("chapters/find");
  assert.deepEqual([found.status, found.to, found.toast], [303, app.tab, "2 chapters were found"]);
  const chapters = [{ title: "One", page: 5 }, { title: "Two", page: 100 }];
  assert.deepEqual(await app.get("chapters", app.ada), chapters);
  assert.doesNotMatch(await app.read(app.tab), /Fill from Open Library/);
  assert.equal((await app.send("chapters/find")).toast, "There is a table of contents already");
});
