import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { startApp } from "../support/app.ts";
import { run, startCast } from "../support/cast.ts";
import { read, send } from "../support/forms.ts";
import { setCookieOf, submit, visit } from "../support/requests.ts";

const password = "Correct-horse-1";
const ada = { fullname: "Ada Lovelace", email: "ada@example.org", password, confirmPassword: password };

Deno.test("registering, verifying and logging in work by forms alone; only opening a verification link verifies nobody", async () => {
  await using app = await startApp();
  const registered = await send(app, "/register", null, ada);
  assert.deepEqual([registered.status, registered.to], [303, "/register?done"]);
  const done = await read(app, "/register?done");
  assert.match(done, /Registration successful! Please check your email to verify your account\./);
  assert.match(done, /<meta http-equiv="refresh" content="15;url=\/login">/);
  const [link] = await app.links(ada.email);
  for (const method of ["HEAD", "GET"]) {
    const asked = await visit(app, link, null, { method, headers: { "Sec-Purpose": "prefetch" } });
    assert.equal(asked.status, 200);
    const html = await asked.text();
    if (method === "GET") assert.match(html, /<form [^>]*method="post"[^]*Verify email<\/button>/);
  }
  assert.equal((await send(app, "/login", null, ada)).status, 403);
  await app.deps.db.q.run(sql`alter table links rename to gone`);
  const failed = await send(app, link, null);
  assert.equal(failed.status, 500);
  assert.match(failed.html, /Failed to verify email\. Please try again\.[^]*Verify email<\/button>/);
  await app.deps.db.q.run(sql`alter table gone rename to links`);
  const verified = await send(app, link, null);
  assert.match(verified.html, /Email verified successfully![^]*href="\/login"[^>]*>Go to Login/);
  const loggedIn = await send(app, "/login", null, ada);
  assert.deepEqual([loggedIn.status, loggedIn.to], [303, "/dashboard"]);
  const { value: token, attributes } = setCookieOf(loggedIn)!;
  assert.deepEqual(attributes, ["httponly", "max-age=2592000", "path=/", "samesite=lax"]);
  assert.match(await read(app, "/dashboard", { token }), /Ada Lovelace/);
});

Deno.test("the browser that registered is told where the mail went, and has that address filled in until it has logged in", async () => {
  await using app = await startApp();
  const address = setCookieOf(await submit(app, "/register", null, ada), "chapterhouse_address")!;
  assert.deepEqual(address.attributes, ["httponly", "max-age=900", "path=/", "samesite=lax"]);
  const headers = { Origin: app.url, Cookie: `chapterhouse_address=${address.value}` };
  const readWith = async (path: string) => await (await visit(app, path, null, { headers })).text();
  assert.match(await readWith("/register?done"), /Sent to <b>ada@example\.org<\/b>/);
  assert.match(await readWith("/login"), /name="email"[^>]*value="ada@example\.org"/);
  for (const path of ["/register?done", "/login"]) assert.ok(!(await read(app, path)).includes(ada.email), path);
  await send(app, (await app.links(ada.email))[0], null);
  const loggedIn = await visit(app, "/login", null, { method: "POST", headers, body: new URLSearchParams(ada) });
  assert.equal(setCookieOf(loggedIn, "chapterhouse_address")?.value, "");
});

Deno.test("where no verification is required, registering leads to the dashboard", async () => {
  await using app = await startApp({ env: { REQUIRE_EMAIL_VERIFICATION: "false" } });
  const registered = await send(app, "/register", null, ada);
  assert.deepEqual([registered.status, registered.to], [303, "/dashboard"]);
  assert.equal((await app.call("GET", "/auth/me", { token: setCookieOf(registered)!.value })).status, 200);
});

Deno.test("a login, a registration or a verification that failed shows why in the spec's words, keeps what was typed and never a password", async () => {
  await using app = await startApp();
  const grace = await app.register("Grace");
  const [used] = await app.links(grace.email);
  await app.call("POST", "/auth/register", null, ada);
  const logIn = { email: ada.email, password };
  const fill = /This field is required\.|Please fill in all fields\./;
  const failures: [path: string, fields: Record<string, string>, status: number, text: RegExp][] = [
    ["/login", { ...logIn, email: "no@example.org" }, 404, /No account found with this email address\.[^]*Sign up/],
    ["/login", { email: grace.email, password: "Wrong-horse-1" }, 400, /Invalid password\. Please try again\./],
    ["/login", logIn, 403, /Please verify your email address before logging in\.[^]*Check your email/],
    ["/login", { email: "", password: "" }, 400, fill],
    ["/register", ada, 409, /An account with this email already exists\. Please log in or use a different email\./],
    ["/register", { ...ada, confirmPassword: "Other-horse-1" }, 400, /Passwords do not match\./],
    [
      "/register",
      { ...ada, password: "12345", confirmPassword: "12345" },
      400,
      /Password must be at least 6 characters long\./,
    ],
    ["/register", { ...ada, email: "nobody" }, 400, /Please enter a valid email address\./],
    ["/register", { ...ada, fullname: " " }, 400, fill],
    ["/verify-email", {}, 400, /No verification token provided\.[^]*Resend Verification Email/],
    [
      "/verify-email?token=x",
      {},
      400,
      /This verification link is invalid or has already been used\. If you need a new one/,
    ],
    [used, {}, 400, /Your email is already verified\. You can log in\.[^]*Resend Verification Email/],
    ["/reset-password?token=x", { password, confirmPassword: "Other-horse-1" }, 400, /Passwords do not match\./],
    ["/verify-email/resend", { email: "nobody" }, 400, /Please enter a valid email address\./],
  ];
  for (const [path, fields, status, text] of failures) {
    const answer = await send(app, path, null, fields);
    assert.equal(answer.status, status, `${path} ${JSON.stringify(fields)}`);
    assert.match(answer.html, text);
    assert.equal(setCookieOf(answer), undefined);
    for (const typed of [fields.email, fields.fullname]) {
      if (typed) assert.ok(answer.html.includes(`value="${typed}"`), `${path} ${typed}`);
    }
    assert.doesNotMatch(answer.html, /horse-1|12345/);
  }
  assert.equal((await app.links(ada.email)).length, 1);
});

Deno.test("people without a password are asked for none; an hour after signing in they read that they are to sign in again", async () => {
  const hour = 3600_000;
  let now = Date.now();
  await using app = await startCast({ clock: () => now, env: { OPERATORS: "ada@example.org" } });
  /** How often the pages of the account and of removing Grace's ask for a password, or for a new session. */
  const ask = async () => {
    const paths = ["/account", `/operator/people?remove=${app.grace.id}`];
    const pages = await Promise.all(paths.map((path) => read(app, path, app.ada)));
    const count = (text: string) => pages.map((html) => html.split(text).length - 1);
    return {
      account: pages[0],
      again: count("Please log out and in again first"),
      passwords: count('type="password"'),
    };
  };
  now += hour;
  const before = await ask();
  // Three of the password itself, one of the address, and one of each passkey and the two-step codes.
  assert.deepEqual([before.again, before.passwords], [[0, 0], [6, 1]]);
  await run(app, "update users set password_hash = ''");
  const after = await ask();
  assert.deepEqual([after.again, after.passwords], [[2, 1], [0, 0]]);
  assert.ok(after.account.includes("To change it, choose a password first."));
  now -= hour;
  const soon = await ask();
  assert.deepEqual([soon.again, soon.passwords], [[0, 0], [0, 0]]);
  assert.ok(soon.account.includes("Add a passkey") && soon.account.includes("Set up two-step codes"));
});
