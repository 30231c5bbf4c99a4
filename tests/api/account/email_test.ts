import assert from "node:assert/strict";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { mailsOf, startCast, subjectsOf } from "../../support/cast.ts";
import { assertCode, visit } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

const test = inScene(startApp);

const askFor = (app: TestApp, as: Person, email: string, password = as.password) =>
  app.call("PUT", "/auth/email", as, { email, password });

/** The tokens of the links that were mailed to a new address, the newest first. */
const tokensOf = async (app: TestApp, email: string) =>
  (await app.links(email)).map((link) => /^\/confirm-email\?token=([\w-]{43})$/.exec(link)![1]);

const confirm = (app: TestApp, token: string) => app.call("POST", "/auth/confirm-email", null, { token });
const addressOf = async (app: TestApp, as: Person) => (await app.call("GET", "/auth/me", as)).body.email;
const invalid = { status: 400, code: "invalid_token" };

test("Ada changes her address by a mail to the new one; the old one is told, and its reset links are void", async (app) => {
  const ada = await app.person("Ada");
  assertCode(await askFor(app, ada, "new@example.org", "wrong"), { status: 400, code: "invalid_password" });
  assertCode(await askFor(app, ada, "ADA@example.org"), { status: 400, code: "same_email" });
  await app.call("POST", "/auth/forgot-password", null, { email: ada.email });
  const [reset] = await app.links(ada.email);
  assert.equal((await askFor(app, ada, " New@Example.org")).status, 200);
  assert.equal(await addressOf(app, ada), "ada@example.org");
  const [token] = await tokensOf(app, "new@example.org");
  const { status, body } = await confirm(app, token);
  assert.deepEqual([status, body], [200, { message: "Your email address is new@example.org now." }]);
  assert.equal(await addressOf(app, ada), "new@example.org");
  assertCode(await confirm(app, token), invalid);
  const password = "New-password-2";
  assertCode(await app.call("POST", "/auth/reset-password", null, { token: reset.split("=")[1], password }), invalid);
  const subjects = (await subjectsOf(app, "ada@example.org")).join("\n");
  assert.match(subjects, /has another email address now[\s\S]*A new email address for your/);
});

test("a change of the address that waits is void once the password is changed", async (app) => {
  const ada = await app.person("Ada");
  await askFor(app, ada, "new@example.org");
  const passwords = { currentPassword: ada.password, newPassword: "New-password-2" };
  assert.equal((await app.call("PUT", "/auth/password", ada, passwords)).status, 200);
  assertCode(await confirm(app, (await tokensOf(app, "new@example.org"))[0]), invalid);
});

test("asking for an address that has an account answers the same, mails its owner, and changes nothing", async (app) => {
  const [ada, mallory] = [await app.person("Ada"), await app.person("Mallory")];
  const free = await askFor(app, mallory, "free@example.org");
  const taken = await askFor(app, mallory, ada.email);
  assert.deepEqual([taken.status, taken.body], [free.status, free.body]);
  const [told] = await mailsOf(app, ada.email);
  assert.match(told.subject, /already have an account/);
  assert.ok(!told.text.includes("token="));
});

test("an address that two people ask for is the one's who follows the link first", async (app) => {
  const [ada, mallory] = [await app.person("Ada"), await app.person("Mallory")];
  for (const one of [mallory, ada]) await askFor(app, one, "new@example.org");
  const [adas, mallorys] = await tokensOf(app, "new@example.org");
  assert.equal((await confirm(app, adas)).status, 200);
  assertCode(await confirm(app, mallorys), { status: 409, code: "email_exists" });
  assert.equal(await addressOf(app, mallory), "mallory@example.org");
});

Deno.test("a hidden address is shown to friends and members of the same groups, and in no answer or page to anybody else", async () => {
  await using app = await startCast();
  const { call, ada, grace, mallory } = app;
  const nora = await app.person("Nora");
  const changed = await call("PUT", "/users/profile", ada, { emailVisible: false });
  assert.deepEqual([changed.body.user.emailVisible, changed.body.user.email], [false, ada.email]);
  for (const [from, to] of [[nora, ada], [ada, nora], [ada, mallory]]) {
    await call("POST", `/friends/request/${to.id}`, from);
  }
  const seenBy = async (as: Person) => (await call("GET", `/users/${ada.id}`, as)).body.email;
  for (const [as, email] of [[grace, ada.email], [nora, ada.email], [mallory, null]] as const) {
    assert.equal(await seenBy(as), email, as.username);
    for (const query of ["ada", "ad", "Ada"]) {
      const found = (await call("GET", `/users/search?username=${query}`, as)).body;
      assert.equal(found.find((card: Person) => card.id === ada.id).email, email, `${as.username}: ${query}`);
    }
  }
  const { friendRequests: [request] } = (await call("GET", "/friends/friend-requests", mallory)).body;
  assert.deepEqual([request.sender.username, request.sender.email], [ada.username, null]);
  assert.deepEqual((await call("GET", "/users/search?username=ada@example.org", mallory)).body, []);
  for (
    const path of [`/profile/${ada.id}`, "/search?username=ada", "/dashboard?tab=friends", "/profile?tab=requests"]
  ) {
    const html = await (await visit(app, path, mallory)).text();
    assert.ok(html.includes("Ada") && !html.includes(ada.email), path);
  }
  // As her friend Mallory sees it, and not any more afterwards.
  await call("POST", `/friends/accept-friend-request/${request.id}`, mallory);
  assert.equal(await seenBy(mallory), ada.email);
  await call("DELETE", `/friends/unfriend/${mallory.id}`, ada);
  assert.equal(await seenBy(mallory), null);
});
