import assert from "node:assert/strict";
import { sessions } from "../../db/schema.ts";
import { hashToken } from "../../server/auth/tokens.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { assertFailure, cookieOf, setCookieOf, visit } from "../support/requests.ts";
import { connect } from "../support/socket.ts";

const day = 24 * 3600_000;
const me = (app: TestApp, headers: Record<string, string>) => visit(app, "/api/auth/me", null, { headers });

/** Whether a session is live. */
const isAlive = async (app: TestApp, person: Person) => (await app.call("GET", "/auth/me", person)).status === 200;

Deno.test("cookie and bearer token carry the same session, and without a live one nobody is signed in", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  for (const [name, value] of [["Cookie", cookieOf(ada)], ["Authorization", `bearer ${ada.token}`]]) {
    const response = await me(app, { [name]: value });
    assert.equal((await response.json()).username, "ada");
  }
  const dead = [
    "",
    "Bearer",
    "Bearer ",
    "Bearer dead",
    `Basic ${ada.token}`,
    `Bearer ${ada.token}x`,
    `Bearer ${hashToken(ada.token)}`,
  ];
  for (const Authorization of dead) {
    const response = await me(app, { Authorization });
    assertFailure({ status: response.status, body: await response.json() }, {
      status: 401,
      code: "unauthorized",
      message: "Please log in to continue.",
    });
  }
});

Deno.test("where both are sent, the bearer token wins, even an expired one", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const both = await me(app, { Cookie: cookieOf(ada), Authorization: `Bearer ${grace.token}` });
  assert.equal((await both.json()).username, "grace");
  const dead = await me(app, { Cookie: cookieOf(ada), Authorization: "Bearer dead" });
  assert.equal(dead.status, 401);
  await dead.body?.cancel();
});

// spec: 3.1, 7.5
Deno.test("/auth/me returns Ada's own fields, and sets the cookie again for a browser that has only the token", async () => {
  await using app = await startApp();
  const { token, password: _, ...ada } = await app.person("Ada");
  const { status, body, headers } = await app.call("GET", "/auth/me", { token });
  assert.deepEqual({ status, body }, { status: 200, body: ada });
  assert.deepEqual([ada.name, ada.emailVerified], ["Ada", true]);
  assert.equal(setCookieOf({ headers })?.value, token);
  const byCookie = await me(app, { Cookie: cookieOf({ token }) });
  assert.equal(setCookieOf(byCookie), undefined);
  await byCookie.body?.cancel();
});

Deno.test("a session lasts thirty days from its last use, and so does its cookie", async () => {
  let now = Date.UTC(2026, 0, 1);
  await using app = await startApp({ clock: () => now });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const visitAgain = async () => {
    const response = await me(app, { Cookie: cookieOf(ada) });
    await response.body?.cancel();
    return response;
  };
  now += day - 1;
  assert.equal(setCookieOf(await visitAgain()), undefined);
  now += 2;
  assert.deepEqual(setCookieOf(await visitAgain())?.value, ada.token);
  assert.equal(setCookieOf(await visitAgain()), undefined);
  for (let month = 0; month < 6; month++) {
    now += 29 * day;
    assert.equal((await visitAgain()).status, 200);
  }
  assert.equal(await isAlive(app, grace), false);
  now += 30 * day;
  assert.equal((await visitAgain()).status, 401);
});

Deno.test("a session ends 180 days after its start, however often it is used, and is renewed no more before that", async () => {
  let now = Date.UTC(2026, 0, 1);
  await using app = await startApp({ clock: () => now });
  const ada = await app.person("Ada");
  for (let twentyDays = 1; twentyDays < 9; twentyDays++) {
    now += 20 * day;
    assert.equal(await isAlive(app, ada), true);
  }
  now += 20 * day - 1;
  const before = app.deps.db.commits();
  for (let n = 0; n < 3; n++) assert.equal(await isAlive(app, ada), true);
  // That it was used is stored once.
  assert.ok(app.deps.db.commits() - before <= 1);
  now += 1;
  assert.equal(await isAlive(app, ada), false);
});

Deno.test("a person has at most a hundred sessions: the oldest goes, with its sockets", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { db } = app.deps;
  const row = { userId: ada.id, createdAt: Date.now(), expiresAt: Date.now() + day };
  await db.write([
    db.q.insert(sessions).values(Array.from({ length: 99 }, (_, n) => ({ ...row, hash: `h${n}`, id: `h${n}` }))),
  ]);
  using socket = await connect(app.url, ada.token);
  assert.equal((await app.call("POST", "/auth/login", null, ada)).status, 200);
  assert.equal(await socket.next("disconnect"), "io server disconnect");
  assert.equal(await isAlive(app, ada), false);
  assert.equal(await isAlive(app, grace), true);
  assert.equal(await db.q.$count(sessions), 101);
});

// spec: 7.4
Deno.test("logging out ends only this session, clears the cookie, and may be repeated", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const elsewhere = (await app.call("POST", "/auth/login", null, ada)).body;
  for (const as of [ada, ada, null]) {
    const out = await app.call("POST", "/auth/logout", as);
    assert.deepEqual([out.status, out.body], [200, { message: "You have been logged out" }]);
    assert.deepEqual(setCookieOf(out), { value: "", attributes: ["httponly", "max-age=0", "path=/", "samesite=lax"] });
  }
  assert.equal(await isAlive(app, ada), false);
  assert.equal((await app.call("GET", "/auth/me", elsewhere)).status, 200);
});

Deno.test("logging out with an expired token and a live cookie ends the cookie's session", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const out = (headers: Record<string, string>) => visit(app, "/api/auth/logout", null, { method: "POST", headers });
  await (await out({ Cookie: cookieOf(ada), Origin: app.url })).body?.cancel();
  assert.equal(await isAlive(app, ada), false);
  const again = (await app.call("POST", "/auth/login", null, ada)).body;
  await (await out({ Cookie: cookieOf(again), Authorization: `Bearer ${ada.token}` })).body?.cancel();
  assert.equal((await app.call("GET", "/auth/me", again)).status, 401);
});

Deno.test("the database contains no token, only its hash", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const stored = await app.deps.db.q.select().from(sessions);
  assert.deepEqual(stored.map(({ hash }) => hash), [hashToken(ada.token)]);
  assert.ok(!JSON.stringify(stored).includes(ada.token));
});
