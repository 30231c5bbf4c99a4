import assert from "node:assert/strict";
import type { Authenticated } from "../../server/contract/account/shapes.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { assertCode, assertFailure, send, setCookieOf } from "../support/requests.ts";

const ada = { fullname: "Ada Lovelace", email: "ada@example.org", password: "Correct-horse-1" };
const register = (app: TestApp, registration: object) =>
  app.call<Authenticated>("POST", "/auth/register", null, registration);

// spec: 3.2, 4.3, 7.2
Deno.test("Ada registers, is asked to check her email, and is not signed in yet", async () => {
  await using app = await startApp();
  const { status, body, headers } = await register(app, { ...ada, email: " Ada@Example.ORG " });
  assert.equal(status, 201);
  const { id, createdAt, ...user } = body.user;
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual({ ...body, user }, {
    message: "Registration successful! Please check your email to verify your account.",
    token: null,
    user: {
      username: "ada.lovelace",
      email: "ada@example.org",
      fullName: "Ada Lovelace",
      name: "Ada Lovelace",
      profileImage: null,
      bio: null,
      dob: null,
      gender: null,
      linkedin: null,
      instagram: null,
      twitter: null,
      emailVerified: false,
      emailVisible: true,
    },
  });
  assert.equal(setCookieOf({ headers }), undefined);
  assert.equal((await app.links("ada@example.org")).length, 1);
});

Deno.test("nobody registers as the site, or takes its usernames; people who are called so already keep the name", async () => {
  await using app = await startApp({ env: { SITE_NAME: "Leeds School" } });
  for (const fullname of ["Admin", "Leeds School Support", "Deleted account"]) {
    const answer = await app.call("POST", "/auth/register", null, { ...ada, fullname });
    assertCode(answer, { status: 400, code: "reserved_name" });
    assert.deepEqual(answer.body.issues.map(({ path }: { path: string }) => path), ["fullname"]);
  }
  const chosen = await app.call("POST", "/auth/register", null, { ...ada, username: "leeds.school" });
  assertCode(chosen, { status: 409, code: "username_exists" });
  const root = await app.person("Root");
  const rename = (fullName: string) => app.call("PUT", "/users/profile", root, { fullName, bio: "Since 2020" });
  assert.equal((await rename("Root")).status, 200);
  assertCode(await rename("r00t"), { status: 400, code: "reserved_name" });
  assert.equal((await rename("Elihu Root")).status, 200);
});

Deno.test("without required verification Ada is signed in at once and gets no mail", async () => {
  await using app = await startApp({ env: { REQUIRE_EMAIL_VERIFICATION: "false" } });
  const { status, body, headers } = await register(app, ada);
  assert.equal(status, 201);
  assert.equal(body.message, "Registration successful! You can log in now");
  assert.equal(setCookieOf({ headers })?.value, body.token);
  assert.equal((await app.call("GET", "/auth/me", { token: body.token! })).body.username, "ada.lovelace");
  assert.deepEqual(await app.links("ada@example.org"), []);
  assert.equal((await app.call("POST", "/auth/resend-verification", null, { email: ada.email })).status, 200);
  assert.deepEqual(await app.links("ada@example.org"), []);
  assert.equal((await app.call("POST", "/auth/login", null, ada)).status, 200);
});

Deno.test("the full name is accepted under each of its keys, and taken usernames get a number", async () => {
  await using app = await startApp();
  const usernames = [];
  for (const [n, key] of ["fullname", "fullName", "name"].entries()) {
    const { password } = ada;
    const { body } = await register(app, { [key]: "Ada Lovelace", email: `ada${n}@example.org`, password });
    assert.equal(body.user.fullName, "Ada Lovelace");
    usernames.push(body.user.username);
  }
  assert.equal(usernames[0], "ada.lovelace");
  for (const username of usernames.slice(1)) assert.match(username, /^ada\.lovelace\.\d{4}$/);
});

Deno.test("ten people with one name who register at once all get an account", async () => {
  await using app = await startApp();
  const people = Array.from({ length: 10 }, (_, n) => ({ ...ada, fullname: "李 小龍", email: `li${n}@example.org` }));
  const answers = await Promise.all(people.map((one) => register(app, one)));
  assert.deepEqual(answers.map(({ status }) => status), Array(10).fill(201));
  const usernames = answers.map(({ body }) => body.user.username);
  assert.equal(new Set(usernames).size, 10);
  for (const username of usernames) assert.match(username, /^reader(\.\d{4})?$/);
});

Deno.test("a chosen username is used, or refused when it is taken", async () => {
  await using app = await startApp();
  assert.equal((await register(app, { ...ada, username: " Countess " })).body.user.username, "countess");
  const again = await register(app, { ...ada, email: "other@example.org", username: "countess" });
  assertFailure(again, { status: 409, code: "username_exists", message: "Username already exists" });
  assert.deepEqual(await app.links("other@example.org"), []);
  const free = await register(app, { ...ada, email: "other@example.org", username: "countess2" });
  assert.equal(free.status, 201);
});

Deno.test("an address is registered once, in any case, even by two simultaneous calls", async () => {
  await using app = await startApp();
  const taken = { status: 409, code: "email_exists", message: "Email already exists" };
  const both = await Promise.all([register(app, ada), register(app, { ...ada, fullname: "Other" })]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  assertFailure(both.find(({ status }) => status === 409)!, taken);
  assertFailure(await register(app, { ...ada, email: "ADA@EXAMPLE.ORG" }), taken);
  assert.equal((await app.links(ada.email)).length, 1);
});

Deno.test("an invalid registration lists each invalid field with the spec's text", async () => {
  await using app = await startApp();
  const { status, body } = await send(app, "/auth/register", {
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ fullname: " ", email: "nobody", password: "12345", username: "é" }),
  });
  assert.equal(status, 400);
  assert.deepEqual([body.code, body.message, body.error], ["invalid_input", body.issues[0].message, body.message]);
  assert.deepEqual(
    Object.fromEntries(body.issues.map(({ path, message }: Record<string, string>) => [path, message])),
    {
      fullname: "This field is required.",
      email: "Please enter a valid email address.",
      password: "Password must be at least 6 characters long.",
      username: "A username has 3 to 30 characters: a-z, 0-9, dot, dash and underscore.",
    },
  );
});

Deno.test("unknown keys of a registration are ignored", async () => {
  await using app = await startApp();
  const more = { id: "mine", emailVerified: true, verifiedAt: 1, bio: "x", token: "t", confirmPassword: "other" };
  const { status, body } = await register(app, { ...ada, ...more });
  assert.equal(status, 201);
  assert.notEqual(body.user.id, "mine");
  assert.deepEqual([body.user.emailVerified, body.user.bio, body.token], [false, null, null]);
});

// spec: 3.9, 7.7
Deno.test("anyone may check whether an address is available, with any string", async () => {
  await using app = await startApp();
  await register(app, ada);
  const check = async (email: unknown) => await app.call("POST", "/users/check-email", null, { email });
  assert.deepEqual(await check("grace@example.org").then(({ status, body }) => ({ status, body })), {
    status: 200,
    body: { available: true, isValid: true, message: "This email address is available." },
  });
  assert.deepEqual((await check("  ADA@example.org ")).body, {
    available: false,
    isValid: true,
    message: "This email address is already registered.",
  });
  for (const email of ["", "ada", "ada@example", "x".repeat(10_000), "a\0@b.org", "' or 1=1 --", "\ud800@b.org"]) {
    const { status, body } = await check(email);
    assert.equal(status, 200, email.slice(0, 20));
    assert.deepEqual(body, { available: false, isValid: false, message: "Please enter a valid email address." });
  }
  for (const email of [null, 1, {}, ["ada@example.org"], undefined]) assert.equal((await check(email)).status, 400);
});
