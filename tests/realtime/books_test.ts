import assert from "node:assert/strict";
import { type Person, startApp } from "../support/app.ts";
import { connect, type TestSocket } from "../support/socket.ts";

/** Ada and Grace in the group's room, Mallory in another group's, all connected. */
async function withCast() {
  const app = await startApp();
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const circle = await app.group(ada, grace);
  const other = await app.group(mallory);
  const add = (as: typeof ada, book: unknown) => app.call("POST", `/books/groups/${circle.id}/books`, as, book);
  return { ...app, ada, grace, mallory, circle, other, add };
}

Deno.test("an added book reaches the sockets of the group, and no others", async () => {
  await using app = await withCast();
  using ada = await connect(app.url, app.ada.token);
  using grace = await connect(app.url, app.grace.token);
  using outside = await connect(app.url, app.grace.token);
  using mallory = await connect(app.url, app.mallory.token);
  for (const socket of [ada, grace]) await socket.join(app.circle.id);
  await mallory.join(app.other.id);
  const { body: { book } } = await app.add(app.grace, { title: "Sketch", pageCount: 65 });
  for (const socket of [ada, grace]) assert.deepEqual(await socket.next("bookAdded"), book);
  assert.deepEqual([book.groupId, book.progress], [app.circle.id, []]);
  for (const socket of [outside, mallory]) {
    assert.ok(!(await socket.unread()).some(([event]) => event === "bookAdded"));
  }
});

Deno.test("a refused book is not sent", async () => {
  await using app = await withCast();
  using ada = await connect(app.url, app.ada.token);
  await ada.join(app.circle.id);
  await app.add(app.ada, { title: "Once", isbn: "9780070542358" });
  await ada.next("bookAdded");
  for (const as of [app.ada, app.mallory]) await app.add(as, { title: "Twice", isbn: "9780070542358" });
  assert.deepEqual((await ada.unread()).filter(([event]) => event === "bookAdded"), []);
});

Deno.test("progress reaches the reader's own other windows, and no others", async () => {
  await using app = await withCast();
  const { body: { book } } = await app.add(app.ada, { title: "Sketch", pageCount: 65 });
  using one = await connect(app.url, app.grace.token);
  using two = await connect(app.url, app.grace.token);
  using ada = await connect(app.url, app.ada.token);
  for (const socket of [one, ada]) await socket.join(app.circle.id);
  const { body } = await app.call("PUT", `/books/${book.id}/progress`, app.grace, { currentPage: 13 });
  for (const socket of [one, two]) assert.deepEqual(await socket.next("progressUpdated"), body.progress);
  assert.equal((await app.call("PUT", `/books/${book.id}/progress`, app.grace, { currentPage: 66 })).status, 400);
  for (const socket of [one, two, ada]) {
    assert.ok(!(await socket.unread()).some(([event]) => event === "progressUpdated"));
  }
});

Deno.test("those who watch the readers of a group are told when one who shares their page turns it, seldom and without the page", async () => {
  await using app = await withCast();
  const { body: { book } } = await app.add(app.ada, { title: "Sketch", pageCount: 65 });
  const turn = (as: Person, currentPage: number) => app.call("PUT", `/books/${book.id}/progress`, as, { currentPage });
  const moves = async (socket: TestSocket) => (await socket.unread()).filter(([event]) => event === "readersMoved");
  using ada = await connect(app.url, app.ada.token);
  using grace = await connect(app.url, app.grace.token);
  using mallory = await connect(app.url, app.mallory.token);
  for (const socket of [ada, grace]) assert.ok((await socket.ask("watchReaders", app.circle.id)).success);
  assert.equal((await mallory.ask("watchReaders", app.circle.id)).error, "Group not found");
  await turn(app.grace, 1);
  assert.deepEqual(await moves(ada), [], "she does not share it");
  await app.call("PUT", `/books/${book.id}/sharing`, app.grace, { shared: true });
  assert.deepEqual(await ada.next("readersMoved"), { groupId: app.circle.id, bookId: book.id });
  for (let page = 2; page < 42; page++) await turn(app.grace, page);
  const told = await moves(ada);
  assert.ok(told.length <= 20, `${told.length} times of 40`);
  assert.deepEqual(await moves(mallory), []);

  await app.call("DELETE", `/groups/${app.circle.id}/members/${app.grace.id}`, app.ada);
  await moves(grace);
  const { body: { book: next } } = await app.add(app.ada, { title: "Flatland", pageCount: 96 });
  await app.call("PUT", `/books/${next.id}/sharing`, app.ada, { shared: true });
  assert.equal((await ada.next("readersMoved")).groupId, app.circle.id);
  assert.deepEqual(await moves(grace), [], "she is no longer in the group");
});
