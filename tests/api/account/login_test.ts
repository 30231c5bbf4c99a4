import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app.ts";
import { turnOnCodes } from "../../support/credentials.ts";
import { assertFailure, cookieOf, send, setCookieOf, submit, visit } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

const test = inScene(startApp);

const logIn = (app: TestApp, email: unknown, password: unknown) =>
  app.call("POST", "/auth/login", null, { email, password });

test("Ada logs in with her email address in any case, and gets one session as token and as cookie", async (app) => {
  const ada = await app.person("Ada");
  const { status, body, headers } = await logIn(app, "  ADA@Example.org ", ada.password);
  assert.deepEqual([status, body.message], [200, "Login successful!"]);
  assert.match(body.token, /^[A-Za-z0-9_-]{43}$/);
  assert.notEqual(body.token, ada.token);
  assert.deepEqual(body.user, (await app.call("GET", "/auth/me", ada)).body);
  assert.deepEqual(setCookieOf({ headers }), {
    value: body.token,
    attributes: ["httponly", "max-age=2592000", "path=/", "samesite=lax"],
  });
});

Deno.test("with https no other host of the domain can set a cookie of a session, of a login's ticket, or of a visitor who joins", async () => {
  await using app = await startApp({ env: { PUBLIC_URL: "https://books.example" } });
  const [ada, mallory] = [await app.person("Ada"), await app.person("Mallory")];
  const isSecure = (answer: { headers: Headers }, name: string) =>
    setCookieOf(answer, `__Host-${name}`)!.attributes.includes("secure");
  assert.ok(isSecure(await logIn(app, ada.email, ada.password), "chapterhouse_session"));
  assert.ok(isSecure(await app.call("POST", "/auth/logout", null), "chapterhouse_session"));
  const group = await app.group(ada);
  const { body } = await app.call("POST", `/groups/${group.id}/invites`, ada, {});
  const join = new URL(body.invite.url).pathname;
  assert.ok(isSecure(await submit(app, join, null, { by: "register" }), "chapterhouse_join"));
  const joinsBy = async (cookie: string) => {
    const headers = { Cookie: `${cookie}=${join.split("/").at(-1)}; __Host-${cookieOf(mallory)}` };
    await (await visit(app, join, null, { headers })).body?.cancel();
    return (await app.call("GET", `/groups/${group.id}`, mallory)).status === 200;
  };
  assert.equal(await joinsBy("chapterhouse_join"), false);
  assert.equal(await joinsBy("__Host-chapterhouse_join"), true);
  await turnOnCodes(app, ada);
  const ticket = await submit(app, "/login", null, { email: ada.email, password: ada.password });
  assert.deepEqual([ticket.headers.get("Location"), isSecure(ticket, "two_step")], ["/login/code", true]);
});

test("an unknown address, a wrong password and an unverified address have different failures, none of them 401", async (app) => {
  const ada = await app.person("Ada");
  const grace = { fullname: "Grace", email: "grace@example.org", password: "Correct-horse-1" };
  await app.call("POST", "/auth/register", null, grace);
  const unknown = { status: 404, code: "user_not_found", message: "User not found" };
  for (const email of ["nobody@example.org", "' or '1'='1", "%", "ada@example.or_"]) {
    assertFailure(await logIn(app, email, ada.password), unknown);
  }
  const wrong = { status: 400, code: "invalid_password", message: "Invalid password" };
  for (const password of ["wrong", ada.password.toLowerCase(), `${ada.password}\0`]) {
    assertFailure(await logIn(app, ada.email, password), wrong);
  }
  assertFailure(await logIn(app, grace.email, "wrong"), wrong);
  const unverified = await logIn(app, grace.email, grace.password);
  const message = "Please verify your email before logging in";
  assertFailure(unverified, { status: 403, code: "email_unverified", message });
  assert.equal(setCookieOf(unverified), undefined);
  for (const [name, value] of [["Authorization", "Bearer dead"], ["Cookie", cookieOf({ token: "dead" })]]) {
    const headers = { [name]: value, Origin: app.url, "Content-Type": "application/json" };
    const body = JSON.stringify({ email: "nobody@example.org", password: "x" });
    assertFailure(await send(app, "/auth/login", { headers, body }), unknown);
  }
});

test("a login to an unknown address hashes the password all the same, so that it takes as long", async (app) => {
  let hashed = 0;
  const hashing = Array.from({ length: 40 }, () => app.deps.passwords.hash("x").then(() => hashed++));
  assert.equal((await logIn(app, "nobody@example.org", "a guess")).status, 404);
  // Hashing is first come, first served, two at once.
  assert.ok(hashed >= 39);
  await Promise.all(hashing);
});
