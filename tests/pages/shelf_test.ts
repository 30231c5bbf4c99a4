import assert from "node:assert/strict";
import { fromShelf, shelfPaths } from "../../server/contract/books/shelf_paths.ts";
import { shelfTexts as words } from "../../server/contract/books/shelf_texts.ts";
import type { Book } from "../../server/contract/books/shapes.ts";
import { booksTexts } from "../../server/contract/books/texts.ts";
import { aboutPaths } from "../../server/contract/groups/about_paths.ts";
import { isbnTexts } from "../../server/contract/books/isbn_texts.ts";
import { bookPaths } from "../../server/contract/books/paths.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { removalTexts } from "../../server/contract/groups/settings_texts.ts";
import { shelf as limits } from "../../server/contract/books/limits.ts";
import { sql } from "drizzle-orm";
import { startReading } from "../support/cast.ts";
import { formKeyIn, read, send } from "../support/forms.ts";
import { inScene } from "../support/in_scene.ts";

const test = inScene(startReading);

/** As in a page: React escapes apostrophes and quotes. */
const titlesIn = (html: string) =>
  [...html.matchAll(/<h2 id="(\w+)">|<li id="[^"]*" class="shelf-book">[^]*?<h3[^>]*><a[^>]*>([^<]*)/g)]
    .map(([, state, title]) => state ?? title);

test("Grace suggests a book without script, Ada would read it too, and it moves on to next and now", async (app) => {
  const { ada, grace, circle } = app;
  const shelf = bookPaths.shelf(circle.id);
  const form = {
    title: "Emma <1815>",
    author: "Jane Austen",
    pageCount: "474",
    formKey: formKeyIn(await read(app, shelf, grace)),
  };
  const suggested = await send(app, shelfPaths.suggest(circle.id), grace, form);
  assert.equal(suggested.toast, words.suggested);
  const bookId = suggested.to!.split("#")[1];
  await send(app, shelfPaths.suggest(circle.id), grace, form);
  for (const who of [ada, grace]) {
    assert.equal((await send(app, shelfPaths.addInterest(circle.id, bookId), who)).toast, words.noted);
  }
  const html = await read(app, shelf, ada);
  assert.deepEqual(titlesIn(html), ["now", "Sketch", "next", "suggested", "Emma &lt;1815&gt;", "done"]);
  assert.ok(html.includes("2 readers would read it") && html.includes("<bdi>Grace</bdi>"));
  assert.ok(html.includes(words.takeBackOf("Emma &lt;1815&gt;")));
  assert.equal((await send(app, shelfPaths.removeInterest(circle.id, bookId), ada)).toast, words.takenBack);
  for (const state of ["next", "now"] as const) {
    const { to, toast } = await send(app, shelfPaths.change(circle.id, bookId), ada, { state });
    assert.deepEqual([to, toast], [shelfPaths.at(circle.id, bookId), words.moved(state)]);
  }
  const change = await read(app, shelfPaths.book(circle.id, bookId), ada);
  const pressed = [...change.matchAll(/<button[^>]*aria-pressed="true"[^>]*>(.*?)</g)].map(([, text]) => text);
  assert.deepEqual([pressed, change.includes('disabled=""')], [[words.moveTo.now], false]);
  assert.deepEqual(titlesIn(await read(app, shelf, ada)).slice(0, 3), ["now", "Emma &lt;1815&gt;", "Sketch"]);
  const { to } = await send(app, shelfPaths.change(circle.id, bookId), ada, { position: "1" });
  assert.match(await read(app, to!, ada), /<details class="fold shelf-more" open/);
  assert.deepEqual(titlesIn(await read(app, shelf, ada)).slice(0, 3), ["now", "Sketch", "Emma &lt;1815&gt;"]);
});

test("a long part of the shelf has pages, and a link to a book leads to the one that it is on", async (app) => {
  const { ada, circle, deps: { db } } = app;
  const titles = Array.from({ length: limits.page + 1 }, (_, n) => `Volume ${n}`);
  await db.write([
    db.q.run(sql`insert into books (id, group_id, title, page_count, categories, created_at, state)
      select 'v' || key, ${circle.id}, value, 9, '[]', -key, 'done' from json_each(${JSON.stringify(titles)})`),
  ]);
  const last = `v${limits.page}`;
  const pages = [bookPaths.shelf(circle.id), shelfPaths.state(circle.id, "done", 2), shelfPaths.at(circle.id, last)];
  const [first, second, ofLast] = await Promise.all(pages.map((path) => read(app, path.split("#")[0], ada)));
  assert.deepEqual(titlesIn(first).slice(-limits.page), titles.slice(0, -1));
  for (const html of [second, ofLast]) assert.deepEqual(titlesIn(html).slice(-2), ["done", titles.at(-1)]);
  assert.ok(first.includes(`href="${shelfPaths.state(circle.id, "done", 2)}"`) && first.includes(words.next));
  assert.ok(
    second.includes(words.previous) && /<details class="fold" open="">\s*<summary>\s*<h2 id="done"/.test(second),
  );
  assert.deepEqual(titlesIn(await read(app, `${pages[0]}?done=1000`, ada)).slice(-2), ["done", titles.at(-1)]);
});

test("a suggestion that is refused keeps what was typed, with the reason beside its field", async (app) => {
  const { grace, circle } = app;
  const { status, html } = await send(app, shelfPaths.suggest(circle.id), grace, {
    title: " ",
    author: "Austen",
    pageCount: "x",
  });
  assert.equal(status, 400);
  assert.ok(html.includes("Book title is required") && html.includes('value="Austen"'));
  assert.match(html, /<details class="fold" id="suggest" open="">/);
});

test("a correction to fewer pages than Grace has read keeps what was typed until it is confirmed", async (app) => {
  const { ada, grace, circle, bookId, turn } = app;
  await turn(grace, 60);
  const path = shelfPaths.change(circle.id, bookId);
  const typed = { title: "Sketches", authors: "Boz", pageCount: "50" };
  const { status, html } = await send(app, path, ada, typed);
  assert.equal(status, 409);
  assert.ok(html.includes(words.pagesRead) && html.includes(words.fewerPages) && html.includes('value="Sketches"'));
  const { toast, to } = await send(app, path, ada, { ...typed, confirm: "on" });
  assert.deepEqual([toast, to], [words.corrected, shelfPaths.at(circle.id, bookId)]);
  assert.ok((await read(app, shelfPaths.book(circle.id, bookId), ada)).includes('value="Boz"'));
});

test("a correction leaves what was not changed in its form as somebody else has corrected it meanwhile", async (app) => {
  const { ada, grace, circle, bookId, call } = app;
  const page = await read(app, shelfPaths.book(circle.id, bookId), ada);
  const was = page.match(/name="was" value="([^"]+)"/)![1].replaceAll("&quot;", '"');
  const { title, authors } = JSON.parse(was);
  await call("PUT", `/books/${bookId}`, grace, { title: "Sketches by Boz" });
  await send(app, shelfPaths.change(circle.id, bookId), ada, { was, title, authors, pageCount: "250" });
  const { body: { book } } = await call("PUT", `/books/${bookId}`, grace, {});
  assert.deepEqual([book.title, book.pageCount], ["Sketches by Boz", 250]);
  const toCovers = new URLSearchParams({ covers: "", was, title: "Sketches, typed", authors });
  const withCovers = await read(app, `${shelfPaths.book(circle.id, bookId)}?${toCovers}`, ada);
  assert.ok(withCovers.includes(words.drawnCover) && withCovers.includes('value="Sketches, typed"'));
});

test("where the shelf is for organizers, Grace has buttons only for what she suggested", async (app) => {
  const { ada, grace, circle, bookId, call } = app;
  await call("PUT", `/groups/${circle.id}/settings`, ada, { shelf: "organizers" });
  const suggested = await send(app, shelfPaths.suggest(circle.id), grace, { title: "Emma" });
  const own = suggested.to!.split("#")[1];
  const html = await read(app, bookPaths.shelf(circle.id), grace);
  assert.ok(!html.includes(shelfPaths.book(circle.id, bookId)) && html.includes(shelfPaths.book(circle.id, own)));
  assert.ok(!html.includes('name="position"') && !html.includes(words.onward.suggested));
  const page = await read(app, shelfPaths.book(circle.id, own), grace);
  assert.ok(!page.includes(words.move) && page.includes(words.correct) && page.includes(removalTexts.remove));
});

test("Ada removes a book on the shelf's page and brings it back there, and Grace cannot", async (app) => {
  const { ada, grace, circle, bookId } = app;
  const shelf = bookPaths.shelf(circle.id);
  const removed = await send(app, aboutPaths.removeBook(circle.id, bookId) + fromShelf, ada);
  assert.equal(removed.to, shelf);
  assert.ok((await read(app, shelf, ada)).includes(words.restoreOf("Sketch")));
  assert.ok(!(await read(app, shelf, grace)).includes("Sketch"));
  const restored = await send(app, aboutPaths.restoreBook(circle.id, bookId) + fromShelf, ada);
  assert.deepEqual([restored.to, restored.toast], [shelfPaths.at(circle.id, bookId), removalTexts.restored]);
  assert.ok((await read(app, shelf, grace)).includes("Sketch"));
});

test("where the shelf is full, the suggestion that has no room stays typed, and the page says what to do", async (app) => {
  const { grace, circle } = app;
  const titles = Array.from({ length: limits.ownSuggestions }, (_, n) => `Book ${n}`);
  await app.deps.db.write([
    app.deps.db.q.run(sql`insert into books (id, group_id, title, page_count, categories, added_by, created_at, state)
      select value, ${circle.id}, value, 9, '[]', ${grace.id}, 1, 'suggested' from json_each(${
      JSON.stringify(titles)
    })`),
  ]);
  const { status, html } = await send(app, shelfPaths.suggest(circle.id), grace, { title: "Emma" });
  assert.equal(status, 400);
  assert.ok(html.includes(words.tooManySuggestions) && html.includes('value="Emma"'));
});

test("Grace searches for a book to suggest, also by its barcode, and one that is found is suggested as it was found", async (app) => {
  const { ada, grace, circle } = app;
  const html = await read(app, `${bookPaths.shelf(circle.id)}?query=plato`, grace);
  const [, book] = /name="book" value="([^"]*)"/.exec(html)!;
  const found = JSON.parse(book.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&"));
  const { toast } = await send(app, shelfPaths.suggest(circle.id), grace, {
    book: JSON.stringify(found),
    formKey: formKeyIn(html),
  });
  assert.equal(toast, words.suggested);
  const added = (await app.list(grace)).find(({ title }: Book) => title === found.title);
  assert.deepEqual([added.state, added.isbn, added.pageCount], ["suggested", found.isbn, found.pageCount]);
  assert.ok((await read(app, `${bookPaths.shelf(circle.id)}?query=zzqqxx`, grace)).includes(booksTexts.noMatch));
  assert.ok(html.includes(`href="${shelfPaths.scan(circle.id)}"`));
  const leadsToShelf = async (path: string, as = grace) =>
    (await read(app, path, as)).includes(`action="${shelfPaths.search(circle.id)}"`);
  assert.ok(await leadsToShelf(shelfPaths.scan(circle.id)));
  assert.ok(!await leadsToShelf(bookPaths.scan(circle.id)));
  await app.call("PUT", `/groups/${circle.id}/settings`, ada, { shelf: "organizers" });
  assert.ok(await leadsToShelf(bookPaths.scan(circle.id)), "where she can only suggest");
  assert.ok(!await leadsToShelf(bookPaths.scan(circle.id), ada));
});

test("an ISBN that no source knows is not taken for a title, and goes with the book that Grace adds by hand", async (app) => {
  const { grace, circle } = app;
  const [shelf, group] = [bookPaths.shelf(circle.id), `/group/${circle.id}`];
  for (const [path, form] of [[shelf, shelfPaths.suggest(circle.id)], [group, bookPaths.books(circle.id)]]) {
    const isbn = path === shelf ? "9783161484100" : "9781234567897";
    const html = await read(app, `${path}?query=${isbn}`, grace);
    assert.match(html, new RegExp(`<input type="hidden" name="isbn" value="${isbn}"/>`));
    assert.doesNotMatch(html, new RegExp(`name="title"[^>]*value="${isbn}"`));
    await send(app, form, grace, { title: "Rare", author: path, pageCount: "9", isbn });
    assert.equal((await app.list(grace)).find(({ author }: Book) => author === path).isbn, isbn);
    const wrong = await read(app, `${path}?query=9783161484109`, grace);
    assert.ok(wrong.includes(isbnTexts.wrongDigit) && !wrong.includes('name="isbn"'));
  }
});

test("covers of the sources are offered where one is asked for, and a book without a picture can be chosen", async (app) => {
  const { ada, circle, bookId } = app;
  const html = await read(app, `${shelfPaths.book(circle.id, bookId)}?covers=`, ada);
  assert.ok(html.includes(words.noCovers) && html.includes(`aria-label="${words.drawnCover}"`));
  const typed = { title: "Sketch", authors: "", pageCount: "200", coverImage: "" };
  assert.equal((await send(app, shelfPaths.change(circle.id, bookId), ada, typed)).toast, words.corrected);
});

test("the panel of the group shows what is read now first, and what is done folded", async (app) => {
  const { ada, circle, call, path, shelf } = app;
  await call("PUT", path, ada, { state: "done" });
  await call("POST", shelf, ada, { title: "Emma" });
  await call("POST", shelf, ada, { title: "Persuasion", state: "suggested" });
  const html = await read(app, groupPaths.group(circle.id), ada);
  const parts = [
    ...html.matchAll(/<details class="fold books-part"( open="")?><summary>(\w+)|book-card-link"[^>]*>([^<]*)/g),
  ];
  assert.deepEqual(parts.map(([, open, state, title]) => title ?? `${state}${open ? " open" : ""}`), [
    "Emma",
    "suggested open",
    "Persuasion",
    "done",
    "Sketch",
  ]);
});
