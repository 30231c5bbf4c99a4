import assert from "node:assert/strict";
import { removeUnverified } from "../../../db/account/accounts.ts";
import { isOfDomains } from "../../../server/settings/checks.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { mailsOf } from "../../support/cast.ts";
import { assertCode, assertFailure, codeOf, setCookieOf, submit, visit } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

const test = inScene(startApp);

const ada = { fullname: "Ada Lovelace", email: "ada@example.org", password: "Correct-horse-1" };
const register = (app: Pick<TestApp, "call">, registration: object) =>
  app.call("POST", "/auth/register", null, registration);
/** Nora registers, by an invitation perhaps. */
const registerNora = async (app: Pick<TestApp, "call">, email = "nora@example.org", invite?: string) =>
  codeOf(await register(app, { fullname: "Nora", email, password: "Correct-horse-1", invite }));

/** A service for which Ada has made a group; `link` makes a link into it. */
async function startWithGroup(env: Record<string, string>, clock?: () => number) {
  const app = await startApp({ env, clock });
  const maker = await app.person("Ada");
  const here = `/groups/${(await app.group(maker)).id}`;
  const link = async (choice = {}): Promise<{ id: string; token: string }> => {
    const { body: { invite } } = await app.call("POST", `${here}/invites`, maker, choice);
    return { ...invite, token: invite.url.split("/").at(-1) };
  };
  return { ...app, maker, here, link };
}

test("Ada registers, is asked to check her email, and is not signed in yet; what else she sends is ignored", async (app) => {
  const more = { id: "mine", emailVerified: true, verifiedAt: 1, bio: "x", token: "t", confirmPassword: "other" };
  const { status, body, headers } = await register(app, { ...ada, ...more, email: " Ada@Example.ORG " });
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

Deno.test("without required verification Ada is signed in at once and gets no mail", async () => {
  await using app = await startApp({ env: { REQUIRE_EMAIL_VERIFICATION: "false" } });
  const { status, body, headers } = await register(app, ada);
  assert.deepEqual([status, body.message], [201, "Registration successful! You can log in now"]);
  assert.equal(setCookieOf({ headers })?.value, body.token);
  assert.equal((await app.call("GET", "/auth/me", { token: body.token })).body.username, "ada.lovelace");
  assert.equal((await app.call("POST", "/auth/resend-verification", null, { email: ada.email })).status, 200);
  assert.deepEqual(await app.links("ada@example.org"), []);
  assert.equal((await app.call("POST", "/auth/login", null, ada)).status, 200);
});

Deno.test("nobody registers as the site, or takes its usernames; people who are called so already keep the name", async () => {
  await using app = await startApp({ env: { SITE_NAME: "Leeds School" } });
  const answer = await register(app, { ...ada, fullname: "Leeds School Support" });
  assertCode(answer, { status: 400, code: "reserved_name" });
  assert.deepEqual(answer.body.issues.map(({ path }: { path: string }) => path), ["fullname"]);
  const chosen = await register(app, { ...ada, username: "leeds.school" });
  assertCode(chosen, { status: 409, code: "username_exists" });
  const root = await app.person("Root");
  const rename = (fullName: string) => app.call("PUT", "/users/profile", root, { fullName, bio: "Since 2020" });
  assert.equal((await rename("Root")).status, 200);
  assertCode(await rename("r00t"), { status: 400, code: "reserved_name" });
  assert.equal((await rename("Elihu Root")).status, 200);
});

test("ten people with one name who register at once all get an account, and a number in their usernames", async (app) => {
  const people = Array.from({ length: 10 }, (_, n) => ({ ...ada, fullname: "李 小龍", email: `li${n}@example.org` }));
  const answers = await Promise.all(people.map((one) => register(app, one)));
  assert.deepEqual(answers.map(({ status }) => status), Array(10).fill(201));
  const usernames = answers.map(({ body }) => body.user.username);
  assert.equal(new Set(usernames).size, 10);
  for (const username of usernames) assert.match(username, /^reader(\.\d{4})?$/);
});

test("an address or a chosen username is registered once, in any case, even by two calls at once", async (app) => {
  const taken = { status: 409, code: "email_exists", message: "Email already exists" };
  const both = await Promise.all([" Countess ", undefined].map((username) => register(app, { ...ada, username })));
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  assertFailure(both.find(({ status }) => status === 409)!, taken);
  assertFailure(await register(app, { ...ada, email: "ADA@EXAMPLE.ORG" }), taken);
  assert.equal((await app.links(ada.email)).length, 1);
  const grace = { ...ada, email: "grace@example.org", username: "Hopper" };
  assert.equal((await register(app, grace)).body.user.username, "hopper");
  const again = await register(app, { ...grace, email: "other@example.org" });
  assertFailure(again, { status: 409, code: "username_exists", message: "Username already exists" });
  assert.deepEqual(await app.links("other@example.org"), []);
});

test("anyone may check whether an address is available, and is told when it is invalid", async (app) => {
  await register(app, ada);
  const check = async (email: unknown) => (await app.call("POST", "/users/check-email", null, { email })).body;
  const free = { available: true, isValid: true, message: "This email address is available." };
  const taken = { available: false, isValid: true, message: "This email address is already registered." };
  const invalid = { available: false, isValid: false, message: "Please enter a valid email address." };
  assert.deepEqual(await check("grace@example.org"), free);
  assert.deepEqual(await check("  ADA@example.org "), taken);
  for (const email of ["", "ada@example", "x".repeat(10_000)]) assert.deepEqual(await check(email), invalid);
});

Deno.test("where registration is closed nobody signs up, not even by a link, and no page offers it", async () => {
  await using app = await startWithGroup({ REGISTRATION: "closed" });
  const { token } = await app.link();
  for (const invite of [undefined, token]) {
    assert.equal(await registerNora(app, "nora@example.org", invite), "403 registration_closed");
  }
  const page = await (await visit(app, "/register")).text();
  assert.ok(page.includes("Registration is closed here.") && !page.includes('name="password"'));
  for (const path of ["/", "/pre", "/login", `/join/${token}`]) {
    const page = await (await visit(app, path)).text();
    assert.ok(!page.includes('href="/register') && !page.includes('value="register"'), path);
  }
  // People with an account keep the way to what they were invited to.
  const invited = await (await visit(app, `/register?next=%2Fjoin%2F${token}`)).text();
  assert.equal(/href="(\/login[^"]*next[^"]*)"/.exec(invited)?.[1], `/login?next=%2Fjoin%2F${token}`);
  const check = await app.call("POST", "/users/check-email", null, { email: "nora@example.org" });
  assert.deepEqual(check.body, { available: false, isValid: true, message: "Registration is closed here." });
});

Deno.test("where registration is for the invited, a good link lets somebody sign up, and an invitation that address alone", async () => {
  await using app = await startWithGroup({ REGISTRATION: "invite" });
  const [good, revoked] = [await app.link({ maxUses: 1 }), await app.link({ maxUses: 1 })];
  await app.call("DELETE", `${app.here}/invites/${revoked.id}`, app.maker);
  for (const invite of [undefined, "made-up", revoked.token]) {
    assert.equal(await registerNora(app, "nora@example.org", invite), "403 invitation_needed");
  }
  assert.equal(await registerNora(app, "nora@example.org", good.token), "201");
  await app.call("POST", `${app.here}/invites/mail`, app.maker, { emails: ["eve@example.org"] });
  assert.equal(await registerNora(app, "eve@example.org"), "201");
  const mailed = (await app.links("eve@example.org")).find((path) => path.startsWith("/invitations/"))!;
  assert.equal(await registerNora(app, "mal@example.org", mailed.split("/").at(-1)), "403 invitation_needed");
  assert.ok((await (await visit(app, "/register")).text()).includes("You need an invitation to sign up here."));
});

Deno.test("only addresses of the operator's domains sign up, and nobody changes theirs to another", async () => {
  await using app = await startApp({ env: { REGISTRATION_DOMAINS: "example.org,.uni.example" } });
  assert.equal(await registerNora(app, "nora@notexample.org"), "400 email_domain");
  assert.equal(await registerNora(app, "Nora@Maths.Uni.Example"), "201");
  const check = await app.call("POST", "/users/check-email", null, { email: "eve@evil.example" });
  const message = "Please use an address of example.org or uni.example.";
  assert.equal(check.body.message, message);
  const ada = await app.person("Ada");
  const change = (email: string) => app.call("PUT", "/auth/email", ada, { email, password: ada.password });
  assertFailure(await change("ada@evil.example"), { status: 400, code: "email_domain", message });
  assert.deepEqual(await app.links("ada@evil.example"), []);
  assert.equal((await change("countess@example.org")).status, 200);
});

Deno.test("a domain with a dot before it stands for itself and those below it, and one without for itself alone", () => {
  assert.ok(isOfDomains("a@x.org", []));
  assert.ok(isOfDomains("a@sub.x.org", [".x.org"]) && isOfDomains("a@x.org", [".x.org"]));
  assert.ok(!isOfDomains("a@ax.org", [".x.org"]) && !isOfDomains("x.org@evil.org", [".x.org"]));
  assert.ok(!isOfDomains("a@sub.x.org", ["x.org"]) && !isOfDomains("x.org@evil.org", ["x.org"]));
});

for (const verification of ["true", "false"]) {
  Deno.test(`of five who register at once by a link for two, two do (verification ${verification})`, async () => {
    const env = { REGISTRATION: "invite", REQUIRE_EMAIL_VERIFICATION: verification };
    await using app = await startWithGroup(env);
    const { token } = await app.link({ maxUses: 2 });
    const emails = Array.from({ length: 5 }, (_, n) => `reader-${n}@example.org`);
    const answers = await Promise.all(emails.map((email) => registerNora(app, email, token)));
    assert.deepEqual(answers.sort(), ["201", "201", ...Array(3).fill("403 invitation_needed")]);
    const mails = await mailsOf(app);
    assert.equal(mails.length, verification === "true" ? 2 : 0);
    for (const { text } of mails) await submit(app, /(\/verify-email\S+)/.exec(text)![1], null, {});
    assert.equal((await app.call("GET", app.here, app.maker)).body.group.memberCount, 3);
    assert.equal(await registerNora(app, "late@example.org", token), "403 invitation_needed");
  });
}

Deno.test("somebody who registers by a link and does not verify their address in time frees their place", async () => {
  let now = Date.UTC(2026, 10, 1);
  await using app = await startWithGroup({ REGISTRATION: "invite" }, () => now);
  const { token } = await app.link({ maxUses: 1, days: 30 });
  assert.equal(await registerNora(app, "nora@example.org", token), "201");
  assert.equal(await registerNora(app, "eve@example.org", token), "403 invitation_needed");
  now += 8 * 24 * 3600_000;
  await removeUnverified(app.deps.db, now, 10);
  assert.equal(await registerNora(app, "eve@example.org", token), "201");
});
