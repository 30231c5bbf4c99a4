import assert from "node:assert/strict";
import { storageTexts } from "../../../server/contract/account/storage_texts.ts";
import type { Person } from "../../support/app.ts";
import { startReading } from "../../support/cast.ts";
import { submit, visit } from "../../support/requests.ts";
import { textOf, upload } from "../../support/uploads.ts";

/** The cast with a book; nobody may store more than these bytes. */
async function withQuota(quota: number) {
  const app = await startReading({ env: { ACCOUNT_QUOTA: String(quota) } }, { title: "Emma", pageCount: 9 });
  const used = async (as: Person) => (await app.call("GET", "/users/storage", as)).body.used as number;
  const say = (as: Person, content: string) => app.call("POST", `${app.here}/messages`, as, { content });
  /** Grace writes until so many bytes are left. */
  async function fill(left: number) {
    for (let free; (free = quota - await used(app.grace) - left) > 0;) {
      const bytes = free > 4500 + 600 ? 4000 : free - 500;
      // No two are the same, as one that is sent twice is stored once.
      assert.equal((await say(app.grace, `${free} `.padEnd(bytes, "x"))).status, 201);
    }
  }
  return { ...app, used, say, fill };
}

Deno.test("somebody who stores all that they may can write nothing more, by any call, until they delete something", async () => {
  const quota = 12_000;
  await using app = await withQuota(quota);
  const { call, ada, grace, path, bookId } = app;
  const adas = await app.post(ada, "Hello");
  await call("POST", `${path}/notes/0`, ada, { content: "n", pageNumber: 0, bookId });
  await call("PUT", `${path}/notes/0/sharing`, ada, { shared: true });
  const { body: { notes: [note] } } = await call("GET", `${path}/notes`, ada);
  const { body: { question } } = await call("POST", `${path}/questions`, ada, { page: 0, question: "Why?" });
  const own = await app.post(grace, "Short");
  await app.fill(100);

  const content = "x".repeat(200);
  const message = `${app.here}/messages`;
  const writes: [string, string, unknown][] = [
    ["POST", message, { content }],
    ["PUT", `${message}/${own.id}`, { content }],
    ["PUT", `${message}/${adas.id}/reactions/${encodeURIComponent("🎉")}`, undefined],
    ["POST", `${path}/notes/1`, { content, pageNumber: 1, bookId }],
    ["POST", `/notes/${note.id}/answers`, { content }],
    ["POST", `${path}/questions`, { page: 1, question: content }],
    ["PUT", `/questions/${question.id}/answer`, { content }],
  ];
  for (const [method, path, body] of writes) {
    const answer = await call(method, path, grace, body);
    assert.deepEqual([answer.status, answer.body.code, answer.body.free], [413, "account_full", 100], path);
    assert.equal(answer.body.message, storageTexts.full(100));
  }
  const form = new FormData();
  form.append("file", new File(["Title\nEmma"], "library.csv"));
  const headers = { Authorization: `Bearer ${grace.token}` };
  const list = await fetch(`${app.url}/api/reading/import`, { method: "POST", headers, body: form });
  assert.deepEqual([list.status, (await list.json()).code], [413, "account_full"]);
  assert.equal(await app.used(grace), quota - 100);

  assert.equal((await app.say(ada, content)).status, 201);
  assert.equal((await call("PUT", `${message}/${own.id}`, grace, { content: "Shorter" })).status, 200);
  const longest = (await app.messages()).find((one) => one.content.length > 600)!;
  await call("DELETE", `${message}/${longest.id}`, grace);
  assert.equal((await app.say(grace, content)).status, 201);
});

Deno.test("what a form without script was to store is still in it when there is no room", async () => {
  await using app = await withQuota(2000);
  await app.fill(0);
  const place = `/group/${app.circle.id}`;
  const forms: [string, string, Record<string, string>][] = [
    ["Half of what I think", `${place}/messages`, {}],
    ["Typed", `${place}/books/${app.bookId}/notes`, { pageNumber: "1" }],
  ];
  for (const [content, path, fields] of forms) {
    const answer = await submit(app, path, app.grace, { content, ...fields });
    const html = await answer.text();
    assert.equal(answer.status, 413);
    assert.ok(html.includes(content) && html.includes(storageTexts.full(0)), content);
  }
});

Deno.test("groups that somebody made take no more files, books and contents than they may store, however many these are", async () => {
  await using app = await withQuota(1024 ** 2);
  const { call, ada, grace, circle } = app;
  const { id: other } = await app.group(ada, grace);
  assert.equal((await upload(app, circle.id, { by: grace, content: textOf(600_000) })).status, 201);
  const refused = await upload(app, other, { by: grace, content: textOf(600_000) });
  const free = Math.floor(0.9 * 1024 ** 2) - await app.used(ada);
  assert.deepEqual([refused.status, refused.body.code, refused.body.free], [413, "account_full", free]);
  assert.equal(refused.body.message, storageTexts.groupFull(free));
  assert.equal((await upload(app, other, { by: grace, content: textOf(free - 1000) })).status, 201);
  const contents = [{ title: "x".repeat(200), page: 1 }, { title: "y", page: 2 }];
  for (
    const answer of [
      await call("POST", app.shelf, grace, { title: "x".repeat(300), pageCount: 9 }),
      await call("PUT", `${app.path}/chapters`, grace, contents),
    ]
  ) {
    assert.deepEqual([answer.status, answer.body.code], [413, "account_full"]);
  }
  assert.equal((await app.say(ada, "Words have room")).status, 201);
});

Deno.test("the account's page says beside one's data how much is stored, and with the dashboard before that is all", async () => {
  const quota = 100_000;
  await using app = await withQuota(quota);
  const read = async (path: string) => await (await visit(app, path, app.grace)).text();
  await app.say(app.grace, "x".repeat(600));
  assert.match(await read("/account?tab=data"), /You store 1 KB of 97 KB\.</);
  for (const path of ["/account", "/dashboard"]) assert.doesNotMatch(await read(path), /You store/);
  await app.fill(0.1 * quota);
  for (const path of ["/account", "/dashboard"]) {
    const notice = /<div class="notice" role="status".*You store 87 KB of 97 KB\. The groups that you made/;
    assert.match(await read(path), notice);
  }
});
