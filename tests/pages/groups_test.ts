import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { messages } from "../../db/schema.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { setCookieOf, submit, visit } from "../support/requests.ts";
import { groupList } from "../../server/contract/groups/limits.ts";

/** Sends a form: where it leads, and the outcome the next page will show. */
async function sent(app: TestApp, path: string, as: Person, fields: Record<string, string>) {
  const response = await submit(app, path, as, fields);
  const html = await response.text();
  const flash = setCookieOf(response, "chapterhouse_flash")?.value;
  const toast = flash && JSON.parse(decodeURIComponent(decodeURIComponent(flash))).text;
  return { status: response.status, location: response.headers.get("Location"), toast, html };
}

const cast = async (app: TestApp) => [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
const memberCount = async (app: TestApp, id: string, as: Person) =>
  (await app.call("GET", `/groups/${id}`, as)).body.group?.memberCount;

// spec: 1.3
Deno.test("Ada creates a group by a form and deletes it by another", async () => {
  await using app = await startApp();
  const [ada] = await cast(app);
  const made = await sent(app, "/dashboard/groups", ada, { groupName: " Engine " });
  assert.deepEqual([made.status, made.location, made.toast], [303, "/dashboard", "Group created successfully"]);
  const [group] = (await app.call("GET", "/groups", ada)).body.groups;
  assert.equal(group.groupName, "Engine");
  const html = await (await visit(app, "/dashboard", ada)).text();
  assert.ok(html.includes(`href="/group/${group.id}"`));
  const deleted = await sent(app, `/dashboard/groups/${group.id}/delete`, ada, {});
  assert.deepEqual([deleted.location, deleted.toast], ["/dashboard", "Group deleted successfully"]);
  assert.match(
    await (await visit(app, "/dashboard", ada)).text(),
    /No groups found\. Create a new group to get started!/,
  );
});

/** The key of the one form on a page that has one. */
async function formKeyAt(app: TestApp, path: string, as: Person): Promise<string> {
  const [, key] = /name="formKey" value="([^"]+)"/.exec(await (await visit(app, path, as)).text())!;
  return key;
}

Deno.test("a message and a group that a form sends twice are stored once, and what it sends anew is stored too", async () => {
  await using app = await startApp();
  const [ada, grace] = await cast(app);
  const { id } = await app.group(ada, grace);
  const twice = (path: string, as: Person, fields: Record<string, string>) =>
    Promise.all([sent(app, path, as, fields), sent(app, path, as, fields)]);
  const formKey = await formKeyAt(app, `/group/${id}`, ada);
  assert.notEqual(formKey, await formKeyAt(app, `/group/${id}`, ada));
  for (const content of ["Once", "Once", "Gone back, and written anew"]) {
    for (const { status } of await twice(`/group/${id}/messages`, ada, { content, formKey })) assert.equal(status, 303);
  }
  for (const key of [formKey, "nonsense", ""]) {
    await sent(app, `/group/${id}/messages`, grace, { content: key, formKey: key });
  }
  const { messages } = (await app.call("GET", `/groups/${id}/messages`, ada)).body;
  assert.deepEqual(messages.map(({ content }: Message) => content), [
    "Once",
    "Gone back, and written anew",
    formKey,
    "nonsense",
  ]);

  const dashboardKey = await formKeyAt(app, "/dashboard?create", ada);
  for (const groupName of ["Once", "Once", "Anew"]) {
    const answers = await twice("/dashboard/groups", ada, { groupName, formKey: dashboardKey });
    assert.deepEqual(answers.map(({ toast }) => toast), Array(2).fill("Group created successfully"));
  }
  await sent(app, "/dashboard/groups", grace, { groupName: "Once", formKey: dashboardKey });
  const namesOf = async (as: Person) =>
    (await app.call("GET", "/groups", as)).body.groups.map(({ groupName }: { groupName: string }) => groupName).sort();
  assert.deepEqual(await namesOf(ada), ["Anew", "Group of ada", "Once"]);
  assert.deepEqual(await namesOf(grace), ["Group of ada", "Once"]);
});

// spec: 5.12
Deno.test("a group without a name is not created, and the form comes back with the reason", async () => {
  await using app = await startApp();
  const [ada] = await cast(app);
  for (const groupName of ["  ", "x".repeat(81)]) {
    const { status, html } = await sent(app, "/dashboard/groups", ada, { groupName });
    assert.equal(status, 400);
    assert.match(html, /Failed to create group/);
    assert.match(html, groupName.trim() ? /Please use at most 80 characters\./ : /Group name is required/);
  }
  assert.deepEqual((await app.call("GET", "/groups", ada)).body.groups, []);
});

// spec: 2.24
Deno.test("a group's page shows who is in it, and only the creator what the creator can do", async () => {
  await using app = await startApp();
  const [ada, grace] = await cast(app);
  const { id } = await app.group(ada, grace);
  const page = async (as: Person) => await (await visit(app, `/group/${id}?tab=members`, as)).text();
  const [adas, graces] = [await page(ada), await page(grace)];
  for (const html of [adas, graces]) assert.match(html, /Group of ada[^]*2 members/);
  assert.match(adas, /Add New Member/);
  assert.doesNotMatch(graces, /Add New Member/);
  for (const tab of ["chat", "members", "video", "voice", "settings", "nonsense"]) {
    const response = await visit(app, `/group/${id}?tab=${tab}`, grace);
    assert.equal(response.status, 200, tab);
    await response.body?.cancel();
  }
});

Deno.test("Mallory is redirected to the dashboard from a group she is not in, with the same toast as for a group that does not exist", async () => {
  await using app = await startApp();
  const [ada, , mallory] = await cast(app);
  const { id } = await app.group(ada);
  for (const path of [`/group/${id}`, `/group/${id}?tab=members&username=ada`, "/group/missing", "/group/%00"]) {
    const response = await visit(app, path, mallory);
    await response.body?.cancel();
    assert.deepEqual([response.status, response.headers.get("Location")], [303, "/dashboard"]);
    assert.match(setCookieOf(response, "chapterhouse_flash")!.value, /Failed.{5}to.{5}load.{5}group.{5}details/);
  }
});

Deno.test("Mallory's forms change nothing of Ada's group", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = await cast(app);
  const { id } = await app.group(ada, grace);
  const forms: [string, Record<string, string>][] = [
    [`/dashboard/groups/${id}/delete`, {}],
    [`/group/${id}/members`, { userId: mallory.id }],
    [`/group/${id}/members/${grace.id}/remove`, {}],
    [`/group/${id}/messages`, { content: "let me in" }],
    [`/group/${id}/books`, { title: "Malleus" }],
  ];
  for (const [path, fields] of forms) {
    const { status, toast } = await sent(app, path, mallory, fields);
    assert.equal(status, 303, JSON.stringify(fields));
    assert.notEqual(toast, undefined);
  }
  assert.equal(await memberCount(app, id, ada), 2);
  assert.deepEqual((await app.call("GET", `/groups/${id}/messages`, ada)).body.messages, []);
});

Deno.test("Grace, who is in it, deletes, adds and removes nothing by a form, and leaves by one", async () => {
  await using app = await startApp();
  const [ada, grace, mallory] = await cast(app);
  const { id } = await app.group(ada, grace);
  const members = `/group/${id}?tab=members`;
  const deleted = await sent(app, `/dashboard/groups/${id}/delete`, grace, {});
  assert.deepEqual([deleted.location, deleted.toast], ["/dashboard", "Failed to delete group"]);
  const added = await sent(app, `/group/${id}/members`, grace, { userId: mallory.id });
  assert.deepEqual([added.location, added.toast], [members, "Only the creator of the group can add members."]);
  const removed = await sent(app, `/group/${id}/members/${ada.id}/remove`, grace, {});
  assert.deepEqual([removed.location, removed.toast], [members, "Only the creator of the group can remove members."]);
  assert.equal(await memberCount(app, id, ada), 2);
  const left = await sent(app, `/group/${id}/members/${grace.id}/remove`, grace, {});
  assert.deepEqual([left.location, left.toast], ["/dashboard", "You have left the group"]);
  assert.equal(await memberCount(app, id, ada), 1);
});

Deno.test("Ada adds and removes Grace by forms, and what she writes by one is in the history", async () => {
  await using app = await startApp();
  const [ada, grace] = await cast(app);
  const { id } = await app.group(ada);
  const members = `/group/${id}?tab=members`;
  const found = await (await visit(app, `${members}&add&username=grac`, ada)).text();
  assert.match(found, /grace/);
  const added = await sent(app, `/group/${id}/members`, ada, { userId: grace.id });
  assert.deepEqual([added.location, added.toast], [members, "Member added successfully"]);
  const written = await sent(app, `/group/${id}/messages`, ada, { content: "first\r\nsecond" });
  assert.deepEqual([written.status, written.location], [303, `/group/${id}`]);
  const { messages } = (await app.call("GET", `/groups/${id}/messages`, grace)).body;
  assert.equal(messages[0].content, "first\nsecond");
  assert.match(await (await visit(app, `/group/${id}`, grace)).text(), /first\nsecond/);
  const empty = await sent(app, `/group/${id}/messages`, ada, { content: "  " });
  assert.equal(empty.status, 400);
  assert.match(empty.html, /Message cannot be empty/);
  const removed = await sent(app, `/group/${id}/members/${grace.id}/remove`, ada, {});
  assert.deepEqual([removed.location, removed.toast], [members, "Member removed successfully"]);
});

Deno.test("a message that a form could not send comes back beside what the address had open", async () => {
  await using app = await startApp();
  const [ada] = await cast(app);
  const { id } = await app.group(ada);
  const query = "?query=calculus&add=";
  const action = `action="/group/${id}/messages?query=calculus&amp;add="`;
  assert.ok((await (await visit(app, `/group/${id}${query}`, ada)).text()).includes(action));
  const { status, html } = await sent(app, `/group/${id}/messages${query}`, ada, { content: "x".repeat(4001) });
  assert.equal(status, 400);
  assert.ok(html.includes(action));
  assert.match(html, /\d+ books? found/);
  assert.ok(html.includes("x".repeat(4001)));
});

Deno.test("thirty pinned messages are a page, which a link continues", async () => {
  await using app = await startApp();
  const [ada] = await cast(app);
  const { id } = await app.group(ada);
  for (let n = 0; n < 31; n++) await app.call("POST", `/groups/${id}/messages`, ada, { content: `Pin ${n}.` });
  await app.deps.db.write([app.deps.db.q.update(messages).set({ pinnedAt: sql`seq` })]);
  const read = async (path: string) => await (await visit(app, path, ada)).text();
  const pins = (html: string) => [...html.matchAll(/Pin (\d+)\./g)].map(([, n]) => Number(n));
  const first = await read(`/group/${id}?pins`);
  assert.deepEqual(pins(first), Array.from({ length: 30 }, (_, n) => 30 - n));
  const [, next] = /href="([^"]+)"[^>]*>Show more/.exec(first)!;
  const last = await read(next.replaceAll("&amp;", "&"));
  assert.deepEqual(pins(last), [0]);
  assert.doesNotMatch(last, /Show more/);
});

Deno.test("the title of a group's page counts what is unread in any group and what else waits, as that of any page", async () => {
  await using app = await startApp();
  const [ada, grace] = await cast(app);
  const [first, second] = [await app.group(ada, grace), await app.group(ada, grace)];
  for (const content of ["One", "Two for @grace"]) {
    await app.call("POST", `/groups/${first.id}/messages`, ada, { content });
  }
  const heads = async () => {
    const pages = ["/about", "/dashboard", `/group/${second.id}?tab=members`];
    const html = await Promise.all(pages.map(async (path) => await (await visit(app, path, grace)).text()));
    return html.map((page) => [/<title>(\(\d+\) )?/.exec(page)![1], /data-bell="(\d+)"/.exec(page)![1]]);
  };
  // Two messages, and that she was added to two groups; in the bell the mention too.
  assert.deepEqual(await heads(), Array(3).fill(["(4) ", "3"]));
  await app.call("PUT", `/groups/${first.id}/notify`, grace, { level: "none" });
  await app.call("POST", "/notices/read", grace, { all: true });
  assert.deepEqual(await heads(), Array(3).fill([undefined, "0"]));
});

Deno.test("beside a chat stand the latest active of Ada's groups, and the open one in place of the last of them", async () => {
  await using app = await startApp();
  const [ada] = await cast(app);
  const ids: string[] = [];
  for (let n = 0; n <= groupList.max; n++) ids.unshift((await app.group(ada)).id);
  const html = await (await visit(app, `/group/${ids.at(-1)}`, ada)).text();
  const list = html.slice(html.indexOf('<ul class="group-links"'));
  const listed = [...list.slice(0, list.indexOf("</nav>")).matchAll(/href="\/group\/([^"?]+)"/g)].map(([, id]) => id);
  assert.deepEqual(listed.toSorted(), [...ids.slice(0, groupList.max - 1), ids.at(-1)!].toSorted());
});
