import assert from "node:assert/strict";
import { startApp, type TestApp } from "../support/app.ts";
import { cookieOf, setCookieOf, submit, visit } from "../support/requests.ts";

const flash = "chapterhouse_flash";

/** The toasts of a page: kind and text. */
const toastsOf = (html: string) =>
  [...html.split("<template")[0].matchAll(/class="toast" data-kind="(\w+)"[^]*?data-text="true">([^<]*)</g)]
    .map(([, kind, text]) => [kind, text]);

/** Visits with a flash at hand. Gives the toasts, and the flash the answer sets. */
async function visitWith(app: TestApp, path: string, value: string, as?: { token: string }, headers = {}) {
  const Cookie = [`${flash}=${value}`, ...(as ? [cookieOf(as)] : [])].join("; ");
  const response = await visit(app, path, null, { headers: { Cookie, ...headers } });
  return { toasts: toastsOf(await response.text()), left: setCookieOf(response, flash), status: response.status };
}

Deno.test("the outcome of a form is shown once, by the page that follows", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const made = await submit(app, "/dashboard/groups", ada, { groupName: "Engine" });
  const left = setCookieOf(made, flash)!;
  assert.deepEqual(left.attributes, ["httponly", "max-age=60", "path=/", "samesite=lax"]);
  const first = await visitWith(app, "/dashboard", left.value, ada);
  assert.deepEqual(first.toasts, [["success", "Group created successfully"]]);
  assert.deepEqual([first.left?.value, first.left?.attributes.includes("max-age=0")], ["", true]);
  const second = await visit(app, "/dashboard", ada);
  assert.deepEqual(toastsOf(await second.text()), []);
});

Deno.test("a redirect, a call, a file and a page that a script fetches do not use up the outcome", async () => {
  await using app = await startApp();
  const out = await submit(app, "/logout", null, {});
  const { value } = setCookieOf(out, flash)!;
  for (const path of ["/nothing", "/dashboard", "/api/auth/me", app.deps.assets.styles.main.href]) {
    assert.equal((await visitWith(app, path, value)).left, undefined, path);
  }
  const byScript = { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors" };
  const fetched = await visitWith(app, "/login", value, undefined, byScript);
  assert.deepEqual([fetched.toasts, fetched.left], [[], undefined]);
  // A service worker that passes a navigation on changes what it says it is for.
  for (const headers of [{}, { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "navigate" }]) {
    const { toasts } = await visitWith(app, "/login", value, undefined, headers);
    assert.deepEqual(toasts, [["success", "You have been logged out"]]);
  }
});

Deno.test("what a script asks for leaves no outcome for the next page", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  for (const mode of ["navigate", "cors"]) {
    const response = await visit(app, "/group/unknown", ada, { headers: { "Sec-Fetch-Mode": mode } });
    assert.equal(response.status, 303);
    assert.equal(setCookieOf(response, flash) !== undefined, mode === "navigate", mode);
  }
});

Deno.test("a malformed outcome is not shown, and markup in one is text", async () => {
  await using app = await startApp();
  const encode = (value: unknown) => encodeURIComponent(encodeURIComponent(JSON.stringify(value)));
  const broken = [
    "x",
    "%",
    "%257B",
    encode({ kind: "evil", text: "x" }),
    encode({ kind: "error", text: "x".repeat(501) }),
  ];
  for (const value of [...broken, encode(null), encode([]), encode("text")]) {
    assert.deepEqual(await visitWith(app, "/login", value).then(({ toasts, status }) => [toasts, status]), [[], 200]);
  }
  const { toasts } = await visitWith(app, "/login", encode({ kind: "info", text: "<b>hello</b>" }));
  assert.deepEqual(toasts, [["info", "&lt;b&gt;hello&lt;/b&gt;"]]);
});
