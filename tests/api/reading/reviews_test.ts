import assert from "node:assert/strict";
import { blocks } from "../../../db/schema.ts";
import { addedUp, counted } from "../../support/storage.ts";
import { read, send } from "../../support/forms.ts";
import { inScene } from "../../support/in_scene.ts";
import { readTogether } from "../../support/readers.ts";
import { codeOf } from "../../support/requests.ts";
import { connect } from "../../support/socket.ts";

const test = inScene(readTogether);
const words = { stars: 4.5, text: "A loom of numbers" };

test("a review is hidden until its reader has finished, each, and again once they take that back", async (app) => {
  const { ada, grace, mallory, bookId, group, call, turnTo } = app;
  const at = `/books/${bookId}/review`;
  const list = (as: typeof ada) => call("GET", `${at}s`, as);
  const end = `/group/${group.id}/books/${bookId}/end`;
  assert.equal(codeOf(await call("PUT", at, ada, words)), "403 not_there_yet");
  await turnTo(ada, 100);
  assert.equal((await call("PUT", at, ada, { ...words, stars: 4.3 })).status, 400);
  assert.equal((await call("PUT", at, ada, words)).status, 200);
  const year = new Date(app.deps.clock()).getUTCFullYear();
  assert.equal((await call("GET", `/reading?year=${year}`, ada)).body.books[0].rating, words.stars);
  await turnTo(grace, 50);
  assert.equal(codeOf(await list(grace)), "403 not_there_yet");
  assert.equal(codeOf(await list(mallory)), "404 book_not_found");
  for (const path of [end, end.replace("/end", ""), `/group/${group.id}`]) {
    assert.doesNotMatch(await read(app, path, grace), /loom of numbers/);
  }
  await turnTo(grace, 100);
  assert.deepEqual((await list(grace)).body.average, 4.5);
  const shown = await read(app, end, grace);
  assert.match(shown, /loom of numbers/);
  assert.match(shown, /4.5 of 5/);
  await turnTo(grace, 50);
  assert.equal(codeOf(await list(grace)), "403 not_there_yet");
  assert.doesNotMatch(await read(app, end, grace), /loom of numbers/);
  await call("DELETE", at, ada);
  assert.deepEqual((await list(ada)).body, { reviews: [], average: null, rated: 0, hasMore: false });
  assert.deepEqual(await counted(app.deps.db), await addedUp(app.deps.db));
});

test("a shared note that the end quotes has its page, which leads to the note among those of that page", async (app) => {
  const { ada, grace, bookId, group, call, turnTo } = app;
  await call("POST", `/books/${bookId}/notes/25`, ada, { content: "Looms", pageNumber: 25, bookId });
  await call("PUT", `/books/${bookId}/notes/25/sharing`, ada, { shared: true });
  await turnTo(grace, 100);
  const html = await read(app, `/group/${group.id}/books/${bookId}/end`, grace);
  const [, href] = /Looms<\/blockquote>.*?<a href="([^"]*)">Page 25<\/a>/.exec(html)!;
  const [path, id] = href.replaceAll("&amp;", "&").split("#");
  assert.match(await read(app, path, grace), new RegExp(`id="${id}"[^]*Looms`));
});

test("the end names only readers who share their page, and a review of a blocked member is left out", async (app) => {
  const { ada, grace, bookId, group, call, turnTo } = app;
  for (const reader of [ada, grace]) await turnTo(reader, 100);
  const end = `/group/${group.id}/books/${bookId}/end`;
  await send(app, end.replace(/end$/, "review"), ada, { stars: "4.5", text: words.text });
  const reviewers = async () => (await call("GET", `/books/${bookId}/reviews`, grace)).body.reviews.length;
  assert.equal(await reviewers(), 1);
  const finished = /<li><span><bdi>Ada/;
  const alone = await read(app, end, grace);
  assert.doesNotMatch(alone, finished);
  assert.match(alone, /Only you see yourself here until you share your page/);
  assert.match(alone, /Share my page/);
  await call("PUT", `/books/${bookId}/sharing`, ada, { shared: true });
  assert.match(await read(app, end, grace), finished);
  assert.doesNotMatch(await read(app, end, grace), /Only you see yourself/);
  await app.deps.db.write([app.deps.db.q.insert(blocks).values({ userId: grace.id, blockedId: ada.id, createdAt: 1 })]);
  assert.equal(await reviewers(), 0);
});

test("a review, and its removal, reach the open end of the book, whose part is fetched alone", async (app) => {
  const { ada, grace, bookId, group, call, turnTo } = app;
  for (const reader of [ada, grace]) await turnTo(reader, 100);
  using socket = await connect(app.url, grace.token);
  await socket.ask("watchGroup", group.id);
  const at = `/books/${bookId}/review`;
  const end = `/group/${group.id}/books/${bookId}/end?part=live`;
  const change = { groupId: group.id, part: "pace", bookId };
  await call("PUT", at, ada, words);
  assert.deepEqual(await socket.next("partChanged"), change);
  const part = await read(app, end, grace);
  assert.match(part, /data-live="pace"[^]*loom of numbers/);
  assert.doesNotMatch(part, /<main/);
  await call("DELETE", at, ada);
  assert.deepEqual(await socket.next("partChanged"), change);
  assert.doesNotMatch(await read(app, end, grace), /loom of numbers/);
});

test("a goal of a year is set, counted and removed", async ({ call, ada }) => {
  const goal = async () => (await call("GET", "/reading/goal?year=2026", ada)).body.goal;
  await call("PUT", "/reading/goal", ada, { year: 2026, books: 12 });
  assert.deepEqual(await goal(), { year: 2026, books: 12, finished: 0 });
  await call("PUT", "/reading/goal", ada, { year: 2026, books: 0 });
  assert.deepEqual(await goal(), { year: 2026, books: 0, finished: 0 });
});
