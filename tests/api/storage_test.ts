import assert from "node:assert/strict";
import { type Person, startApp } from "../support/app.ts";
import { submit, visit } from "../support/requests.ts";
import { textOf, upload } from "../support/uploads.ts";
import { storageServerTexts } from "../../server/contract/account/texts.ts";

/** Ada made the group, and Grace is in it; nobody may store more than these bytes. */
async function scene(quota: number) {
  const app = await startApp({ env: { ACCOUNT_QUOTA: String(quota) } });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  const used = async (as: Person) => (await app.call("GET", "/users/storage", as)).body.used as number;
  const say = (as: Person, content: string) => app.call("POST", `/groups/${id}/messages`, as, { content });
  return { app, ada, grace, id, used, say, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

/** Grace writes until so many bytes are left. */
async function fill({ grace, used, say }: Awaited<ReturnType<typeof scene>>, quota: number, left: number) {
  for (let free; (free = quota - await used(grace) - left) > 0;) {
    const bytes = free > 4500 + 600 ? 4000 : free - 500;
    // No two are the same, as one that is sent twice is stored once.
    assert.equal((await say(grace, `${free} `.padEnd(bytes, "x"))).status, 201);
  }
}

Deno.test("somebody who stores all that they may can write nothing more, by any call, until they delete something", async () => {
  const quota = 12_000;
  await using full = await scene(quota);
  const { app, ada, grace, id } = full;
  const { body: { book } } = await app.call("POST", `/books/groups/${id}/books`, ada, { title: "Emma", pageCount: 9 });
  const { body: { message: adas } } = await full.say(ada, "Hello");
  await app.call("POST", `/books/${book.id}/notes/0`, ada, { content: "n", pageNumber: 0, bookId: book.id });
  await app.call("PUT", `/books/${book.id}/notes/0/sharing`, ada, { shared: true });
  const { body: { notes: [note] } } = await app.call("GET", `/books/${book.id}/notes`, ada);
  const asked = await app.call("POST", `/books/${book.id}/questions`, ada, { page: 0, question: "Why?" });
  const { body: { message: own } } = await full.say(grace, "Short");
  await fill(full, quota, 100);

  const content = "x".repeat(200);
  const message = `/groups/${id}/messages`;
  const writes: [string, string, unknown][] = [
    ["POST", message, { content }],
    ["PUT", `${message}/${own.id}`, { content }],
    ["PUT", `${message}/${adas.id}/reactions/${encodeURIComponent("🎉")}`, undefined],
    ["POST", `/books/${book.id}/notes/1`, { content, pageNumber: 1, bookId: book.id }],
    ["POST", `/notes/${note.id}/answers`, { content }],
    ["POST", `/books/${book.id}/questions`, { page: 1, question: content }],
    ["PUT", `/questions/${asked.body.question.id}/answer`, { content }],
  ];
  for (const [method, path, body] of writes) {
    const answer = await app.call(method, path, grace, body);
    assert.deepEqual([answer.status, answer.body.code, answer.body.free], [413, "account_full", 100], path);
    assert.equal(answer.body.message, storageServerTexts.full(100));
  }
  const form = new FormData();
  form.append("file", new File(["Title\nEmma"], "library.csv"));
  const headers = { Authorization: `Bearer ${grace.token}` };
  const list = await fetch(`${app.url}/api/reading/import`, { method: "POST", headers, body: form });
  assert.deepEqual([list.status, (await list.json()).code], [413, "account_full"]);
  assert.equal(await full.used(grace), quota - 100);

  assert.equal((await full.say(ada, content)).status, 201);
  assert.equal((await app.call("PUT", `${message}/${own.id}`, grace, { content: "Shorter" })).status, 200);
  const { body: { messages } } = await app.call("GET", message, grace);
  const longest = messages.find((one: { content: string }) => one.content.length > 600);
  await app.call("DELETE", `${message}/${longest.id}`, grace);
  assert.equal((await full.say(grace, content)).status, 201);
});

Deno.test("what a form without script was to store is still in it when there is no room", async () => {
  const quota = 2000;
  await using full = await scene(quota);
  const { app, ada, grace, id } = full;
  const { body: { book } } = await app.call("POST", `/books/groups/${id}/books`, ada, { title: "Emma", pageCount: 9 });
  await fill(full, quota, 0);
  const message = await submit(app, `/group/${id}/messages`, grace, { content: "Half of what I think" });
  const note = await submit(app, `/group/${id}/books/${book.id}/notes`, grace, { content: "Typed", pageNumber: "1" });
  for (const [answer, typed] of [[message, "Half of what I think"], [note, "Typed"]] as const) {
    const html = await answer.text();
    assert.equal(answer.status, 413);
    assert.ok(html.includes(typed) && html.includes(storageServerTexts.full(0)), typed);
  }
});

Deno.test("groups that somebody made take no more files, books and contents than they may store, however many these are", async () => {
  await using full = await scene(1024 ** 2);
  const { app, ada, grace, id } = full;
  const { id: other } = await app.group(ada, grace);
  await app.call("POST", `/books/groups/${id}/books`, grace, { title: "Emma", pageCount: 9 });
  assert.equal((await upload(app, id, { by: grace, content: textOf(600_000) })).status, 201);
  const refused = await upload(app, other, { by: grace, content: textOf(600_000) });
  const free = Math.floor(0.9 * 1024 ** 2) - await full.used(ada);
  assert.deepEqual([refused.status, refused.body.code, refused.body.free], [413, "account_full", free]);
  assert.equal(refused.body.message, storageServerTexts.groupFull(free));
  assert.equal((await upload(app, other, { by: grace, content: textOf(free - 1000) })).status, 201);
  const book = await app.call("POST", `/books/groups/${id}/books`, grace, { title: "x".repeat(300), pageCount: 9 });
  assert.deepEqual([book.status, book.body.code], [413, "account_full"]);
  const { body: { books: [{ id: bookId }] } } = await app.call("GET", `/books/groups/${id}/books`, grace);
  const contents = [{ title: "x".repeat(200), page: 1 }, { title: "y", page: 2 }];
  const chapters = await app.call("PUT", `/books/${bookId}/chapters`, grace, contents);
  assert.deepEqual([chapters.status, chapters.body.code], [413, "account_full"]);
  assert.equal((await full.say(ada, "Words have room")).status, 201);
});

Deno.test("the account's page says beside one's data how much is stored, and with the dashboard before that is all", async () => {
  const quota = 100_000;
  await using full = await scene(quota);
  const { app, grace } = full;
  const read = async (path: string) => await (await visit(app, path, grace)).text();
  const page = (tab = "") => read(`/account${tab}`);
  await full.say(grace, "x".repeat(600));
  assert.doesNotMatch(await page(), /You store/);
  assert.match(await page("?tab=data"), /You store 1 KB of 97 KB\.</);
  assert.doesNotMatch(await read("/dashboard"), /You store/);
  await fill(full, quota, 0.1 * quota);
  for (const html of [await page(), await read("/dashboard")]) {
    assert.match(html, /<div class="notice" role="status".*You store 87 KB of 97 KB\. The groups that you made/);
  }
});
