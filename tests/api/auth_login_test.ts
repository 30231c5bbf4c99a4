import assert from "node:assert/strict";
import { startApp, type TestApp } from "../support/app.ts";
import { assertFailure, cookieOf, send, setCookieOf } from "../support/requests.ts";

const logIn = (app: TestApp, email: unknown, password: unknown) =>
  app.call("POST", "/auth/login", null, { email, password });

// spec: 3.2, 7.3
Deno.test("Ada logs in with her email address in any case, and gets one session as token and as cookie", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const { status, body, headers } = await logIn(app, "  ADA@Example.org ", ada.password);
  assert.equal(status, 200);
  assert.equal(body.message, "Login successful!");
  assert.match(body.token, /^[A-Za-z0-9_-]{43}$/);
  assert.notEqual(body.token, ada.token);
  const { body: me } = await app.call("GET", "/auth/me", ada);
  assert.deepEqual(body.user, me);
  assert.deepEqual(setCookieOf({ headers }), {
    value: body.token,
    attributes: ["httponly", "max-age=2592000", "path=/", "samesite=lax"],
  });
});

Deno.test("where the public address is https, the cookie is Secure", async () => {
  await using app = await startApp({
    env: { PUBLIC_URL: "https://books.example", REQUIRE_EMAIL_VERIFICATION: "false" },
  });
  const registration = { fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1" };
  const { headers } = await app.call("POST", "/auth/register", null, registration);
  const name = "__Host-chapterhouse_session";
  assert.ok(setCookieOf({ headers }, name)?.attributes.includes("secure"));
  const out = await app.call("POST", "/auth/logout", null);
  assert.ok(setCookieOf(out, name)?.attributes.includes("secure"));
});

Deno.test("an unknown address, a wrong password and an unverified address have different failures, none of them 401", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const grace = { fullname: "Grace", email: "grace@example.org", password: "Correct-horse-1" };
  await app.call("POST", "/auth/register", null, grace);
  assertFailure(await logIn(app, "nobody@example.org", "Correct-horse-1"), {
    status: 404,
    code: "user_not_found",
    message: "User not found",
  });
  const wrong = { status: 400, code: "invalid_password", message: "Invalid password" };
  assertFailure(await logIn(app, ada.email, "wrong"), wrong);
  assertFailure(await logIn(app, ada.email, ada.password.toLowerCase()), wrong);
  assertFailure(await logIn(app, grace.email, "wrong"), wrong);
  const unverified = await logIn(app, grace.email, grace.password);
  assertFailure(unverified, {
    status: 403,
    code: "email_unverified",
    message: "Please verify your email before logging in",
  });
  assert.equal(setCookieOf(unverified), undefined);
});

Deno.test("an incomplete login is invalid, even with an expired token", async () => {
  await using app = await startApp();
  for (const [email, password] of [["", "x"], ["ada@example.org", ""], [undefined, "x"], [[], {}], [null, 1]]) {
    const { status, body } = await logIn(app, email, password);
    assert.deepEqual([status, body.code, body.message], [400, "invalid_input", "This field is required."]);
  }
  for (const [name, value] of [["Authorization", "Bearer dead"], ["Cookie", cookieOf({ token: "dead" })]]) {
    const headers = { [name]: value, Origin: app.url, "Content-Type": "application/json" };
    const body = JSON.stringify({ email: "nobody@example.org", password: "x" });
    assert.equal((await send(app, "/auth/login", { headers, body })).status, 404);
  }
});

Deno.test("a login to an unknown address hashes the password all the same, so that it takes as long", async () => {
  await using app = await startApp();
  let hashed = 0;
  const hashing = Array.from({ length: 40 }, () => app.deps.passwords.hash("x").then(() => hashed++));
  assert.equal((await logIn(app, "nobody@example.org", "a guess")).status, 404);
  // Hashing is first come, first served, two at once.
  assert.ok(hashed >= 39);
  await Promise.all(hashing);
});

Deno.test("hostile credentials match no account", async () => {
  await using app = await startApp();
  await app.person("Ada");
  for (const email of ["' or '1'='1", "ada@example.org'--", "ada@example.org\0", "%", "ada@example.or_", "\ud800"]) {
    assert.equal((await logIn(app, email, "Correct-horse-1")).status, 404, email);
  }
  for (const password of ["Correct-horse-1\0", "' or 1=1", "\ud800\udfff\ud800"]) {
    assert.equal((await logIn(app, "ada@example.org", password)).status, 400, password);
  }
});
