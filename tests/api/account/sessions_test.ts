import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { dayCounts, sessions, users } from "../../../db/schema.ts";
import { hashToken } from "../../../server/auth/secrets.ts";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { assertCode, assertFailure, cookieOf, setCookieOf, visit } from "../../support/requests.ts";
import { connect } from "../../support/socket.ts";
import { inScene } from "../../support/in_scene.ts";

const test = inScene(startApp);

const day = 24 * 3600_000;
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function me(app: TestApp, headers: Record<string, string>) {
  const response = await visit(app, "/api/auth/me", null, { headers });
  return { status: response.status, body: await response.json(), cookie: setCookieOf(response)?.value };
}

const isAlive = async (app: TestApp, session: { token: string }) =>
  (await app.call("GET", "/auth/me", session)).status === 200;

const logIn = async (app: TestApp, { email, password }: Person, agent = firefox): Promise<{ token: string }> => {
  const headers = { "Content-Type": "application/json", "User-Agent": agent };
  const body = JSON.stringify({ email, password });
  return await (await fetch(`${app.url}/api/auth/login`, { method: "POST", headers, body })).json();
};

test("cookie and bearer token carry the same session, of which the database has only a hash, and the bearer token wins", async (app) => {
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  for (const [name, value] of [["Cookie", cookieOf(ada)], ["Authorization", `bearer ${ada.token}`]]) {
    assert.equal((await me(app, { [name]: value })).body.username, "ada");
  }
  const hash = hashToken(ada.token);
  const dead = ["", "Bearer", "Bearer ", "Bearer dead", `Basic ${ada.token}`, `Bearer ${ada.token}x`, `Bearer ${hash}`];
  for (const Authorization of dead) {
    const message = "Please log in to continue.";
    assertFailure(await me(app, { Authorization }), { status: 401, code: "unauthorized", message });
  }
  const Cookie = cookieOf(ada);
  assert.equal((await me(app, { Cookie, Authorization: `Bearer ${grace.token}` })).body.username, "grace");
  assert.equal((await me(app, { Cookie, Authorization: "Bearer dead" })).status, 401);
  const stored = await app.deps.db.q.select().from(sessions);
  assert.ok(stored.some((row) => row.hash === hash) && !JSON.stringify(stored).includes(ada.token));
});

test("a browser that has only the token is sent the cookie with Ada's own fields", async (app) => {
  const { token, password: _, ...ada } = await app.person("Ada");
  assert.deepEqual(await me(app, { Authorization: `Bearer ${token}` }), { status: 200, body: ada, cookie: token });
  assert.deepEqual([ada.name, ada.emailVerified], ["Ada", true]);
  assert.equal((await me(app, { Cookie: cookieOf({ token }) })).cookie, undefined);
});

Deno.test("a session lasts thirty days from its last use, and so does its cookie", async () => {
  let now = Date.UTC(2026, 0, 1);
  await using app = await startApp({ clock: () => now });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const visitAgain = () => me(app, { Cookie: cookieOf(ada) });
  now += day - 1;
  assert.equal((await visitAgain()).cookie, undefined);
  now += 2;
  assert.equal((await visitAgain()).cookie, ada.token);
  assert.equal((await visitAgain()).cookie, undefined);
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

Deno.test("that a session is used is stored once an hour, and its user counted once a day", async () => {
  let now = Date.UTC(2026, 10, 1, 22, 30);
  await using app = await startApp({ clock: () => now });
  const ada = await app.person("Ada");
  const { db } = app.deps;
  const seen = async () => (await db.q.select({ at: sessions.lastSeenAt }).from(sessions))[0].at;
  const started = (await seen())!;
  const later = (minutes: number) => Date.UTC(2026, 10, 1, 22, 30) + minutes * 60_000;
  for (const [minutes, stored] of [[30, started], [70, later(70)], [130, later(130)]]) {
    now = later(minutes);
    await app.call("GET", "/auth/me", ada);
    // Nobody waits for the write; this one comes after it.
    await db.write([db.q.update(users).set({ bio: null })]);
    assert.equal(await seen(), stored);
  }
  const days = await db.q.select().from(dayCounts).where(eq(dayCounts.name, "people"));
  assert.deepEqual(days.map(({ day, name, count }) => `${day} ${name} ${count}`), [
    "2026-11-01 people 1",
    "2026-11-02 people 1",
  ]);
});

test("Ada sees where she is signed in, by browser and address, and ends one session or all others; Mallory ends only their own", async (app) => {
  const [ada, mallory] = [await app.person("Ada"), await app.person("Mallory")];
  const [phone, library, odd] = [
    await logIn(app, ada),
    await logIn(app, ada),
    await logIn(app, ada, "x".repeat(5000)),
  ];
  type Listed = { id: string; current: boolean; device: string };
  const list = async (as: { token: string }): Promise<Listed[]> =>
    (await app.call("GET", "/auth/sessions", as)).body.sessions;
  const listed = await list(ada);
  const devices = ["Firefox on Windows", "Firefox on Windows", "Unknown browser", "Unknown browser"];
  assert.deepEqual(listed.map(({ device }) => device).sort(), devices);
  assert.equal(listed.filter(({ current }) => current).length, 1);
  assert.ok(!JSON.stringify(listed).includes("hash"));
  const { id } = (await list(phone)).find(({ current }) => current)!;
  const gone = { status: 404, code: "session_not_found" };
  assert.ok(!(await list(mallory)).some((session) => session.id === id));
  assertCode(await app.call("DELETE", `/auth/sessions/${id}`, mallory), gone);
  await app.call("DELETE", "/auth/sessions", mallory);
  assert.equal(await isAlive(app, phone), true);
  const ended = await app.call("DELETE", `/auth/sessions/${id}`, ada);
  assert.deepEqual(ended.body, { message: "That session has ended" });
  assert.deepEqual([await isAlive(app, phone), await isAlive(app, library)], [false, true]);
  assertCode(await app.call("DELETE", `/auth/sessions/${id}`, ada), gone);
  await app.call("DELETE", "/auth/sessions", ada);
  const expected = [false, false, true];
  assert.deepEqual([await isAlive(app, library), await isAlive(app, odd), await isAlive(app, ada)], expected);
});

test("a person has at most a hundred sessions: the oldest goes, with its sockets", async (app) => {
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { db } = app.deps;
  const row = { userId: ada.id, createdAt: Date.now(), expiresAt: Date.now() + day };
  await db.write([
    db.q.insert(sessions).values(Array.from({ length: 99 }, (_, n) => ({ ...row, hash: `h${n}`, id: `h${n}` }))),
  ]);
  using socket = await connect(app.url, ada.token);
  await logIn(app, ada);
  assert.equal(await socket.next("disconnect"), "io server disconnect");
  assert.deepEqual([await isAlive(app, ada), await isAlive(app, grace)], [false, true]);
  assert.equal(await db.q.$count(sessions), 101);
});

test("logging out ends only this session, also that of a cookie beside a dead token, clears the cookie, and may be repeated", async (app) => {
  const ada = await app.person("Ada");
  const others = [await logIn(app, ada), await logIn(app, ada), await logIn(app, ada)];
  for (const as of [ada, ada, null]) {
    const out = await app.call("POST", "/auth/logout", as);
    assert.deepEqual([out.status, out.body], [200, { message: "You have been logged out" }]);
    assert.deepEqual(setCookieOf(out), { value: "", attributes: ["httponly", "max-age=0", "path=/", "samesite=lax"] });
  }
  for (const more of [{ Origin: app.url }, { Authorization: `Bearer ${ada.token}` }] as Record<string, string>[]) {
    const headers = { Cookie: cookieOf(others.shift()!), ...more };
    await (await visit(app, "/api/auth/logout", null, { method: "POST", headers })).body?.cancel();
    assert.equal((await me(app, { Cookie: headers.Cookie })).status, 401);
  }
  assert.deepEqual([await isAlive(app, ada), await isAlive(app, others[0])], [false, true]);
});
