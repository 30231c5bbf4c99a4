import assert from "node:assert/strict";
import { members } from "../../db/schema.ts";
import { startSession } from "../../server/auth/sessions.ts";
import { chat } from "../../server/contract/chat/limits.ts";
import { groupList } from "../../server/contract/groups/limits.ts";
import type { Person } from "../support/app.ts";
import { run, startCast } from "../support/cast.ts";
import { read, send } from "../support/forms.ts";
import { setCookieOf, visit } from "../support/requests.ts";
import { inScene } from "../support/in_scene.ts";
import { person, store } from "../support/people.ts";

async function withGroup() {
  const app = await startCast();
  const page = `/group/${app.circle.id}`;
  return {
    ...app,
    page,
    read: (path: string, as = app.ada) => read(app, path, as),
    /** Sends a form of the group's. */
    send: (path: string, as: Person, fields: Record<string, string> = {}) => send(app, page + path, as, fields),
  };
}

const test = inScene(withGroup);

test("a form for a group without a name, or with a long one, comes back with the reason; a new group is on its maker's dashboard", async (app) => {
  const nora = await app.person("Nora");
  assert.match(await app.read("/dashboard", nora), /No groups found\. Create a new group to get started!/);
  for (const [groupName, reason] of [["  ", "Group name is required"], ["x".repeat(81), "at most 80 characters."]]) {
    const { status, html } = await send(app, "/dashboard/groups", nora, { groupName });
    assert.equal(status, 400);
    for (const text of ["Failed to create group", reason]) assert.ok(html.includes(text), text);
  }
  await send(app, "/dashboard/groups", nora, { groupName: " Engine " });
  assert.match(await app.read("/dashboard", nora), /href="\/group\/[^"]+"[^]*Engine/);
});

test("a group's page shows who is in it, whatever the tab, and only the creator what the creator can do", async (app) => {
  const [adas, graces] = [
    await app.read(`${app.page}?tab=members`),
    await app.read(`${app.page}?tab=members`, app.grace),
  ];
  for (const html of [adas, graces]) assert.match(html, /Group of ada[^]*2 members/);
  assert.match(adas, /Add New Member/);
  assert.doesNotMatch(graces, /Add New Member/);
  for (const tab of ["chat", "video", "voice", "settings", "nonsense"]) {
    const response = await visit(app, `${app.page}?tab=${tab}`, app.grace);
    await response.body?.cancel();
    assert.equal(response.status, 200, tab);
  }
});

test("Mallory is led to the dashboard from Ada's group, with the same toast as for one that does not exist", async (app) => {
  for (const path of [app.page, `${app.page}?tab=members&username=ada`, "/group/missing", "/group/%00"]) {
    const response = await visit(app, path, app.mallory);
    await response.body?.cancel();
    assert.deepEqual([response.status, response.headers.get("Location")], [303, "/dashboard"]);
    assert.match(setCookieOf(response, "chapterhouse_flash")!.value, /Failed.{5}to.{5}load.{5}group.{5}details/);
  }
});

test("a message written in a form is in the history; one that could not be sent comes back beside what the address had open", async (app) => {
  const { ada, page } = app;
  const written = await app.send("/messages", ada, { content: "first\r\nsecond" });
  assert.deepEqual([written.status, written.to], [303, page]);
  assert.equal((await app.messages())[0].content, "first\nsecond");
  assert.match(await app.read(page, app.grace), /first\nsecond/);
  const empty = await app.send("/messages", ada, { content: "  " });
  assert.equal(empty.status, 400);
  assert.match(empty.html, /Message cannot be empty/);
  const query = "?query=calculus&add=";
  const action = `action="${page}/messages?query=calculus&amp;add="`;
  assert.ok((await app.read(page + query)).includes(action));
  const long = "x".repeat(4001);
  const { status, html } = await app.send(`/messages${query}`, ada, { content: long });
  assert.equal(status, 400);
  assert.ok(html.includes(action) && html.includes(long));
  assert.match(html, /\d+ books? found/);
});

test("where more than a page is unread it begins there; a link leads to the end, and so does writing", async (app) => {
  const { grace, page } = app;
  for (let n = 1; n <= 60; n++) await app.post(app.ada, `Message ${n}.`);
  const shown = (html: string) => [...html.matchAll(/>(Message \d+|Mine)\./g)].map(([, text]) => text);
  const first = await app.read(page, grace);
  assert.deepEqual([shown(first)[0], shown(first).at(-1)], ["Message 1", "Message 40"]);
  const [, latest] = /href="([^"]+)"[^>]*>Latest messages/.exec(first)!;
  const last = await app.read(latest, grace);
  assert.equal(shown(last).at(-1), "Message 60");
  assert.match(last, /Mark as read/);
  await app.send("/messages", grace, { content: "Mine." });
  assert.equal(shown(await app.read(page, grace)).at(-1), "Mine");
});

test("thirty pinned messages are a page, which a link continues", async (app) => {
  for (let n = 0; n < 31; n++) await app.post(app.ada, `Pin ${n}.`);
  await run(app, "update messages set pinned_at = seq");
  const pins = (html: string) => [...html.matchAll(/Pin (\d+)\./g)].map(([, n]) => Number(n));
  const first = await app.read(`${app.page}?pins`);
  assert.deepEqual(pins(first), Array.from({ length: 30 }, (_, n) => 30 - n));
  const [, next] = /href="([^"]+)"[^>]*>Show more/.exec(first)!;
  const last = await app.read(next.replaceAll("&amp;", "&"));
  assert.deepEqual(pins(last), [0]);
  assert.doesNotMatch(last, /Show more/);
});

test("above the chat stands the latest pinned message, as its reader may see it, and the way to all", async (app) => {
  const { ada, grace, page } = app;
  const bar = async (as = grace) => /<div class="pin-bar".*?<\/div>/s.exec(await app.read(page, as))?.[0] ?? "";
  assert.equal(await bar(), "");
  for (const content of ["Chapter one on Sunday", "The butler did it"]) await app.post(ada, content);
  await run(app, "update messages set pinned_at = seq where seq = 1");
  const one = await bar();
  assert.match(one, /href="\?message=1".*<b>Ada<\/b><span dir="auto">Chapter one on Sunday<\/span>/);
  assert.match(one, /href="\?pins" hidden=""/);
  await run(app, "update messages set pinned_at = seq");
  assert.match(await bar(), /href="\?message=2".*The butler did it.*href="\?pins">2 pinned/);
  await run(app, "update messages set anchor_book_id = 'book', anchor_position = 9 where seq = 2");
  const veiled = await bar();
  assert.ok(veiled.includes("About a page ahead of yours") && !veiled.includes("butler"));
  assert.ok((await bar(ada)).includes("The butler did it"));
  await app.call("PUT", `/users/${ada.id}/block`, grace);
  assert.ok((await bar()).includes("Message from someone you blocked"));
  await app.call("DELETE", `/users/${ada.id}/block`, grace);
});

test("the title of a group's page counts what is unread in any group and what else waits, as that of any page", async (app) => {
  const { ada, grace } = app;
  const second = await app.group(ada, grace);
  for (const content of ["One", "Two for @grace"]) await app.post(ada, content);
  const heads = async () => {
    const pages = ["/about", "/dashboard", `/group/${second.id}?tab=members`];
    const html = await Promise.all(pages.map((path) => app.read(path, grace)));
    return html.map((page) => [/<title>(\(\d+\) )?/.exec(page)![1], /data-bell="(\d+)"/.exec(page)![1]]);
  };
  // Two messages, and that she was added to two groups; in the bell the mention too.
  assert.deepEqual(await heads(), Array(3).fill(["(4) ", "3"]));
  await app.call("PUT", `${app.here}/notify`, grace, { level: "none" });
  await app.call("POST", "/notices/read", grace, { all: true });
  assert.deepEqual(await heads(), Array(3).fill([undefined, "0"]));
});

test("beside a chat stand the latest active of Ada's groups, and the open one in place of the last of them", async (app) => {
  const ids: string[] = [];
  for (let n = 0; n < groupList.max; n++) ids.unshift((await app.group(app.ada)).id);
  const html = await app.read(app.page);
  const list = html.slice(html.indexOf('<ul class="group-links"'));
  const listed = [...list.slice(0, list.indexOf("</nav>")).matchAll(/href="\/group\/([^"?]+)"/g)].map(([, id]) => id);
  assert.deepEqual(listed.toSorted(), [...ids.slice(0, groupList.max - 1), app.circle.id].toSorted());
});

test("a page of a large group names whom its messages are of, about and answered by, with their names of today, and has no other members", async (app) => {
  const { deps: { db }, circle, ada, grace, call } = app;
  const many = Array.from({ length: chat.directoryLength }, (_, n) => person(`Reader${n}`));
  await store(db, ...many);
  await db.write([
    db.q.insert(members).values(many.map(({ id }) => ({ groupId: circle.id, userId: id, joinedAt: 1 }))),
  ]);
  const messages = `/groups/${circle.id}/messages`;
  const write = async (content: string, as: Person, replyTo?: string) =>
    (await call("POST", messages, as, { content, replyTo })).body.message;
  const first = await write("Hello @reader3", grace);
  await call("PUT", `${messages}/${first.id}/reactions/${encodeURIComponent("👍")}`, {
    token: await startSession(app.deps, "reader5"),
  });
  const nora = await app.person("Nora");
  await call("POST", `/groups/${circle.id}/members`, ada, { userId: nora.id });
  await write("Yes", ada, (await write("Is it long?", nora)).id);
  await call("PUT", "/users/profile", nora, { fullName: "Nora Barnacle" });
  const html = await app.read(app.page);
  for (const name of ["@Reader3", "👍 1: Reader5", "<b>Nora Barnacle</b>", ">Grace<"]) {
    assert.ok(html.includes(name), name);
  }
  assert.doesNotMatch(html, /reader4/i);
  assert.match(await app.read(`${app.page}?search=long`), /Nora Barnacle/);
  assert.match(await app.read(`${app.page}?tab=members`), /Reader4/);
});

test("the members of a large group come a hundred to a page; one who is to be removed, or given a role, is on theirs", async (app) => {
  const { deps: { db }, circle, page } = app;
  const many = Array.from({ length: 120 }, (_, n) => person(`Reader${n}`));
  await store(db, ...many);
  await db.write([
    db.q.insert(members).values(
      many.map(({ id }, n) => ({ groupId: circle.id, userId: id, joinedAt: Date.now() + n })),
    ),
  ]);
  const shown = (html: string) => [...html.matchAll(/>(Reader\d+)</g)].map(([, name]) => Number(name.slice(6)));
  const first = await app.read(`${page}?tab=members`);
  assert.deepEqual([shown(first).at(-1), first.match(/Page \d of \d/)?.[0]], [97, "Page 1 of 2"]);
  const [, later] = /href="([^"]+)"[^>]*>Later members/.exec(first)!;
  for (const path of [later.replaceAll("&amp;", "&"), `${page}?tab=members&page=1e18`, `${page}/about?page=2`]) {
    assert.deepEqual([...new Set(shown(await app.read(path)))], Array.from({ length: 22 }, (_, n) => 98 + n), path);
  }
  assert.match(await app.read(`${page}?tab=members&add&username=reader110`), /Already a member/);
  assert.match(await app.read(`${page}?tab=members&remove=reader110`), /Remove Reader110/);
  assert.match(await app.read(`${page}/about?member=reader110`), /Hand the group over to Reader110/);
});

test("organizers are not asked for the overview, as members are, and show their own reading where they like", async (app) => {
  const { ada, grace, page } = app;
  await app.call("PUT", `/groups/${app.circle.id}/settings`, ada, { overview: true });
  const question = /Show your reading to the organizers\?/;
  for (const path of [`${page}?tab=members`, `${page}/about`]) {
    assert.match(await app.read(path, grace), question);
    assert.doesNotMatch(await app.read(path), question);
  }
  assert.match(await app.read(`${page}/about`), /The organizers do not see how far you have read\.[^]*Agree/);
});

test("the overview shows a phone the book that was chosen, and the head of a book sorts by it and again by joining", async (app) => {
  const { ada, circle, page } = app;
  await app.call("PUT", `/groups/${circle.id}/settings`, ada, { overview: true });
  await send(app, `${page}/overview/agreement`, ada, { shared: "true" });
  const add = async (title: string): Promise<string> =>
    (await app.call("POST", `/books/groups/${circle.id}/books`, ada, { title, pageCount: 200 })).body.book.id;
  const [emma, dune] = [await add("Emma"), await add("Dune")];
  const heads = async (query = "") =>
    [...(await app.read(`${page}/overview${query}`)).matchAll(/<th scope="col"([^>]*)><a[^>]*href="([^"]*)"/g)]
      .map(([, attributes, href]) => [attributes.trim(), href.slice(`${page}/overview?`.length)]);
  const chosen = 'data-chosen="true"';
  assert.deepEqual(await heads(), [[chosen, `by=${dune}&amp;book=${dune}`], ["", `by=${emma}&amp;book=${emma}`]]);
  assert.deepEqual((await heads(`?book=${emma}`)).map(([attributes]) => attributes), ["", chosen]);
  const sorted = await heads(`?by=${emma}`);
  assert.deepEqual(sorted[1], [`aria-sort="ascending" ${chosen}`, `book=${emma}`]);
});
