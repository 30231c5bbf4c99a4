import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { cookieOf, submit, visit } from "../support/requests.ts";

/** Grace, who has read 30 of the 200 pages of a book in Ada's group, and what she sees and sends without script. */
async function withReader() {
  const app = await startApp({ clock: () => Date.parse("2026-03-01T12:00:00Z") });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  const { body: { book } } = await app.call("POST", `/books/groups/${group.id}/books`, ada, {
    title: "Emma",
    pageCount: 200,
  });
  await app.call("PUT", `/books/${book.id}/progress`, grace, { currentPage: 30 });
  const see = async (path: string) => await (await visit(app, path, grace)).text();
  const send = async (path: string, fields: Record<string, string> = {}) => {
    const answer = await submit(app, path, grace, fields);
    await answer.body?.cancel();
    return [answer.status, answer.headers.get("Location")];
  };
  return { ...app, app, ada, grace, group, book, see, send };
}

Deno.test("the reading log shows its reader the days of a year, also as a table", async () => {
  await using app = await withReader();
  assert.match(await app.see("/profile"), /href="\/reading"/);
  const page = await app.see("/reading");
  assert.match(page, /<title>March 1, 2026: 30 pages<\/title>|<title>1 March 2026: 30 pages<\/title>/);
  assert.match(page, /<th scope="row">March<\/th><td>30<\/td><td>1<\/td>/);
  assert.match(await app.see("/reading?year=2025"), /Nothing read yet/);
  assert.doesNotMatch(await (await visit(app.app, "/reading", app.ada)).text(), /30 pages/);
});

Deno.test("without script a file is imported by form, and a book is removed", async () => {
  await using app = await withReader();
  const body = new FormData();
  body.append("file", new File(["Title,Author\nEmma <b>,Jane Austen\n"], "library.csv"));
  const headers = { Origin: app.url, Cookie: cookieOf(app.grace) };
  const answer = await fetch(`${app.url}/reading/import`, { method: "POST", redirect: "manual", headers, body });
  await answer.body?.cancel();
  assert.deepEqual([answer.status, answer.headers.get("Location")], [303, "/reading/books"]);
  const page = await app.see("/reading/books");
  assert.match(page, /Emma &lt;b&gt;/);
  const [, form] = /action="(\/reading\/books\/[^"]+\/remove)"/.exec(page)!;
  assert.deepEqual(await app.send(form), [303, "/reading/books"]);
  assert.match(await app.see("/reading/books"), /No books yet/);
});

Deno.test("without script a group reads in silence with its chat folded, and opens it", async () => {
  await using app = await withReader();
  const here = `/group/${app.group.id}`;
  assert.match(await app.see(here), /href="\?timer"/);
  assert.deepEqual(await app.send(`${here}/timer`, { minutes: "25" }), [303, `${here}?timer`]);
  const folded = await app.see(here);
  assert.match(folded, /role="timer">25 minutes left/);
  assert.match(folded, /id="timer-chat" hidden=""/);
  assert.doesNotMatch(await app.see(`${here}?timer=chat`), /id="timer-chat" hidden/);
  assert.doesNotMatch(await (await visit(app.app, here, app.ada)).text(), /id="timer-chat" hidden/);
  await app.call("PUT", `/books/${app.book.id}/progress`, app.grace, { currentPage: 44 });
  await app.send(`${here}/timer/end`);
  const over = await app.see(here);
  assert.match(over, /You read 14 pages together\./);
  assert.match(over, /14 of them yours\./);
});
