import assert from "node:assert/strict";
import { pngUrl } from "../../media/pictures.ts";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { send, visit } from "../../support/requests.ts";

const trusted = { TRUSTED_PROXIES: "127.0.0.1,::1" };
const newcomer = { fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1" };

/** Sends to a call from an address that a trusted proxy names. */
const sendFrom = (app: TestApp, path: string, from: string, body: object) =>
  send(app, path, {
    headers: { "Content-Type": "application/json", "X-Forwarded-For": from },
    body: JSON.stringify(body),
  });

Deno.test("Mallory's guesses block Mallory's address, from any port, and not Ada's", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "on", ...trusted } });
  const ada = await app.person("Ada");
  const guess = { email: ada.email, password: "wrong" };
  const guesses = [];
  for (let n = 0; n < 15; n++) {
    guesses.push((await sendFrom(app, "/auth/login", `203.0.113.7:${40_000 + n}`, guess)).status);
  }
  assert.deepEqual(guesses, [...Array(10).fill(400), ...Array(5).fill(429)]);
  assert.equal((await sendFrom(app, "/auth/login", "[2001:db8::1]:443", ada)).status, 200);
  // Not even with the right password, which would otherwise be revealed.
  const { status, body, headers } = await sendFrom(app, "/auth/login", "203.0.113.7", ada);
  const message = "Too many requests. Please wait a moment and try again.";
  assert.deepEqual([status, body], [429, { message, error: message, code: "too_many_requests" }]);
  assert.match(headers.get("Retry-After")!, /^(300|29\d)$/);
  assert.equal((await app.call("GET", "/auth/me", ada)).status, 200);
});

Deno.test("a class behind one address opens pages, registers, types wrong passwords, and logs in", async () => {
  const pupils = 36;
  await using app = await startApp({ env: { RATE_LIMITS: "on", REQUIRE_EMAIL_VERIFICATION: "false" } });
  const answers = [];
  for (let n = 0; n < pupils; n++) {
    const pupil = { fullname: `Pupil ${n}`, email: `pupil${n}@example.org`, password: "Correct-horse-1" };
    for (const path of ["/", "/pre", "/register", "/about", "/login"]) {
      const { status, body } = await visit(app, path);
      await body?.cancel();
      answers.push(status);
    }
    const calls = ["/users/check-email", "/auth/register", "/auth/login", "/auth/login"];
    for (const [n, path] of calls.entries()) {
      const body = n === 2 ? { ...pupil, password: "wrong" } : pupil;
      answers.push((await app.call("POST", path, null, body)).status);
    }
  }
  assert.deepEqual(answers, Array(pupils).fill([...Array(6).fill(200), 201, 400, 200]).flat());
});

Deno.test("a password reset clears the failed logins of the account, from the owner's address and others", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "login=2/300,loginAccount=3/3600", ...trusted } });
  const ada = await app.person("Ada");
  const logIn = (from: string, password: string) => sendFrom(app, "/auth/login", from, { email: ada.email, password });
  for (let n = 0; n < 6; n++) await logIn(`192.0.2.${n % 4}`, "wrong");
  assert.equal((await logIn("192.0.2.0", ada.password)).status, 429);
  await sendFrom(app, "/auth/forgot-password", "192.0.2.0", { email: ada.email });
  const token = new URL((await app.links(ada.email))[0], app.url).searchParams.get("token");
  await sendFrom(app, "/auth/reset-password", "192.0.2.0", { token, password: "Better-horse-2" });
  assert.equal((await logIn("192.0.2.0", "Better-horse-2")).status, 200);
});

Deno.test("at most three mails an hour go to one address, from any caller, whatever they are for", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "on", ...trusted } });
  await app.call("POST", "/auth/register", null, newcomer);
  const statuses = [];
  for (const [n, kind] of ["resend-verification", "forgot-password"].flatMap((kind) => [kind, kind]).entries()) {
    statuses.push((await sendFrom(app, `/auth/${kind}`, `192.0.2.${n}`, newcomer)).status);
  }
  assert.deepEqual([statuses, (await app.links(newcomer.email)).length], [[200, 200, 200, 429], 4]);
});

Deno.test("registering has a limit of its own, which neither invalid input nor the checks of pages that are typed into count against", async () => {
  const env = { RATE_LIMITS: "register=1/300,checkEmail=2/60,checkPassword=2/60,visitor=4/60" };
  await using app = await startApp({ env });
  const grace = await app.person("Grace");
  for (const path of ["/users/check-email", "/users/check-password"]) {
    const check = async (as: Person | null) => (await app.call("POST", path, as, newcomer)).status;
    // People who are signed in count with all others at their address.
    assert.deepEqual([await check(null), await check(grace), await check(grace)], [200, 200, 429], path);
  }
  const register = async (more = {}) =>
    (await app.call("POST", "/auth/register", null, { ...newcomer, ...more })).status;
  assert.deepEqual([await register({ password: "short" }), await register(), await register()], [400, 201, 429]);
});

Deno.test("pictures have their own limit per account, for profiles and groups together", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "picture=2/600" } });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const profileImage = await pngUrl("red");
  const update = async (as: Person, body: object) => (await app.call("PUT", "/users/profile", as, body)).status;
  const found = async () => (await app.call("POST", "/groups", ada, { groupName: "E", image: profileImage })).status;
  assert.deepEqual([await update(ada, { profileImage }), await found(), await found()], [200, 201, 429]);
  assert.equal(await update(ada, { profileImage }), 429);
  assert.equal(await update(ada, { profileImage: "", bio: "Countess" }), 200);
  assert.equal(await update(grace, { profileImage }), 200);
});

Deno.test("all calls are limited, visitors by address and users by account; styles and health checks are not", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "any=8/60,visitor=10/60" } });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const statuses = async (count: number, as: Person | null) => {
    const answers = [];
    for (let n = 0; n < count; n++) answers.push((await app.call("GET", "/auth/me", as)).status);
    return answers;
  };
  assert.deepEqual(await statuses(9, ada), [...Array(8).fill(200), 429]);
  assert.deepEqual(await statuses(1, grace), [200]);
  assert.deepEqual(await statuses(11, null), [...Array(10).fill(401), 429]);
  const page = await visit(app, "/login");
  assert.equal(page.status, 429);
  assert.match(page.headers.get("Retry-After")!, /^\d+$/);
  assert.match(await page.text(), /Too many requests/);
  for (const path of ["/healthz", app.deps.assets.styles.main.href]) {
    const free = await visit(app, path);
    assert.equal(free.status, 200);
    await free.body?.cancel();
  }
});

Deno.test("book searches have their own limit per reader, in the API and on the page; blank ones do not count", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "bookSearch=2/60" } });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  const search = async (query: string, as = ada) => (await app.call("GET", `/books/search?query=${query}`, as)).status;
  const page = async () => await (await visit(app, `/group/${group.id}?query=algebra&add`, ada)).text();
  assert.deepEqual([await search(""), await search("%20"), await search("algebra")], [200, 200, 200]);
  assert.doesNotMatch(await page(), /Failed to search books/);
  assert.equal(await search("algebra"), 429);
  assert.match(await page(), /Failed to search books/);
  assert.equal(await search("algebra", grace), 200);
});
