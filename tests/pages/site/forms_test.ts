/** Forms without script: the outcome that the next page shows, and forms that are sent again. */
import assert from "node:assert/strict";
import type { Book } from "../../../server/contract/books/shapes.ts";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { startReading } from "../../support/cast.ts";
import { formKeyIn, read, send, toastsIn } from "../../support/forms.ts";
import { loseNextAnswer } from "../../support/lost_answer.ts";
import { cookieOf, setCookieOf, submit, visit } from "../../support/requests.ts";

const flash = "chapterhouse_flash";
type Fields = Record<string, string>;

/** Visits with an outcome at hand. Gives the toasts, and the outcome that the answer sets. */
async function visitWith(app: TestApp, path: string, value: string, headers = {}, as?: { token: string }) {
  const Cookie = [`${flash}=${value}`, ...(as ? [cookieOf(as)] : [])].join("; ");
  const response = await visit(app, path, null, { headers: { Cookie, ...headers } });
  return { toasts: toastsIn(await response.text()), left: setCookieOf(response, flash), status: response.status };
}

Deno.test("the outcome of a form is shown once, by the page that follows and no other answer", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const made = await submit(app, "/dashboard/groups", ada, { groupName: "Engine" });
  const { value, attributes } = setCookieOf(made, flash)!;
  assert.deepEqual(attributes, ["httponly", "max-age=60", "path=/", "samesite=lax"]);
  for (const path of ["/nothing", "/group/unknown", "/api/auth/me", app.deps.assets.styles.main.href]) {
    assert.notEqual((await visitWith(app, path, value)).left?.value, "", path);
  }
  const byScript = { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors" };
  const fetched = await visitWith(app, "/dashboard", value, byScript, ada);
  assert.deepEqual([fetched.toasts, fetched.left], [[], undefined]);
  // A service worker that passes a navigation on changes what it says it is for.
  for (const headers of [{}, { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "navigate" }]) {
    const { toasts, left } = await visitWith(app, "/dashboard", value, headers, ada);
    assert.deepEqual(toasts, ["Group created successfully"]);
    assert.deepEqual([left?.value, left?.attributes.includes("max-age=0")], ["", true]);
  }
  assert.deepEqual(toastsIn(await read(app, "/dashboard", ada)), []);
  for (const mode of ["navigate", "cors"]) {
    const response = await visit(app, "/group/unknown", ada, { headers: { "Sec-Fetch-Mode": mode } });
    assert.equal(response.status, 303);
    assert.equal(setCookieOf(response, flash) !== undefined, mode === "navigate", "a script leaves none either");
  }
});

Deno.test("a malformed outcome is not shown, and markup in one is text", async () => {
  await using app = await startApp();
  const encode = (value: unknown) => encodeURIComponent(encodeURIComponent(JSON.stringify(value)));
  const odd = [null, [], "text", { kind: "evil", text: "x" }, { kind: "error", text: "x".repeat(501) }].map(encode);
  for (const value of ["x", "%", "%257B", ...odd]) {
    const { toasts, status } = await visitWith(app, "/login", value);
    assert.deepEqual([toasts, status], [[], 200], value);
  }
  const { toasts } = await visitWith(app, "/login", encode({ kind: "info", text: "<b>hello</b>" }));
  assert.deepEqual(toasts, ["&lt;b&gt;hello&lt;/b&gt;"]);
});

/** Ada's group with a book; what a form sends is hers. */
async function withForms(env: Record<string, string> = {}) {
  const app = await startReading({ env });
  const { ada } = app;
  const page = `/group/${app.circle.id}`;
  return {
    ...app,
    page,
    keyAt: async (path: string, as = ada) => formKeyIn(await read(app, path, as)),
    send: (path: string, fields: Fields, as: Person | null = ada) => send(app, path, as, fields),
    titles: async () => (await app.list(ada)).map(({ title }: Book) => title),
    texts: async () => (await app.messages()).map(({ content }) => content),
    names: async (as = ada): Promise<string[]> =>
      (await app.call("GET", "/groups", as)).body.groups.map(({ groupName }: { groupName: string }) => groupName),
  };
}

Deno.test("a form that failed and is sent again stores once what may have been stored the first time", async () => {
  await using app = await withForms();
  const { page } = app;
  const forms: [string, string, Fields][] = [
    [page, `${page}/messages`, { content: "Is anybody there?" }],
    ["/dashboard?create", "/dashboard/groups", { groupName: "Engine" }],
    [page, `${page}/books?add=`, { title: "Unknown to all", author: "A. Nonymous", pageCount: "12" }],
    [page, `${page}/books?add=`, { book: JSON.stringify({ title: "A find", author: null }) }],
  ];
  for (const [at, path, fields] of forms) {
    const formKey = await app.keyAt(at);
    loseNextAnswer(app.deps.db);
    const failed = await app.send(path, { ...fields, formKey });
    assert.deepEqual([failed.status, failed.headers.get("Retry-After")], [503, "5"]);
    assert.equal(formKeyIn(failed.html), formKey);
    const again = await app.send(path, { ...fields, formKey });
    assert.deepEqual([again.status, again.headers.get("Retry-After")], [303, null]);
  }
  assert.deepEqual(await app.texts(), ["Is anybody there?"]);
  assert.deepEqual(await app.titles(), ["A find", "Unknown to all", "Sketch"]);
  assert.deepEqual(await app.names(), ["Group of ada", "Engine"]);
});

Deno.test("a message, a book and a group that one form sends twice are stored once; what it sends anew, or another form, is stored too", async () => {
  await using app = await withForms();
  const { grace, page } = app;
  const twice = async (path: string, fields: Fields) => {
    const answers = await Promise.all([app.send(path, fields), app.send(path, fields)]);
    assert.deepEqual(answers.map(({ status }) => status), [303, 303]);
  };
  const formKey = await app.keyAt(page);
  const other = await app.keyAt(page);
  assert.notEqual(formKey, other);
  for (const content of ["Once", "Once", "Gone back, and written anew"]) {
    await twice(`${page}/messages`, { content, formKey });
  }
  for (const key of [formKey, "nonsense", ""]) {
    await app.send(`${page}/messages`, { content: key, formKey: key }, grace);
  }
  assert.deepEqual(await app.texts(), ["Once", "Gone back, and written anew", formKey, "nonsense"]);
  for (const [title, key] of [["Notes", formKey], ["Notes, second volume", formKey], ["Notes", other]]) {
    await twice(`${page}/books`, { title, formKey: key });
  }
  assert.deepEqual(await app.titles(), ["Notes", "Notes, second volume", "Notes", "Sketch"]);
  const dashboard = await app.keyAt("/dashboard?create");
  for (const groupName of ["Once", "Once", "Anew"]) await twice("/dashboard/groups", { groupName, formKey: dashboard });
  await app.send("/dashboard/groups", { groupName: "Once", formKey: dashboard }, grace);
  assert.deepEqual((await app.names()).sort(), ["Anew", "Group of ada", "Once"]);
  assert.deepEqual((await app.names(grace)).sort(), ["Group of ada", "Once"]);
});

Deno.test("an answer of 429 or 503 to a form says when to come back, and a redirect does not", async () => {
  const limits = ["login", "register", "mail", "chat", "friendRequest"].map((name) => `${name}=1/300`);
  await using app = await withForms({ RATE_LIMITS: limits.join() });
  const { page, bookId } = app;
  const email = "a@example.org";
  const passwords = { password: "Correct-horse-1", confirmPassword: "Correct-horse-1" };
  const limited: [string, Fields, null?][] = [
    ["/login", { email, password: "wrong" }, null],
    ["/register", { fullname: "A", email, ...passwords }, null],
    ["/forgot-password", { email }, null],
    ["/verify-email/resend", { email }, null],
    [`${page}/messages`, { content: "One" }],
  ];
  for (const [path, fields, as] of limited) {
    await app.send(path, fields, as);
    const { status, headers } = await app.send(path, { ...fields, content: "Two" }, as);
    const retryAfter = Number(headers.get("Retry-After"));
    assert.ok(status === 429 && retryAfter > 0 && retryAfter <= 3600, `${path} ${status} ${retryAfter}`);
  }
  for (let n = 0; n < 2; n++) {
    const asked = await app.send("/friends/requests", { userId: "nobody" });
    assert.deepEqual([asked.status, asked.headers.get("Retry-After")], [303, null]);
  }
  for (const path of ["/verify-email?token=x", "/reset-password?token=x"]) {
    assert.equal((await app.send(path, passwords, null)).status, 400, path);
  }
  const unavailable: [string, Fields, null?][] = [
    [`${page}/books/${bookId}/progress`, { currentPage: "3" }],
    [`${page}/books/${bookId}/notes`, { pageNumber: "3", content: "Mine" }],
    ["/profile", { bio: "Reads" }],
    ["/verify-email?token=x", {}, null],
  ];
  for (const [path, fields, as] of unavailable) {
    loseNextAnswer(app.deps.db);
    const { status, headers } = await app.send(path, fields, as);
    assert.deepEqual([status, headers.get("Retry-After")], [503, "5"], path);
  }
});
