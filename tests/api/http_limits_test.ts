import assert from "node:assert/strict";
import { pngUrl } from "../media/pictures.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { send, submit, visit } from "../support/requests.ts";

const asJson = { "Content-Type": "application/json" };
const logIn = (app: TestApp, email: string, from?: string) =>
  send(app, "/auth/login", {
    headers: { ...asJson, ...(from && { "X-Forwarded-For": from }) },
    body: JSON.stringify({ email, password: "wrong" }),
  });

const tooMany = "Too many requests. Please wait a moment and try again.";

Deno.test("too many failed logins from one address are refused with Retry-After, for any account", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "loginAddress=3/300" } });
  for (const name of ["a", "b", "c"]) assert.equal((await logIn(app, `${name}@example.org`)).status, 404);
  const { status, body, headers } = await logIn(app, "d@example.org");
  assert.deepEqual([status, body], [429, { message: tooMany, error: tooMany, code: "too_many_requests" }]);
  assert.match(headers.get("Retry-After")!, /^(300|29\d)$/);
});

Deno.test("too many failed logins to one account are refused, from any address and in any spelling", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "loginAccount=3/300", TRUSTED_PROXIES: "127.0.0.1,::1" } });
  const written = ["ada@example.org", "ADA@example.org", " ada@EXAMPLE.org "];
  for (const [n, email] of written.entries()) assert.equal((await logIn(app, email, `192.0.2.${n}`)).status, 404);
  assert.equal((await logIn(app, "ada@example.org", "192.0.2.9")).status, 429);
  assert.equal((await logIn(app, "grace@example.org", "192.0.2.9")).status, 404);
});

// spec: trust.8
Deno.test("Mallory's guesses block Mallory's address, from any port, and not Ada's", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1,::1" } });
  const ada = await app.person("Ada");
  const guesses = [];
  for (let n = 0; n < 15; n++) guesses.push((await logIn(app, ada.email, `203.0.113.7:${40_000 + n}`)).status);
  assert.deepEqual(guesses, [...Array(10).fill(400), ...Array(5).fill(429)]);
  const right = JSON.stringify(ada);
  const from = (address: string) => ({ headers: { ...asJson, "X-Forwarded-For": address }, body: right });
  assert.equal((await send(app, "/auth/login", from("[2001:db8::1]:443"))).status, 200);
  // Not even with the right password, which would otherwise be revealed.
  assert.equal((await send(app, "/auth/login", from("203.0.113.7"))).status, 429);
  assert.equal((await app.call("GET", "/auth/me", ada)).status, 200);
});

// spec: trust.8
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
    answers.push((await app.call("POST", "/users/check-email", null, { email: pupil.email })).status);
    answers.push((await app.call("POST", "/auth/register", null, pupil)).status);
    answers.push((await logIn(app, pupil.email)).status);
    answers.push((await app.call("POST", "/auth/login", null, pupil)).status);
  }
  assert.deepEqual(answers, Array(pupils).fill([...Array(6).fill(200), 201, 400, 200]).flat());
});

// spec: trust.8
Deno.test("a password reset clears the failed logins of the account", async () => {
  await using app = await startApp({
    env: { RATE_LIMITS: "login=2/300,loginAccount=3/3600", TRUSTED_PROXIES: "127.0.0.1,::1" },
  });
  const ada = await app.person("Ada");
  for (let n = 0; n < 4; n++) await logIn(app, ada.email, `192.0.2.${n}`);
  for (let n = 0; n < 2; n++) await logIn(app, ada.email);
  assert.equal((await app.call("POST", "/auth/login", null, ada)).status, 429);
  await app.call("POST", "/auth/forgot-password", null, { email: ada.email });
  const [link] = await app.links(ada.email);
  const token = new URL(link, app.url).searchParams.get("token");
  assert.equal(
    (await app.call("POST", "/auth/reset-password", null, { token, password: "Better-horse-2" })).status,
    200,
  );
  const renewed = { email: ada.email, password: "Better-horse-2" };
  assert.equal((await app.call("POST", "/auth/login", null, renewed)).status, 200);
});

Deno.test("X-Forwarded-For counts only from a trusted proxy", async () => {
  for (const [trusted, statuses] of [["", [404, 429]], ["127.0.0.1,::1", [404, 404]], ["10.0.0.0/8", [404, 429]]]) {
    await using app = await startApp({ env: { RATE_LIMITS: "loginAddress=1/300", TRUSTED_PROXIES: String(trusted) } });
    const answers = [await logIn(app, "a@example.org", "192.0.2.1"), await logIn(app, "b@example.org", "192.0.2.2")];
    assert.deepEqual(answers.map(({ status }) => status), statuses, String(trusted));
  }
});

Deno.test("forms and calls are counted together", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "loginAddress=2/300,register=1/300,mail=1/300" } });
  await logIn(app, "a@example.org");
  const fields = { email: "b@example.org", password: "wrong" };
  assert.equal((await submit(app, "/login", null, fields)).status, 404);
  const refused = await submit(app, "/login", null, fields);
  assert.equal(refused.status, 429);
  assert.match(await refused.text(), /Too many requests\. Please wait a moment and try again\./);
  assert.equal((await logIn(app, "c@example.org")).status, 429);
  assert.equal((await app.call("POST", "/auth/forgot-password", null, { email: "a@example.org" })).status, 200);
  assert.equal((await submit(app, "/verify-email/resend", null, { email: "a@example.org" })).status, 429);
});

Deno.test("registering has a limit of its own, which invalid input does not count against", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "register=1/300" } });
  const ada = { fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1" };
  assert.equal((await app.call("POST", "/auth/register", null, { ...ada, password: "short" })).status, 400);
  assert.equal((await app.call("POST", "/auth/register", null, ada)).status, 201);
  assert.equal((await app.call("POST", "/auth/register", null, ada)).status, 429);
});

Deno.test("checks that pages make while somebody types stop no other call", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "checkEmail=2/60,checkPassword=2/60,visitor=1/60" } });
  const grace = await app.person("Grace");
  for (const path of ["/users/check-email", "/users/check-password"]) {
    const check = async (as: Person | null) =>
      (await app.call("POST", path, as, { email: "x@example.org", password: "Correct-horse-1" })).status;
    // People who are signed in count with all others at their address.
    assert.deepEqual([await check(null), await check(grace), await check(grace)], [200, 200, 429], path);
  }
  const ada = { fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1" };
  assert.equal((await app.call("POST", "/auth/register", null, ada)).status, 201);
});

Deno.test("pictures have their own limit per account, for profiles and groups together", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "picture=2/600" } });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const profileImage = await pngUrl("red");
  const newGroup = { groupName: "Engines", image: profileImage };
  assert.equal((await app.call("PUT", "/users/profile", ada, { profileImage })).status, 200);
  assert.equal((await app.call("POST", "/groups", ada, newGroup)).status, 201);
  assert.equal((await app.call("POST", "/groups", ada, newGroup)).status, 429);
  assert.equal((await app.call("PUT", "/users/profile", ada, { profileImage })).status, 429);
  assert.equal((await app.call("PUT", "/users/profile", ada, { profileImage: "", bio: "Countess" })).status, 200);
  assert.equal((await app.call("PUT", "/users/profile", grace, { profileImage })).status, 200);
});

Deno.test("all calls are limited, visitors by address and users by account; styles and health checks are not", async () => {
  await using app = await startApp({
    env: { RATE_LIMITS: "any=8/60,visitor=10/60", REQUIRE_EMAIL_VERIFICATION: "false" },
  });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const statuses = async (count: number, as: typeof ada | null) => {
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
  assert.deepEqual([await search(""), await search("%20"), await search("algebra")], [200, 200, 200]);
  const page = async () => await (await visit(app, `/group/${group.id}?query=algebra&add`, ada)).text();
  assert.doesNotMatch(await page(), /Failed to search books/);
  assert.equal(await search("algebra"), 429);
  assert.match(await page(), /Failed to search books/);
  assert.equal(await search("algebra", grace), 200);
});
