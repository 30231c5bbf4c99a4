import assert from "node:assert/strict";
import { startSession } from "../../server/auth/sessions.ts";
import { ownPath } from "../../server/contract/site/paths.ts";
import { startApp } from "../support/app.ts";
import { cookieOf, setCookieOf, submit, visit } from "../support/requests.ts";
import { get, say, statusOf } from "./wire.ts";

/** Addresses of another site, and what a careless reader takes for one of ours. */
const elsewhere = [
  ..."https://evil.example //evil.example ///evil.example ////evil.example /\\evil.example \\\\evil.example".split(" "),
  ..."javascript:alert(1) data:text/html,x https:evil.example http:\\\\evil.example http:/evil.example".split(" "),
  ..."/%5cevil.example /%2fevil.example /%2f%2fevil.example /.//evil.example /..//evil.example".split(" "),
  ..."/./\\evil.example @evil.example .evil.example /@evil.example /dashboard@evil.example /;/evil.example".split(" "),
  ..."//evil.example%2f@localhost /／evil.example //localhost@evil.example /#//evil.example /?//evil.example".split(
    " ",
  ),
  ...["/\t/evil.example", "/\n/evil.example", "\t//evil.example", " //evil.example", "/ /evil.example"],
  ...["\0//evil.example", "/\u2028/evil.example", "/\u3000/evil.example"],
];

Deno.test("wherever an address may lead somebody, it never leads to another site, however it is written", async () => {
  await using app = await startApp();
  const assertOurs = (location: string) => {
    assert.match(location, /^\//);
    assert.equal(new URL(location, app.url).origin, app.url, location);
  };
  // Those that are odd and yet ours are followed.
  const taken = elsewhere.flatMap((next) => ownPath(next) ?? []);
  for (const path of taken) assertOurs(path);
  assert.ok(taken.length > 0 && taken.length < elsewhere.length / 2, `${taken}`);
  const ada = await app.person("Ada");
  const evil = encodeURIComponent("//evil.example");
  for (const query of [`next=${evil}`, `next=${encodeURIComponent(evil)}`, `next=/&next=${evil}`]) {
    const answer = await submit(app, `/login?${query}`, null, { email: ada.email, password: ada.password });
    assert.equal(answer.status, 303, query);
    assertOurs(answer.headers.get("Location")!);
    await answer.body?.cancel();
  }
  // Of a visitor who asks for a page.
  const asked = "//evil.example/dashboard /\\evil.example /dashboard?next=//evil.example /profile/..%2f%2fevil.example";
  const led = await Promise.all(
    asked.split(" ").map(async (path) => {
      const [, location] = /\r\nlocation: (.*)\r\n/i.exec(await say(app.url, ...get(path))) ?? [];
      if (location) assertOurs(location);
      return location?.startsWith("/login?next=");
    }),
  );
  assert.ok(led.filter(Boolean).length > 1, `${led}`);
});

const outside = [
  "..%2f..%2fserver%2fmain.ts ..%2f..%2f..%2f..%2fetc%2fpasswd %2e%2e%2f%2e%2e%2fdeno.json ..%5c..%5cdeno.json",
  "..\\..\\deno.json %2fetc%2fpasswd /etc/passwd %00 ....//....//deno.json %252e%252e%252fdeno.json",
  "%c0%ae%c0%ae/deno.json app.css%00.ts ../../deno.json %2e%2e/%2e%2e/deno.json",
].flatMap((names) => names.split(" ").map((name) => `/assets/${name}`)).concat(
  "/icons/..%2f..%2fdeno.json /icons/..%2fbuild%2fmanifest.json /icons/%2e%2e/%2e%2e/data/chapterhouse.db".split(" "),
  `/icons/ /pictures/..%2f..%2fdeno.json /pictures/%ff /media/..%2f..%2fdeno.json /.git/config /.env`.split(" "),
  `/media/${"0".repeat(64)}-256.webp%2f.. /covers/..%2f..%2fdeno.json /covers/${"0".repeat(32)}%00`.split(" "),
  "/data/chapterhouse.db /deno.json /sw.js/..%2f..%2fdeno.json /manifest.webmanifest/..%2fx".split(" "),
);

Deno.test("no path reaches a file outside the served folders", async () => {
  await using app = await startApp();
  for (const path of outside) {
    const answer = await say(app.url, ...get(path));
    assert.ok([303, 400, 404].includes(statusOf(answer)), `${path}: ${answer.slice(0, 40)}`);
    assert.doesNotMatch(answer, /"tasks"|root:x|SQLite format|startService|nodeModulesDir/, path);
  }
});

Deno.test("logging in starts a new session, whatever cookie the browser had before", async () => {
  await using app = await startApp();
  const [ada, mallory] = [await app.person("Ada"), await app.person("Mallory")];
  for (const planted of ["planted", mallory.token]) {
    const answer = await submit(app, "/login", { token: planted }, { email: ada.email, password: ada.password });
    const { value } = setCookieOf(answer)!;
    await answer.body?.cancel();
    assert.notEqual(value, planted);
    assert.equal((await app.call("GET", "/auth/me", { token: value })).body.id, ada.id);
  }
  assert.equal((await app.call("GET", "/auth/me", { token: "planted" })).status, 401);
  assert.equal((await app.call("GET", "/auth/me", mallory)).body.id, mallory.id);
});

Deno.test("over https a cookie set by a neighbouring host is ignored", async () => {
  await using app = await startApp({ env: { PUBLIC_URL: "https://books.example" } });
  const token = await startSession(app.deps, (await app.person("Mallory")).id);
  const ask = async (Cookie: string) => {
    const response = await visit(app, "/api/auth/me", null, { headers: { Cookie } });
    await response.body?.cancel();
    return response.status;
  };
  // A neighbour can set a cookie for the whole domain, but not one of this prefix.
  assert.equal(await ask(cookieOf({ token })), 401);
  assert.equal(await ask(`__Host-${cookieOf({ token })}`), 200);
  assert.equal(await ask(`${cookieOf({ token: "tossed" })}; __Host-${cookieOf({ token })}`), 200);
});
