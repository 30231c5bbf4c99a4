import assert from "node:assert/strict";
import { startReading } from "../support/cast.ts";
import { connect } from "../support/socket.ts";
import { inScene } from "../support/in_scene.ts";

/** Windows of Ada and Grace in the group, another of Grace's that is not, and Mallory's in a group of her own. */
async function openWindows() {
  const app = await startReading();
  const sockets = await Promise.all(
    [app.ada, app.grace, app.grace, app.mallory].map(({ token }) => connect(app.url, token)),
  );
  const [ada, grace, elsewhere, mallory] = sockets;
  for (const socket of [ada, grace]) await socket.join(app.circle.id);
  await mallory.join((await app.group(app.mallory)).id);
  return {
    ...app,
    windows: { ada, grace, elsewhere, mallory },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket[Symbol.dispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

const test = inScene(openWindows);

test("when a reader answers for all books of a group, members are sent it once, and not which of them are begun", async (app) => {
  const { ada } = app.windows;
  const groupId = app.circle.id;
  await ada.ask("watchGroup", groupId);
  await app.turn(app.grace, 2);
  await app.call("PUT", `/groups/${groupId}/sharing`, app.grace, { shared: true });
  const moved = (await ada.unread("partChanged")).filter(([, { part }]) => part === "pace");
  assert.deepEqual(moved, [["partChanged", { groupId, part: "pace" }]]);
});

test("an added book is sent to the sockets in the group, and a refused one to none", async (app) => {
  const { ada, grace, elsewhere, mallory } = app.windows;
  const draft = { title: "Once", isbn: "9780070542358" };
  const { body: { book } } = await app.call("POST", app.shelf, app.grace, draft);
  for (const as of [app.ada, app.mallory]) await app.call("POST", app.shelf, as, draft);
  assert.deepEqual([book.groupId, book.progress], [app.circle.id, []]);
  for (const socket of [ada, grace]) assert.deepEqual(await socket.unread("bookAdded"), [["bookAdded", book]]);
  for (const socket of [elsewhere, mallory]) assert.deepEqual(await socket.unread("bookAdded"), []);
});

test("a reader's page is sent to their own windows only, and a refused one to none", async (app) => {
  const { ada, grace, elsewhere } = app.windows;
  const { body } = await app.turn(app.grace, 13);
  assert.equal((await app.turn(app.grace, 201)).status, 400);
  const sent = [["progressUpdated", body.progress]];
  for (const socket of [grace, elsewhere]) assert.deepEqual(await socket.unread("progressUpdated"), sent);
  assert.deepEqual(await ada.unread("progressUpdated"), []);
});

test("sockets that watch the readers of a group are told when one who shares their page turns it, seldom and without the page", async (app) => {
  const { ada, grace, mallory } = app.windows;
  const groupId = app.circle.id;
  for (const socket of [ada, grace]) assert.ok((await socket.ask("watchGroup", groupId)).success);
  assert.equal((await mallory.ask("watchGroup", groupId)).error, "Group not found");
  await app.turn(app.grace, 1);
  assert.deepEqual(await ada.unread("partChanged"), [], "Grace does not share it");
  await app.share(app.grace);
  assert.deepEqual(await ada.next("partChanged"), { groupId, part: "pace", bookId: app.bookId });
  for (let page = 2; page < 42; page++) await app.turn(app.grace, page);
  const told = await ada.unread("partChanged");
  assert.ok(told.length <= 20, `${told.length} times of 40`);
  assert.deepEqual(await mallory.unread("partChanged"), []);

  await app.call("DELETE", `${app.here}/members/${app.grace.id}`, app.ada);
  await grace.unread();
  const { body: { book: next } } = await app.call("POST", app.shelf, app.ada, { title: "Flatland", pageCount: 96 });
  await app.call("PUT", `/books/${next.id}/sharing`, app.ada, { shared: true });
  assert.equal((await ada.next("partChanged")).groupId, groupId);
  assert.deepEqual(await grace.unread("partChanged"), [], "Grace is no longer in the group");
});

test("a session of reading is sent to its group as it begins, changes and ends, and to no others", async (app) => {
  const path = `${app.here}/timer`;
  const { body: { timer: { endsAt } } } = await app.call("POST", path, app.ada, { minutes: 25 });
  await app.call("POST", `${path}/join`, app.grace);
  await app.call("DELETE", `${path}/join`, app.grace);
  await app.call("DELETE", path, app.ada);
  await app.call("POST", path, app.mallory, { minutes: 25 });
  const [ada, grace] = [app.ada.id, app.grace.id];
  const change = { groupId: app.circle.id, startedBy: ada };
  assert.deepEqual((await app.windows.grace.unread("timer")).map(([, timer]) => timer), [
    { ...change, begun: true, endsAt, userIds: [ada] },
    { ...change, endsAt, userIds: [ada, grace] },
    { ...change, endsAt, userIds: [ada] },
    { ...change, endsAt: null, userIds: [ada] },
  ]);
  for (const socket of [app.windows.elsewhere, app.windows.mallory]) assert.deepEqual(await socket.unread("timer"), []);
});
