import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { setCookieOf, submit, visit } from "../support/requests.ts";
import { booksServerTexts } from "../../server/contract/books/texts.ts";

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

/** A running app where Ada and Grace read a book of 200 pages. */
async function withBook() {
  const library = await openLibrary();
  const app = await startApp({ env: { BOOK_SOURCES: "shelf,openlibrary", OPEN_LIBRARY_URL: library.url } });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  const book = { title: "Sketch", pageCount: 200, isbn, googleBooksId: "zyTCAlFPjgYC" };
  const { body } = await app.call("POST", `/books/groups/${id}/books`, ada, book);
  const bookId: string = body.book.id;
  const here = `/group/${id}`;
  const page = `${here}/books/${bookId}`;
  return {
    ...app,
    library,
    ada,
    grace,
    here,
    page,
    open: `${here}?book=${bookId}`,
    tab: `${page}?tab=copy`,
    api: `/books/${bookId}`,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      library.close();
    },
  };
}

const read = async (app: TestApp, path: string, as: Person) => await (await visit(app, path, as)).text();

/** Sends a form: its status, where it leads, and the outcome the next page will show. */
async function sent(app: TestApp, path: string, as: Person, fields: Record<string, string>) {
  const response = await submit(app, path, as, fields);
  const flash = setCookieOf(response, "chapterhouse_flash")?.value;
  const toast = flash && JSON.parse(decodeURIComponent(decodeURIComponent(flash))).text;
  return { status: response.status, location: response.headers.get("Location"), toast, html: await response.text() };
}

const minutes = { unit: "minutes", pageCount: "600" };
const contents = "One … 5\nTwo … 100\nThree … 150";

/** The chapters of a tab with their pages, as its list has them. */
const listed = (html: string) =>
  [...html.matchAll(/<span dir="auto">([^<]+)<\/span>(?:<span class="contents-page">|<input[^>]*placeholder=")(\d+)/g)]
    .map(([, title, page]) => [title, Number(page)]);

Deno.test("a reader sets their copy by a form, and the group's page counts as it does, everywhere", async () => {
  await using app = await withBook();
  await app.call("PUT", `${app.api}/progress`, app.grace, { currentPage: 100 });
  assert.match(await read(app, app.tab, app.grace), /You read the group&#x27;s edition of 200 pages/);
  const { status, location, toast } = await sent(app, `${app.page}/edition`, app.grace, minutes);
  assert.deepEqual([status, location, toast], [
    303,
    app.tab,
    "Your copy was saved, and your place in the text is the same",
  ]);
  assert.match(await read(app, app.tab, app.grace), /You listen to 600 minutes/);
  for (const path of [app.here, app.open, "/profile"]) {
    const html = await read(app, path, app.grace);
    assert.match(html, /Minute 300 of 600/, path);
    assert.doesNotMatch(html, /Page \d+ of/, path);
  }
  const opened = await read(app, app.open, app.grace);
  assert.match(opened, /Current minute/);
  assert.match(opened, /Notes for minute 300</);
  assert.match(opened, /max="600"/);
  assert.match(opened, /name="page"[^>]*value="300"/);
  assert.match(await read(app, app.here, app.ada), /Page 0 of 200/, "Ada's copy is her own");
});

Deno.test("a page of one's copy is saved by a form, and beyond its end refused with the copy's number", async () => {
  await using app = await withBook();
  await app.call("PUT", `${app.api}/edition`, app.grace, minutes);
  const path = `${app.page}/progress${app.open.slice(app.here.length)}&page=0`;
  const turned = await sent(app, path, app.grace, { page: "450" });
  assert.deepEqual([turned.status, turned.location], [303, `${app.open}&page=450`]);
  const beyond = await sent(app, path, app.grace, { page: "601" });
  assert.equal(beyond.status, 400);
  assert.match(beyond.html, /total pages \(600\)/);
  assert.match(beyond.html, /name="page"[^>]*value="601"/);
});

Deno.test("a percent copy shows its percent once", async () => {
  await using app = await withBook();
  await app.call("PUT", `${app.api}/edition`, app.ada, { unit: "percent" });
  await app.call("PUT", `${app.api}/progress`, app.ada, { page: 45 });
  const html = await read(app, app.open, app.ada);
  assert.match(html, /45%/);
  assert.match(html, /Current percent/);
  assert.doesNotMatch(html, /45% complete/);
});

Deno.test("a note is the book's page's, so that pages of a longer copy share it, and saving it leads back to one's page", async () => {
  await using app = await withBook();
  await app.call("PUT", `${app.api}/edition`, app.grace, minutes);
  const query = (page: number) => `${app.open.slice(app.here.length)}&page=${page}`;
  const fields = { content: "On the cards.", pageNumber: "100", baseUpdatedAt: "" };
  const saved = await sent(app, `${app.page}/notes${query(299)}`, app.grace, fields);
  assert.deepEqual([saved.status, saved.location], [303, `${app.open}&page=299`]);
  for (const [page, isThere] of [[298, true], [299, true], [300, true], [301, false]] as const) {
    assert.equal((await read(app, app.here + query(page), app.grace)).includes("On the cards."), isThere, `${page}`);
  }
});

Deno.test("the preview opens at the book's page, wherever that is in the reader's copy", async () => {
  await using app = await withBook();
  await app.call("PUT", `${app.api}/edition`, app.grace, minutes);
  const html = await read(app, `${app.open}&page=300&view=split&preview=`, app.grace);
  assert.match(html, /pg=PA100&amp;/);
});

Deno.test("a member types the contents once for all, and each sees them in their own pages", async () => {
  await using app = await withBook();
  await app.call("PUT", `${app.api}/edition`, app.grace, minutes);
  assert.match(await read(app, app.tab, app.ada), /No table of contents yet/);
  const { status, location, toast } = await sent(app, `${app.page}/chapters`, app.ada, { contents });
  assert.deepEqual([status, location, toast], [303, app.tab, "Contents saved"]);
  assert.deepEqual(listed(await read(app, app.tab, app.ada)), [["One", 5], ["Two", 100], ["Three", 150]]);
  assert.deepEqual(listed(await read(app, app.tab, app.grace)), [["One", 15], ["Two", 300], ["Three", 450]]);
  assert.match(await read(app, `${app.tab}&contents`, app.ada), />One … 5\nTwo … 100\nThree … 150</);
});

Deno.test("typed contents that cannot be read are shown again, with the line that is wrong", async () => {
  await using app = await withBook();
  const { status, html } = await sent(app, `${app.page}/chapters`, app.ada, { contents: "One 5\nno page <b>" });
  assert.equal(status, 400);
  assert.match(html, /A title and a page, please: “no page &lt;b&gt;”/);
  assert.match(html, />One 5\nno page &lt;b&gt;</);
});

Deno.test("contents typed from another copy are stored as the book's pages and as that copy's", async () => {
  await using app = await withBook();
  await app.call("PUT", `${app.api}/edition`, app.grace, minutes);
  await sent(app, `${app.page}/chapters`, app.grace, { contents: "One … 15\nTwo … 401" });
  assert.deepEqual((await app.call("GET", `${app.api}/chapters`, app.ada)).body, [
    { title: "One", page: 5 },
    { title: "Two", page: 134 },
  ]);
  // Ada has the book, where the chapter begins elsewhere.
  await sent(app, `${app.page}/chapters`, app.ada, { contents: "One … 5\nTwo … 100" });
  const { points } = (await app.call("GET", `${app.api}/edition`, app.grace)).body.edition;
  assert.deepEqual(points, [[15, 25_000_000], [401, 500_000_000]]);
  // What is not changed stays as it is, in the book's pages too.
  await sent(app, `${app.page}/chapters`, app.grace, { contents: "One … 15\nTwo … 401\nThree … 500" });
  const [one, two] = (await app.call("GET", `${app.api}/chapters`, app.ada)).body;
  assert.deepEqual([one.page, two.page], [5, 100]);
});

Deno.test("a form has room for the pages of as many chapters as a table of contents has", async () => {
  await using app = await withBook();
  const titles = Array.from({ length: 300 }, (_, n) => `Chapter ${n}`);
  const chapters = titles.map((title) => ({ title, page: 9 }));
  assert.equal((await app.call("PUT", `${app.api}/chapters`, app.ada, chapters)).status, 200);
  await sent(app, `${app.page}/edition`, app.grace, minutes);
  const fields = Object.fromEntries(titles.map((title) => [`page ${title}`, "20"]));
  assert.equal((await sent(app, `${app.page}/anchors`, app.grace, fields)).status, 303);
});

Deno.test("readers say where chapters begin in their copy; other pages are estimated", async () => {
  await using app = await withBook();
  await app.call("PUT", `${app.api}/edition`, app.grace, minutes);
  await sent(app, `${app.page}/chapters`, app.ada, { contents });
  const { status, location } = await sent(app, `${app.page}/anchors`, app.grace, { "page One": "", "page Two": "400" });
  assert.deepEqual([status, location], [303, app.tab]);
  const html = await read(app, app.tab, app.grace);
  assert.deepEqual(listed(html), [["One", 20], ["Two", 400], ["Three", 500]]);
  assert.match(html, /name="page Two"[^>]*value="400"/);
  const refused = await sent(app, `${app.page}/anchors`, app.grace, { "page One": "9", "page Two": "601" });
  assert.equal(refused.status, 400);
  assert.match(refused.html, /“Two” begins beyond page 600/);
  assert.match(refused.html, /name="page Two"[^>]*value="601"/);
});

Deno.test("an open page names its chapter", async () => {
  await using app = await withBook();
  await app.call("PUT", `${app.api}/edition`, app.grace, minutes);
  await sent(app, `${app.page}/chapters`, app.ada, { contents: "The Spouter-Inn … 5\nThe Whale … 100" });
  for (
    const [page, title] of [[14, undefined], [15, "Spouter-Inn"], [299, "Spouter-Inn"], [300, "Whale"], [
      600,
      "Whale",
    ]] as const
  ) {
    const html = await read(app, `${app.open}&page=${page}`, app.grace);
    assert.equal(/class="field-hint"[^>]*>The ([\w-]+)</.exec(html)?.[1], title, `${page}`);
  }
});

Deno.test("contents come from Open Library where the group has none, in the book's pages", async () => {
  await using app = await withBook();
  const find = `${app.page}/chapters/find`;
  const none = await sent(app, find, app.grace, {});
  assert.match(none.toast, /no contents with page numbers/);
  app.library.records[`/isbn/${isbn}.json`] = {
    number_of_pages: 400,
    table_of_contents: [{ title: "One", pagenum: "10" }, { title: "Two", pagenum: "200" }, {
      title: "X",
      pagenum: "999",
    }],
  };
  assert.match(await read(app, app.tab, app.grace), /Fill from Open Library/);
  const found = await sent(app, find, app.grace, {});
  assert.deepEqual([found.status, found.location, found.toast], [303, app.tab, "2 chapters were found"]);
  assert.deepEqual((await app.call("GET", `${app.api}/chapters`, app.ada)).body, [
    { title: "One", page: 5 },
    { title: "Two", page: 100 },
  ]);
  assert.doesNotMatch(await read(app, app.tab, app.grace), /Fill from Open Library/);
  assert.equal((await sent(app, find, app.ada, {})).toast, "The group has a table of contents already");
});

Deno.test("a length that is no number is refused beside the field, with what was typed", async () => {
  await using app = await withBook();
  const { status, html } = await sent(app, `${app.page}/edition`, app.grace, { unit: "minutes", pageCount: "0" });
  assert.equal(status, 400);
  assert.ok(html.includes(booksServerTexts.invalidPageCount));
  assert.match(html, /<option value="minutes" selected="">/);
  assert.match(html, /name="pageCount"[^>]*value="0"/);
});
