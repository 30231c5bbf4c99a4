import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { startApp, type TestApp } from "../support/app.ts";
import { setCookieOf, submit, visit } from "../support/requests.ts";

const password = "Correct-horse-1";
const ada = { fullname: "Ada Lovelace", email: "ada@example.org", password, confirmPassword: password };

/** Sends a form, and gives the answer's status and page. */
async function sent(app: TestApp, path: string, fields: Record<string, string>) {
  const response = await submit(app, path, null, fields);
  return { status: response.status, html: await response.text(), location: response.headers.get("Location"), response };
}

Deno.test("registering, verifying and logging in work by forms alone", async () => {
  await using app = await startApp();
  const registered = await sent(app, "/register", ada);
  assert.deepEqual([registered.status, registered.location], [303, "/register?done"]);
  const done = await (await visit(app, "/register?done")).text();
  assert.match(done, /Registration successful! Please check your email to verify your account\./);
  assert.match(done, /<meta http-equiv="refresh" content="15;url=\/login">/);
  const [link] = await app.links(ada.email);
  const asked = await visit(app, link);
  assert.equal(asked.status, 200);
  assert.match(await asked.text(), /<form [^>]*method="post"[^]*Verify email<\/button>/);
  const verified = await sent(app, link, {});
  assert.equal(verified.status, 200);
  assert.match(verified.html, /Email verified successfully![^]*href="\/login"[^>]*>Go to Login/);
  const loggedIn = await sent(app, "/login", ada);
  assert.deepEqual([loggedIn.status, loggedIn.location], [303, "/dashboard"]);
  const { value: token, attributes } = setCookieOf(loggedIn.response)!;
  assert.deepEqual(attributes, ["httponly", "max-age=2592000", "path=/", "samesite=lax"]);
  assert.match(await (await visit(app, "/dashboard", { token })).text(), /Ada Lovelace/);
});

Deno.test("where no verification is required, registering leads to the dashboard", async () => {
  await using app = await startApp({ env: { REQUIRE_EMAIL_VERIFICATION: "false" } });
  const { status, location, response } = await sent(app, "/register", ada);
  assert.deepEqual([status, location], [303, "/dashboard"]);
  assert.equal((await app.call("GET", "/auth/me", { token: setCookieOf(response)!.value })).status, 200);
});

Deno.test("a failed login shows why in the spec's words, keeps the address and never the password", async () => {
  await using app = await startApp();
  const grace = await app.person("Grace");
  await app.call("POST", "/auth/register", null, ada);
  const failures: [Record<string, string>, number, RegExp][] = [
    [
      { email: "no@example.org", password },
      404,
      /No account found with this email address\.[^]*Sign up for an account/,
    ],
    [{ email: grace.email, password: "Wrong-horse-1" }, 400, /Invalid password\. Please try again\./],
    [{ email: ada.email, password }, 403, /Please verify your email address before logging in\.[^]*Check your email/],
    [{ email: "", password: "" }, 400, /This field is required\.|Please fill in all fields\./],
    [{}, 400, /This field is required\.|Please fill in all fields\./],
  ];
  for (const [fields, status, text] of failures) {
    const answer = await sent(app, "/login", fields);
    assert.equal(answer.status, status);
    assert.match(answer.html, text);
    assert.equal(setCookieOf(answer.response), undefined);
    if (fields.email) assert.ok(answer.html.includes(`value="${fields.email}"`));
    assert.doesNotMatch(answer.html, /horse-1/);
  }
});

Deno.test("a failed registration shows why in the spec's words, keeps what was typed and never the passwords", async () => {
  await using app = await startApp();
  await app.call("POST", "/auth/register", null, ada);
  const failures: [object, number, RegExp][] = [
    [{}, 409, /An account with this email already exists\. Please log in or use a different email\./],
    [{ confirmPassword: "Other-horse-1" }, 400, /Passwords do not match\./],
    [{ password: "12345", confirmPassword: "12345" }, 400, /Password must be at least 6 characters long\./],
    [{ email: "nobody" }, 400, /Please enter a valid email address\./],
    [{ fullname: " " }, 400, /Please fill in all fields\./],
  ];
  for (const [changes, status, text] of failures) {
    const fields = { ...ada, ...changes };
    const answer = await sent(app, "/register", fields);
    assert.equal(answer.status, status, JSON.stringify(changes));
    assert.match(answer.html, text);
    assert.ok(answer.html.includes(`value="${fields.email}"`));
    assert.doesNotMatch(answer.html, /horse-1|12345/);
  }
  assert.equal((await app.links(ada.email)).length, 1);
});

Deno.test("an invalid verification link shows why, and offers a new one", async () => {
  await using app = await startApp();
  await app.register("Ada");
  const used = (await app.links(ada.email))[0];
  const none = /No verification token provided\./;
  const unasked = await visit(app, "/verify-email");
  assert.equal(unasked.status, 400);
  assert.match(await unasked.text(), none);
  const failures: [string, RegExp][] = [
    ["/verify-email", none],
    [
      "/verify-email?token=unknown",
      /This verification link is invalid or has already been used\. If you need a new one/,
    ],
    [used, /Your email is already verified\. You can log in\./],
  ];
  for (const [link, text] of failures) {
    const { status, html } = await sent(app, link, {});
    assert.equal(status, 400);
    assert.match(html, text);
    assert.match(html, /Resend Verification Email/);
  }
});

Deno.test("only opening a verification link verifies nobody", async () => {
  await using app = await startApp();
  await app.call("POST", "/auth/register", null, ada);
  const [link] = await app.links(ada.email);
  for (const method of ["GET", "HEAD", "GET"]) {
    const response = await visit(app, link, null, { method, headers: { "Sec-Purpose": "prefetch" } });
    assert.equal(response.status, 200);
    await response.body?.cancel();
  }
  assert.equal((await sent(app, "/login", ada)).status, 403);
  assert.match((await sent(app, link, {})).html, /Email verified successfully!/);
  assert.equal((await sent(app, "/login", ada)).status, 303);
});

Deno.test("a verification link that fails on a server error can be tried again", async () => {
  await using app = await startApp();
  await app.call("POST", "/auth/register", null, ada);
  const [link] = await app.links(ada.email);
  await app.deps.db.q.run(sql`alter table links rename to elsewhere`);
  const failed = await sent(app, link, {});
  assert.equal(failed.status, 500);
  assert.match(failed.html, /Failed to verify email\. Please try again\.[^]*Verify email<\/button>/);
  await app.deps.db.q.run(sql`alter table elsewhere rename to links`);
  assert.match((await sent(app, link, {})).html, /Email verified successfully!/);
});

Deno.test("forms request a new verification link and set a new password", async () => {
  await using app = await startApp();
  await app.call("POST", "/auth/register", null, ada);
  const resent = await sent(app, "/verify-email/resend", { email: ada.email });
  assert.deepEqual([resent.status, resent.location], [303, "/login"]);
  assert.equal((await app.links(ada.email)).length, 2);
  const wrong = await sent(app, "/verify-email/resend", { email: "nobody" });
  assert.equal(wrong.status, 400);
  assert.match(wrong.html, /Please enter a valid email address\./);
  const asked = await sent(app, "/forgot-password", { email: ada.email });
  assert.deepEqual([asked.status, asked.location], [303, "/forgot-password?sent"]);
  assert.match(await (await visit(app, "/forgot-password?sent")).text(), /If an account belongs to this address/);
  const [link] = await app.links(ada.email);
  const differ = await sent(app, link, { password: "New-horse-2", confirmPassword: "New-horse-3" });
  assert.equal(differ.status, 400);
  assert.match(differ.html, /Passwords do not match\./);
  const changed = await sent(app, link, { password: "New-horse-2", confirmPassword: "New-horse-2" });
  assert.deepEqual([changed.status, changed.location], [303, "/login"]);
  assert.equal((await app.call("POST", "/auth/login", null, { ...ada, password: "New-horse-2" })).status, 200);
  const again = await sent(app, link, { password: "New-horse-4", confirmPassword: "New-horse-4" });
  assert.equal(again.status, 400);
  assert.match(again.html, /This password link is invalid, expired or has already been used\./);
});

Deno.test("a malformed form is refused", async () => {
  await using app = await startApp();
  const bodies: [string, BodyInit][] = [
    ["multipart/form-data; boundary=x", "garbage"],
    ["multipart/form-data", "--x\r\n\r\n"],
    ["application/x-www-form-urlencoded", "email=%E0%A4%A&password=%00&email=b&__proto__=x"],
    ["application/json", '{"email":"ada@example.org","password":"x"}'],
    ["text/plain", "email=a"],
  ];
  for (const [type, body] of bodies) {
    for (const path of ["/login", "/register", "/forgot-password"]) {
      const headers = { Origin: app.url, "Content-Type": type };
      const response = await visit(app, path, null, { method: "POST", headers, body });
      assert.ok(response.status >= 400 && response.status < 500, `${path} ${type} ${response.status}`);
      await response.body?.cancel();
    }
  }
});
