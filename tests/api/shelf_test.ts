import assert from "node:assert/strict";
import type { Book } from "../../server/contract/books/shapes.ts";
import { startReading } from "../support/cast.ts";
import { connect } from "../support/socket.ts";
import { inScene } from "../support/in_scene.ts";

const test = inScene(() => startReading({}, { title: "Emna", pageCount: 100 }));

test("Grace corrects a mistyped book, and Mallory finds none", async ({ call, grace, mallory, path }) => {
  const { status, body } = await call("PUT", path, grace, { title: "Emma", authors: "Jane Austen", pageCount: 474 });
  assert.deepEqual([status, body.book.title, body.book.author, body.book.pageCount], [200, "Emma", "Jane Austen", 474]);
  assert.equal((await call("PUT", path, mallory, { title: "Emma" })).status, 404);
  assert.equal((await call("PUT", path, grace, { title: " " })).status, 400);
});

test("fewer pages than Grace has read, and interest in a book that is read, are answered with their codes", async (app) => {
  const { call, ada, grace, path } = app;
  await call("PUT", `${path}/progress`, grace, { currentPage: 60 });
  assert.deepEqual(codeOf(await call("PUT", path, ada, { pageCount: 50 })), [409, "pages_read"]);
  assert.deepEqual(codeOf(await call("PUT", `${path}/interest`, ada)), [409, "already_chosen"]);
});

test("where the shelf is for organizers, Grace suggests a book, and Ada says that she would read it", async (app) => {
  const { call, ada, grace, circle, shelf, path } = app;
  await call("PUT", `/groups/${circle.id}/settings`, ada, { shelf: "organizers" });
  assert.deepEqual(codeOf(await call("POST", shelf, grace, { title: "Persuasion" })), [403, "organizers_only"]);
  assert.deepEqual(codeOf(await call("PUT", path, grace, { state: "done" })), [403, "organizers_only"]);
  const { status, body: { book } } = await call("POST", shelf, grace, { title: "Persuasion", state: "suggested" });
  assert.deepEqual([status, book.state], [201, "suggested"]);
  const interest = `/books/${book.id}/interest`;
  assert.deepEqual((await call("PUT", interest, ada)).body.book.interested, [ada.id]);
  const [{ interested, interestedCount }] = (await app.list(grace)).filter(({ id }: Book) => id === book.id);
  assert.deepEqual([interested, interestedCount], [[ada.id], 1]);
  assert.deepEqual((await call("DELETE", interest, ada)).body.book.interested, []);
});

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

test("a correction and a move are sent to open windows, and Ada undoes both", async (app) => {
  const { call, ada, grace, circle, path, list } = app;
  using socket = await connect(app.url, grace.token);
  await socket.join(circle.id);
  const changes = `/groups/${circle.id}/changes`;
  const latest = async () => (await call("GET", `/groups/${circle.id}/books/changes`, ada)).body.changes;
  const undo = async (id: string) => (await call("POST", `${changes}/${id}/undo`, ada)).status;
  const shown = async () => (await list(grace)).map((book: Book) => [book.title, book.pageCount, book.state]);
  await call("PUT", path, grace, { title: "Emma", pageCount: 474 });
  const { title, edition, progress } = await socket.next("bookChanged");
  assert.deepEqual([title, edition, progress], ["Emma", null, []]);
  await call("PUT", path, grace, { state: "done" });
  const [moved, corrected] = await latest();
  assert.deepEqual([moved.kind, corrected.kind], ["moved", "corrected"]);
  assert.deepEqual([await undo(moved.id), await undo(corrected.id)], [200, 200]);
  assert.deepEqual(await shown(), [["Emna", 100, "now"]]);
  assert.equal(await undo(moved.id), 409);
});
