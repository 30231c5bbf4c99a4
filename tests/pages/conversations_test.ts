import assert from "node:assert/strict";
import { peoplePaths } from "../../server/contract/people/paths.ts";
import { startCast } from "../support/cast.ts";
import { read, send } from "../support/forms.ts";
import { inScene } from "../support/in_scene.ts";
import { visit } from "../support/requests.ts";

async function withFriends() {
  const app = await startCast();
  const { call, ada, grace } = app;
  await call("POST", `/friends/request/${grace.id}`, ada);
  await call("POST", `/friends/request/${ada.id}`, grace);
  const open = async (path: string) => `/group/${(await call("POST", path, ada)).body.group.id}`;
  return { ...app, direct: await open(`/users/${grace.id}/conversation`), own: await open("/reading/shelf") };
}

const test = inScene(withFriends);

const textOf = (html: string): string =>
  html.replace(/<(script|style|template|nav class="group-list")\b.*?<\/\1>/gs, "").replace(/<[^>]+>/g, " ");

test("a conversation and an own shelf are not called groups, and have no members, invitations or roles", async (app) => {
  const { ada, direct, own } = app;
  for (const [page, about] of [[direct, "About this conversation"], [own, "About this shelf"]]) {
    for (const part of ["", "?tab=settings", "/about", "/club", "/shelf", "/meetings", "/threads"]) {
      const html = (await read(app, page + part, ada)).replace(/<nav class="group-list".*?<\/nav>/s, "");
      const [, main] = /<main[^>]*>(.*)<\/main>/s.exec(html)!;
      const words = textOf(main).match(/\b(this group|the group|members?|organizers?|invite|leave|role)\b/gi);
      assert.deepEqual(words ?? [], [], page + part);
      if (["", "?tab=settings", "/about"].includes(part)) assert.ok(html.includes(about), page + part);
    }
    for (const tab of ["members", "video"]) {
      const answer = await visit(app, `${page}?tab=${tab}`, ada);
      assert.equal(answer.headers.get("Location"), page);
    }
  }
});

test("the page about a conversation leads to the other's profile, where one blocks or reports them", async (app) => {
  const { ada, grace, direct } = app;
  const html = await read(app, `${direct}/about`, ada);
  assert.ok(html.includes(`href="${peoplePaths.user(grace.id)}"`) && html.includes("Messages of this conversation"));
  assert.ok(!html.includes("/leave") && !html.includes("/invite"));
});

test("the dashboard says beside My Groups how much is unread in conversations, and the cards of friends lead into them", async (app) => {
  const { ada, grace, direct, call } = app;
  for (const content of ["One", "Two"]) {
    await call("POST", `${direct.replace("/group/", "/groups/")}/messages`, ada, { content });
  }
  const entry = /<a class="tab" href="\/conversations">.*?Direct messages<span class="tab-count">(\d*)<\/span><\/a>/;
  const countOf = async (as = grace) => entry.exec(await read(app, "/dashboard", as))?.[1];
  assert.deepEqual([await countOf(), await countOf(ada)], ["2", ""]);
  for (const page of [peoplePaths.friends, peoplePaths.user(grace.id)]) {
    assert.ok((await read(app, page, ada)).includes(`action="/profile/${grace.id}/conversation"`), page);
  }
});

test("*Open my books* leads to the shelf", async (app) => {
  const { to } = await send(app, "/reading/shelf", app.ada);
  assert.equal(to, `${app.own}/shelf`);
});

test("in an own shelf nothing speaks of others or of sharing", async (app) => {
  const { ada, own, call } = app;
  for (const path of [`${own}?query=plato`, `${own}/shelf?query=plato`]) {
    const html = await read(app, path, ada);
    assert.deepEqual(html.match(/>[^<>]*(to Group|read together|Say hello|Suggest\b)[^<>]*</g), null);
  }
  const { body: { book } } = await call("POST", `/books/groups/${own.slice(7)}/books`, ada, {
    title: "U",
    pageCount: 9,
  });
  await call("PUT", `/books/${book.id}/plan`, ada, { startsAt: "2026-01-01", targetAt: "2026-12-31", days: [1, 2] });
  await call("POST", `/books/${book.id}/notes/9`, ada, { content: "Mine", pageNumber: 9, bookId: book.id });
  const at = `${own}/books/${book.id}`;
  const toEnd = await send(app, `${at}/turn`, ada, { page: "9" });
  assert.equal(toEnd.status, 303);
  for (const path of [at, `${at}?tab=notes`, `${at}/end`, `${own}/shelf`, "/notes"]) {
    const [, main] = /<main[^>]*>(.*)<\/main>/s.exec(await read(app, path, ada))!;
    const words = textOf(main).match(/\b(group|members?|shares?|shared|nobody|others?|everyone)\b.{0,40}/gi);
    assert.deepEqual(words ?? [], [], path);
  }
  assert.ok((await read(app, `${own}/shelf`, ada)).includes(`href="${own}?add"`));
});

test("the addresses of polls, requests to join, invitations and an archive lead back to a conversation and to an own shelf", async (app) => {
  for (const path of [app.direct, app.own]) {
    for (const part of ["polls", "requests", "invite", "archive"]) {
      const answer = await visit(app, `${path}/${part}`, app.ada);
      assert.equal(answer.headers.get("Location"), path, part);
    }
  }
});

test("the head of a conversation has the face of the other one, and leads to all conversations", async (app) => {
  for (const part of ["", "?tab=settings"]) {
    const [, head] = /<header class="group-header">(.*?)<\/header>/s.exec(await read(app, app.direct + part, app.ada))!;
    assert.ok(
      head.includes('class="avatar"') && /<a class="nav-link" href="\/conversations">.*?Direct messages/.test(head),
      part,
    );
  }
});

test("once they are no friends, the conversation is called closed in its panel of books and in the list", async (app) => {
  const { ada, grace, direct, call } = app;
  await call("DELETE", `/friends/unfriend/${grace.id}`, ada);
  assert.ok((await read(app, direct, ada)).includes("This conversation is closed"));
  assert.ok((await read(app, "/conversations", ada)).includes("Closed · <bdi>No messages yet"));
});

test("where direct messages are off and there are no conversations, their page says only that", async () => {
  await using app = await startCast({ env: { DIRECT_MESSAGES: "off" } });
  const html = await read(app, "/conversations", app.ada);
  assert.ok(html.includes("turned off on this site") && !html.includes("You can read your conversations"));
});
