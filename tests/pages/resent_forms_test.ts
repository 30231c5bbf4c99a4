/** Forms that are sent again without script: because they failed, or because they were pressed twice. */
import assert from "node:assert/strict";
import type { Book } from "../../server/contract/books/shapes.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { loseNextAnswer } from "../support/lost_answer.ts";
import { submit, visit } from "../support/requests.ts";

type Fields = Record<string, string>;

async function sent(app: TestApp, path: string, as: Person | null, fields: Fields) {
  const response = await submit(app, path, as, fields);
  return { status: response.status, retryAfter: response.headers.get("Retry-After"), html: await response.text() };
}

const keyIn = (html: string): string => /name="formKey" value="([^"]+)"/.exec(html)![1];
const keyAt = async (app: TestApp, path: string, as: Person) => keyIn(await (await visit(app, path, as)).text());

async function readingRoom(env: Record<string, string> = {}) {
  const app = await startApp({ env });
  const ada = await app.person("Ada");
  const { id } = await app.group(ada);
  return {
    app,
    ada,
    here: `/group/${id}`,
    titles: async () =>
      (await app.call("GET", `/books/groups/${id}/books`, ada)).body.books.map(({ title }: Book) => title),
    texts: async () =>
      (await app.call("GET", `/groups/${id}/messages`, ada)).body.messages.map(({ content }: Message) => content),
    groups: async () => (await app.call("GET", "/groups", ada)).body.groups.length,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

// spec: 4.14
Deno.test("a form that failed and is sent again stores once what may have been stored the first time", async () => {
  await using room = await readingRoom();
  const { app, ada, here } = room;
  const forms: [string, Fields][] = [
    [`${here}/messages`, { content: "Is anybody there?" }],
    ["/dashboard/groups", { groupName: "Engine" }],
    [`${here}/books?add=`, { title: "Unknown to all", author: "A. Nonymous", pageCount: "12" }],
    [`${here}/books?add=`, { book: JSON.stringify({ title: "A find", author: null }) }],
  ];
  for (const [path, fields] of forms) {
    const formKey = await keyAt(app, path === "/dashboard/groups" ? "/dashboard?create" : here, ada);
    loseNextAnswer(app.deps.db);
    const failed = await sent(app, path, ada, { ...fields, formKey });
    assert.deepEqual([failed.status, failed.retryAfter], [503, "5"]);
    assert.equal(keyIn(failed.html), formKey);
    const again = await sent(app, path, ada, { ...fields, formKey: keyIn(failed.html) });
    assert.deepEqual([again.status, again.retryAfter], [303, null]);
  }
  assert.deepEqual(await room.texts(), ["Is anybody there?"]);
  assert.deepEqual(await room.titles(), ["A find", "Unknown to all"]);
  assert.equal(await room.groups(), 2);
});

Deno.test("a book that is sent twice by one form is added once; another form, or another book, adds another", async () => {
  await using room = await readingRoom();
  const { app, ada, here } = room;
  const formKey = await keyAt(app, here, ada);
  const add = async (title: string, formKey: string) => {
    const press = () => sent(app, `${here}/books`, ada, { title, formKey });
    assert.deepEqual((await Promise.all([press(), press()])).map(({ status }) => status), [303, 303]);
  };
  await add("Notes", formKey);
  await add("Notes, second volume", formKey);
  await add("Notes", await keyAt(app, here, ada));
  assert.deepEqual(await room.titles(), ["Notes", "Notes, second volume", "Notes"]);
});

Deno.test("an answer of 429 or 503 to a form says when to come back, and a redirect does not", async () => {
  const email = "a@example.org";
  const account = { fullname: "A", email, password: "Correct-horse-1", confirmPassword: "Correct-horse-1" };
  await using app = await startApp({ env: { RATE_LIMITS: "login=1/300,register=1/300,mail=1/300,chat=1/300" } });
  const open: [string, Fields][] = [
    ["/login", { email, password: "wrong" }],
    ["/register", account],
    ["/forgot-password", { email }],
    ["/verify-email/resend", { email }],
  ];
  for (const [path, fields] of open) {
    await sent(app, path, null, fields);
    const { status, retryAfter } = await sent(app, path, null, fields);
    assert.equal(status, 429, path);
    assert.ok(Number(retryAfter) > 0 && Number(retryAfter) <= 3600, `${path} ${retryAfter}`);
  }

  await using room = await readingRoom({ RATE_LIMITS: "chat=1/300,friendRequest=1/300" });
  const { ada, here } = room;
  await sent(room.app, `${here}/messages`, ada, { content: "One" });
  const two = await sent(room.app, `${here}/messages`, ada, { content: "Two" });
  assert.equal(two.status, 429);
  assert.ok(Number(two.retryAfter) > 0);
  for (const userId of ["nobody", "nobody"]) {
    const asked = await sent(room.app, "/friends/requests", ada, { userId });
    assert.deepEqual([asked.status, asked.retryAfter], [303, null]);
  }
  const book =
    (await room.app.call("POST", `/books/groups/${here.split("/")[2]}/books`, ada, { title: "B" })).body.book;
  const unavailable: [string, Fields][] = [
    [`${here}/books/${book.id}/progress`, { currentPage: "3" }],
    [`${here}/books/${book.id}/notes`, { pageNumber: "3", content: "Mine" }],
    ["/profile", { bio: "Reads" }],
  ];
  for (const [path, fields] of unavailable) {
    loseNextAnswer(room.app.deps.db);
    const { status, retryAfter } = await sent(room.app, path, ada, fields);
    assert.deepEqual([status, retryAfter], [503, "5"], JSON.stringify(fields));
  }
  const mailed: [string, Fields][] = [
    ["/verify-email?token=x", {}],
    ["/reset-password?token=x", { password: "Correct-horse-1", confirmPassword: "Correct-horse-1" }],
  ];
  for (const [path, fields] of mailed) assert.equal((await sent(room.app, path, null, fields)).status, 400, path);
  loseNextAnswer(room.app.deps.db);
  const verifying = await sent(room.app, "/verify-email?token=x", null, {});
  assert.deepEqual([verifying.status, verifying.retryAfter], [503, "5"]);
});
