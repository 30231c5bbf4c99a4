import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { deleteAccount } from "../../../server/actions/account/deletion.ts";
import { startCast } from "../../support/cast.ts";
import { read } from "../../support/forms.ts";
import { inScene } from "../../support/in_scene.ts";
import { codeOf } from "../../support/requests.ts";

async function withShelf() {
  const app = await startCast();
  const open = (as = app.ada) => app.call("POST", "/reading/shelf", as);
  const { group } = (await open()).body;
  const books = `/books/groups/${group.id}/books`;
  const { book } = (await app.call("POST", books, app.ada, { title: "Persuasion", pageCount: 200 })).body;
  return { ...app, open, group, books, book };
}

const test = inScene(withShelf);

test("Ada has one shelf of her own, not among her groups, which nobody else sees or comes into", async (app) => {
  const { ada, grace, mallory, group, circle } = app;
  const opened = await Promise.all([app.open(), app.open(), app.open()]);
  assert.deepEqual(new Set(opened.map(({ body }) => body.group.id)), new Set([group.id]));
  assert.deepEqual([group.kind, group.groupName, group.role, group.memberCount], [
    "own",
    "Books of my own",
    "member",
    1,
  ]);
  const { groups } = (await app.call("GET", "/groups", ada)).body;
  assert.deepEqual(groups.map(({ id }: { id: string }) => id), [circle.id]);
  assert.notEqual((await app.open(mallory)).body.group.id, group.id);
  assert.equal(codeOf(await app.call("GET", app.books, mallory)), "404 group_not_found");
  const refused = await Promise.all([
    app.call("POST", `/groups/${group.id}/members`, ada, { userId: grace.id }),
    app.call("POST", `/groups/${group.id}/invites`, ada, {}),
    app.call("PUT", `/groups/${group.id}/settings`, ada, { listed: true }),
    app.call("DELETE", `/groups/${group.id}/members/${ada.id}`, ada),
    app.call("DELETE", `/groups/${group.id}`, ada),
  ]);
  assert.deepEqual(refused.map(({ status }) => status).filter((status) => status < 400 || status >= 500), []);
});

test("A book of her own has pages, notes, a plan and a place in her log, is removed, and comes back", async (app) => {
  const { ada, book } = app;
  const path = `/books/${book.id}`;
  assert.equal(codeOf(await app.call("PUT", `${path}/progress`, ada, { currentPage: 20 })), "200");
  const note = { content: "Half agony", pageNumber: 20, bookId: book.id };
  assert.equal(codeOf(await app.call("POST", `${path}/notes/20`, ada, note)), "200");
  const plan = { startsAt: "2026-03-02", targetAt: "2026-03-29", days: [1] };
  assert.equal(codeOf(await app.call("PUT", `${path}/plan`, ada, plan)), "200");
  assert.equal(codeOf(await app.call("PUT", `${path}/progress`, ada, { currentPage: 200 })), "200");
  const log = (await app.call("GET", "/reading", ada)).body;
  assert.ok(JSON.stringify(log).includes("Persuasion"));
  assert.equal(codeOf(await app.call("DELETE", path, ada)), "200");
  assert.match(await read(app, `/group/${app.group.id}/shelf`, ada), /Persuasion/);
  assert.equal(codeOf(await app.call("POST", `${path}/restore`, ada)), "200");
  const [change] = (await app.call("GET", `/groups/${app.group.id}/books/changes`, ada)).body.changes;
  assert.equal(change.kind, "restored");
});

test("The shelf goes with its owner's account", async (app) => {
  const { ada, deps } = app;
  await deleteAccount(deps, ada.id);
  assert.deepEqual(await deps.db.q.all(sql`select 1 from groups where kind = 'own' and deleted_at is null`), []);
});
