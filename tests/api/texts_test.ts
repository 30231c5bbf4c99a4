import assert from "node:assert/strict";
import { groupRoom } from "../../db/account/storage.ts";
import { holdLease } from "../../db/engine/leases.ts";
import { storageUsed } from "../../db/chat/files.ts";
import { epub as limits } from "../../server/contract/books/text_limits.ts";
import { parsePlainBook } from "../../server/library/epub/plain_book.ts";
import { writeEpub } from "../../server/library/epub/write_epub.ts";
import { scheduleSweeps } from "../../server/operations/sweeps.ts";
import type { TextPart } from "../../server/contract/books/text_shapes.ts";
import type { Person } from "../support/app.ts";
import { type Cast, type Options, run, startReading } from "../support/cast.ts";
import { epubOf, plainText, xhtml } from "../support/epubs.ts";
import { until } from "../support/operate.ts";

const chapter = (title: string, paragraphs: number) =>
  `# ${title}\n\n${Array.from({ length: paragraphs }, (_, n) => `${title} goes on, ${n}. `.repeat(20)).join("\n\n")}`;

const written = (title?: string) => plainText(`${chapter("First", 40)}\n\n${chapter("Second", 40)}`, title);

const epub = (title?: string) => writeEpub(parsePlainBook(written(title)));

async function start(options?: Options) {
  const app = await startReading(options, { pageCount: 100 });
  const bring = async (
    by: Person | null,
    file: Uint8Array<ArrayBuffer> | null,
    { bookId = app.bookId, mayShare = "true" } = {},
  ) => {
    const form = new FormData();
    if (file) form.append("file", new File([file], "book.epub"));
    form.append("mayShare", mayShare);
    const response = await fetch(`${app.url}/api/books/${bookId}/text`, {
      method: "POST",
      headers: by ? { Authorization: `Bearer ${by.token}` } : {},
      body: form,
    });
    return { status: response.status, body: await response.json() };
  };
  const text = async (as: Person, bookId = app.bookId) =>
    (await app.call("GET", `/books/${bookId}/text`, as)).body.text;
  const ready = async (bookId = app.bookId) => {
    await until(async () => (await text(app.ada, bookId)).state !== "reading");
    const { state, problem } = await text(app.ada, bookId);
    assert.equal(state, "ready", problem ?? "");
  };
  return { ...app, bring, text, ready };
}

const quotaUsed = async ({ deps: { db } }: Pick<Cast, "deps">) =>
  (await db.q.all<{ bytes: number }>("select stored_bytes as bytes from texts"))[0].bytes;

const asGroups = ({ deps: { db } }: Pick<Cast, "deps">) =>
  db.q.all<{ id: string; bytes: number }>("select id, stored_bytes as bytes from groups order by id");

Deno.test("a member brings a text, which is read in after the answer and read by members alone, with the book's contents", async () => {
  await using app = await start();
  const { grace, mallory, ada, path, bring } = app;
  const { status, body } = await bring(grace, await epub());
  assert.deepEqual([status, body.text.bookId], [202, app.bookId]);
  await app.ready();
  const { title, language, characters, sections } = await app.text(ada);
  assert.deepEqual([title, language, characters > 10_000], ["Looms", "en", true]);
  const contents = async () => (await app.call("GET", `${path}/chapters`, ada)).body;
  assert.deepEqual(
    (await contents()).map(({ title }: { title: string }) => title),
    sections.map(({ title }: { title: string }) => title),
  );
  let [next, shown]: [number | null, string] = [0, ""];
  while (next !== null) {
    const { body: part } = await app.call("GET", `${path}/text/part?at=${next as number}`, grace) as { body: TextPart };
    assert.ok(part.from <= next && next < part.to);
    [next, shown] = [part.next, shown + part.html];
  }
  assert.match(shown, /First goes on, 0\.[^]*Second goes on, 39\./);
  for (const call of ["/text", "/text/part"]) {
    assert.equal((await app.call("GET", path + call, mallory)).status, 404);
  }
  const turned = await app.call("PUT", `${path}/progress`, grace, { at: sections.at(-1).from });
  const page = (await contents()).at(-1).page;
  assert.equal(turned.body.progress.currentPage, page);
  await app.call("DELETE", `${app.here}/members/${grace.id}`, ada);
  assert.equal((await app.call("GET", `${path}/text/part`, grace)).status, 404);
});

Deno.test("what is no EPUB, comes without consent or from others, or is one text too many, is refused", async () => {
  await using app = await start();
  const { ada, grace, mallory, bring } = app;
  const file = await epub();
  const answer = async (...sent: Parameters<typeof bring>) => {
    const { status, body } = await bring(...sent);
    return [status, body.code];
  };
  assert.deepEqual(await answer(grace, new TextEncoder().encode("no book")), [400, "invalid_text"]);
  assert.deepEqual(await answer(grace, null), [400, "no_file"]);
  assert.deepEqual(await answer(grace, file, { mayShare: "" }), [400, "no_consent"]);
  assert.deepEqual(await answer(mallory, file), [404, "book_not_found"]);
  await app.call("PUT", `${app.here}/settings`, ada, { texts: "organizers" });
  assert.deepEqual(await answer(grace, file), [403, "organizers_only"]);
  assert.equal((await bring(ada, file)).status, 202);
  assert.deepEqual(await answer(ada, file), [409, "has_text"]);
  await app.ready();
  assert.equal((await app.call("DELETE", `${app.path}/text`, grace)).body.code, "organizers_only");
  assert.equal((await app.call("DELETE", `${app.path}/text`, ada)).status, 200);
  assert.equal((await app.call("GET", `${app.path}/text`, ada)).body.code, "text_not_found");
});

Deno.test("where operators let nobody bring texts, those that are there stay", async () => {
  await using app = await start({ env: { BOOK_TEXTS: "off" } });
  const { status, body } = await app.bring(app.ada, await epub());
  assert.deepEqual([status, body.code], [403, "texts_off"]);
});

Deno.test("a file that another book has is read in once, counts in each group, and goes with its last book", async () => {
  await using app = await start();
  const { ada, grace, circle, bring, deps: { db, purge } } = app;
  const other = await app.group(ada, grace);
  const { body: { book } } = await app.call("POST", `/books/groups/${other.id}/books`, ada, {
    title: "Looms",
    pageCount: 50,
  });
  const before = await asGroups(app);
  await bring(grace, await epub());
  await app.ready();
  await bring(grace, await epub(), { bookId: book.id });
  await app.ready(book.id);
  const size = await quotaUsed(app);
  assert.ok(size > 10_000);
  const after = await asGroups(app);
  for (const { id, bytes } of after) {
    const grown = bytes - before.find((group) => group.id === id)!.bytes;
    assert.ok(grown >= size && grown < size + 2000, `${grown} for ${size}`);
    assert.equal(await storageUsed(db, id), size);
  }
  await app.call("DELETE", `/books/${book.id}`, ada);
  assert.equal((await app.call("GET", `/books/${book.id}/text`, ada)).status, 404);
  await app.call("POST", `/books/${book.id}/restore`, ada);
  assert.equal((await app.text(ada, book.id)).state, "ready");
  await app.call("DELETE", `/books/${book.id}/text`, ada);
  await purge.sweep();
  assert.equal((await app.text(ada)).state, "ready");
  await app.call("DELETE", `${app.path}/text`, grace);
  await purge.sweep();
  for (const table of ["texts", "text_parts", "text_pictures"]) {
    assert.deepEqual(await db.q.all(`select 1 from ${table}`), [], table);
  }
  assert.ok((await asGroups(app)).find(({ id }) => id === circle.id)!.bytes < size);
});

Deno.test("a text that has no room in its group is refused, and one whose reading ended with its process can be brought again", async () => {
  await using app = await start();
  const { ada, bring, deps: { db } } = app;
  const file = await epub();
  await bring(ada, file);
  await app.ready();
  await db.write([db.q.run("update texts set state = 'reading', read_until = 1")]);
  assert.match((await app.text(ada)).problem, /interrupted/);
  await app.call("DELETE", `${app.path}/text`, ada);
  assert.equal((await bring(ada, file)).status, 202);
  await app.ready();
});

Deno.test("a file that is being read in is given to no other group until that is done, and then only where all of it has room", async () => {
  const file = await epub();
  await using app = await start({ env: { GROUP_QUOTA: "1000000" } });
  const { ada, bring, deps: { db } } = app;
  const other = await app.group(ada);
  const { body: { book } } = await app.call("POST", `/books/groups/${other.id}/books`, ada, {
    title: "Looms",
    pageCount: 50,
  });
  const bringToOther = () => bring(ada, file, { bookId: book.id });
  await bring(ada, file);
  await app.ready();
  const set = (changes: string) => db.write([db.q.run(`update texts set ${changes}`)]);
  await set(`state = 'reading', read_until = ${Date.now() + 60_000}`);
  const { status, body } = await bringToOther();
  assert.deepEqual([status, body.code], [503, "unavailable"]);
  await set("state = 'ready', read_until = null, stored_bytes = 1000001");
  assert.deepEqual((await bringToOther()).body.code, "storage_full");
  await set("stored_bytes = 1000000");
  assert.equal((await bringToOther()).body.text.state, "ready");
});

/** Two chapters of equal length, of which the second begins on page 21 of 100. */
function withPrintPages() {
  const links = (targets: [href: string, label: string][]) =>
    targets.map(([href, label]) => `<li><a href="text/${href}">${label}</a></li>`).join("");
  const chapters = ["One", "Two"].map((title) => `<h1>${title}</h1><p id="end">${"It goes on. ".repeat(500)}</p>`);
  const nav = `<nav epub:type="toc"><ol>${links([["ch1.xhtml", "One"], ["ch2.xhtml", "Two"]])}</ol></nav>` +
    `<nav epub:type="page-list"><ol>${
      links([["ch1.xhtml", "1"], ["ch2.xhtml", "21"], ["ch2.xhtml#end", "100"]])
    }</ol></nav>`;
  return epubOf({
    chapters,
    files: { "OEBPS/nav.xhtml": xhtml(nav) },
    manifest: `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>`,
  });
}

Deno.test("a text that names the pages of the print gives the book its chapters there, also in a group that has it later", async () => {
  await using app = await start();
  const { ada, bring } = app;
  const other = await app.group(ada);
  const { body: { book } } = await app.call("POST", `/books/groups/${other.id}/books`, ada, {
    title: "Looms",
    pageCount: 100,
  });
  for (const bookId of [app.bookId, book.id]) {
    assert.equal((await bring(ada, withPrintPages(), { bookId })).status, 202);
    await app.ready(bookId);
    assert.deepEqual((await app.call("GET", `/books/${bookId}/chapters`, ada)).body, [
      { title: "One", page: 0 },
      { title: "Two", page: 21 },
    ]);
    const { sections } = await app.text(ada, bookId);
    const turned = await app.call("PUT", `/books/${bookId}/progress`, ada, { at: sections[1].from });
    assert.equal(turned.body.progress.currentPage, 21);
  }
});

Deno.test("a text that the group's creator has no room for is refused, and nothing is left of one that outgrows it", async () => {
  const file = await epub();
  for (const [free, status] of [[file.length - 1, 413], [file.length + 1, 202]]) {
    await using app = await start();
    const { ada, grace, bring, deps: { db, purge, config } } = app;
    const all = await groupRoom(db, app.circle.id, config.accountQuota);
    await run(app, `update account_storage set bytes = bytes + ${all - free} where user_id = '${ada.id}'`);
    const answer = await bring(grace, file);
    assert.equal(answer.status, status);
    if (status === 413) assert.equal(answer.body.code, "account_full");
    else await until(async () => (await app.text(ada)).state === "failed");
    await purge.sweep();
    assert.deepEqual(await db.q.all("select 1 from text_parts"), []);
    assert.equal(await groupRoom(db, app.circle.id, config.accountQuota), free);
  }
});

Deno.test("a file of more than 50 MB is refused, and one of exactly as many is looked at", async () => {
  await using app = await start();
  for (const [more, code] of [[1, "413 too_large"], [0, "400 invalid_text"]] as const) {
    const { status, body } = await app.bring(app.ada, new Uint8Array(limits.bytes + more));
    assert.equal(`${status} ${body.code}`, code);
  }
});

Deno.test("of two members who bring a text to one book at once one does, and the book has that one's", async () => {
  await using app = await start();
  const { ada, grace, bring } = app;
  const files = [await epub("Looms"), await epub("Cards")];
  const answers = await Promise.all([bring(ada, files[0]), bring(grace, files[1])]);
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 202).length, 1, statuses.join());
  assert.ok(statuses.every((status) => [202, 409].includes(status)), statuses.join());
  await app.ready();
  assert.equal((await app.text(ada)).title, statuses[0] === 202 ? "Looms" : "Cards");
});

Deno.test("texts that arrive at once are read in one after the other", async () => {
  await using app = await start();
  const { ada, grace, bring, call, shelf } = app;
  const { body: { book } } = await call("POST", shelf, ada, { title: "Cards", pageCount: 50 });
  const files = [await epub(), await epub("Cards")];
  const answers = await Promise.all([bring(ada, files[0]), bring(grace, files[1], { bookId: book.id })]);
  assert.deepEqual(answers.map(({ status }) => status), [202, 202]);
  for (const bookId of [app.bookId, book.id]) await app.ready(bookId);
});

Deno.test("a text that its group has no room for is refused, and nothing is left of one that outgrows the room", async () => {
  const file = await epub();
  for (const [quota, status] of [[file.length - 1, 413], [file.length + 1, 202]]) {
    await using app = await start({ env: { GROUP_QUOTA: String(quota) } });
    const { ada, bring, deps: { db, purge } } = app;
    assert.equal((await bring(ada, file)).status, status);
    if (status === 413) assert.equal((await app.call("GET", `${app.path}/text`, ada)).status, 404);
    else {
      await until(async () => (await app.text(ada)).state === "failed");
      assert.match((await app.text(ada)).problem, /room|full|space|free/);
    }
    await purge.sweep();
    assert.deepEqual(await db.q.all("select 1 from text_parts"), []);
  }
});

Deno.test("a text that is removed, or whose group is deleted, while it is read in leaves nothing", async () => {
  for (const removed of ["text", "group"]) {
    await using app = await start();
    const { ada, bring, deps: { db, purge } } = app;
    assert.equal((await bring(ada, await epub())).status, 202);
    const { status } = await app.call("DELETE", removed === "text" ? `${app.path}/text` : app.here, ada);
    assert.equal(status, 200);
    await until(async () => (await db.q.all("select 1 from texts where state = 'reading'")).length === 0);
    await purge.sweep();
    for (const table of ["texts", "text_parts", "text_pictures", "book_texts"]) {
      assert.deepEqual(await db.q.all(`select 1 from ${table}`), [], `${table} without its ${removed}`);
    }
    assert.deepEqual(await db.q.all("select 1 from editions where unit = 'characters'"), []);
  }
});

Deno.test("highlights are found again once a book has another text, also where a process ended before it had looked", async () => {
  await using app = await start();
  const { ada, bring, call, path, deps } = app;
  await bring(ada, await epub());
  await app.ready();
  await call("POST", `${path}/highlights`, ada, { from: 0, to: 40_000_000 });
  const highlight = async () => (await call("GET", `${path}/highlights`, ada)).body.highlights[0];
  await call("DELETE", `${path}/text`, ada);
  assert.equal((await highlight()).lost, true);
  await bring(ada, await epub("Cards"));
  await until(async () => !(await highlight()).lost);
  await run(app, "update highlights set hash = 'former'");
  assert.equal((await highlight()).lost, true);
  // As on a database server, where another process does the hourly work.
  const { release } = await holdLease(deps.db, "sweep");
  const stopSweeps = scheduleSweeps({ ...deps, config: { ...deps.config, databaseUrl: "https://database.example" } });
  await until(async () => !(await highlight()).lost);
  await stopSweeps();
  await release();
});
