import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { cookieOf, setCookieOf, submit, visit } from "../support/requests.ts";
import { get, say, statusOf } from "./wire.ts";

const elsewhere = [
  ...[
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "////evil.example",
    "/\\evil.example",
    "\\\\evil.example",
  ],
  ...[
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/ /evil.example",
    "\0//evil.example",
  ],
  "javascript:alert(1)",
  "data:text/html,x",
  "https:evil.example",
  "http:\\\\evil.example",
  "http:/evil.example",
  ...[
    "/%5cevil.example",
    "/%2fevil.example",
    "/%2f%2fevil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/./\\evil.example",
  ],
  ...[
    "@evil.example",
    ".evil.example",
    "/@evil.example",
    "/dashboard@evil.example",
    "//evil.example%2f@localhost",
    "/\u2028/evil.example",
  ],
  ...[
    "/\u3000/evil.example",
    "/／evil.example",
    "//localhost@evil.example",
    "/;/evil.example",
    "/#//evil.example",
    "/?//evil.example",
  ],
];

Deno.test("after logging in, `next` never leads to another site, however it is written", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  let taken = 0;
  for (const next of elsewhere) {
    for (
      const query of [
        `next=${encodeURIComponent(next)}`,
        `next=${encodeURIComponent(encodeURIComponent(next))}`,
        `next=/&next=${encodeURIComponent(next)}`,
      ]
    ) {
      const answer = await submit(app, `/login?${query}`, null, { email: ada.email, password: ada.password });
      assert.equal(answer.status, 303, query);
      assertOurs(answer.headers.get("Location")!, app.url);
      await answer.body?.cancel();
    }
    const page = await (await visit(app, `/login?next=${encodeURIComponent(next)}`)).text();
    const [, given] = /"next":"([^"]*)"/.exec(page) ?? [];
    if (given) assertOurs(JSON.parse(`"${given}"`), app.url);
    if (given) taken++;
  }
  // Those that are odd and yet ours are followed: the page was looked at where it says so.
  assert.ok(taken > 0 && taken < elsewhere.length / 2, `${taken} were taken`);
});

function assertOurs(location: string, url: string): void {
  assert.match(location, /^\//);
  assert.equal(new URL(location, url).origin, url, location);
}

Deno.test("the redirect from a protected page never leads to another site", async () => {
  await using app = await startApp();
  let led = 0;
  for (
    const path of [
      "//evil.example/dashboard",
      "/\\evil.example",
      "/dashboard?next=//evil.example",
      "/profile/..%2f%2fevil.example",
      "/search?username=//evil.example",
    ]
  ) {
    const answer = await say(app.url, ...get(path));
    const [, location] = /\r\nlocation: (.*)\r\n/i.exec(answer) ?? [];
    if (location) assertOurs(location, app.url);
    if (location?.startsWith("/login?next=")) led++;
  }
  assert.ok(led > 1, `only ${led} led to the login`);
});

const outside = [
  ...[
    "/assets/..%2f..%2fserver%2fmain.ts",
    "/assets/..%2f..%2f..%2f..%2fetc%2fpasswd",
    "/assets/%2e%2e%2f%2e%2e%2fdeno.json",
  ],
  ...[
    "/assets/..%5c..%5cdeno.json",
    "/assets/..\\..\\deno.json",
    "/assets/%2fetc%2fpasswd",
    "/assets//etc/passwd",
    "/assets/%00",
  ],
  ...[
    "/assets/....//....//deno.json",
    "/assets/%252e%252e%252fdeno.json",
    "/assets/%c0%ae%c0%ae/deno.json",
    "/assets/app.css%00.ts",
  ],
  ...[
    "/icons/..%2f..%2fdeno.json",
    "/icons/..%2fbuild%2fmanifest.json",
    "/icons/%2e%2e/%2e%2e/data/chapterhouse.db",
    "/icons/",
  ],
  ...[
    "/pictures/..%2f..%2fdeno.json",
    "/pictures/%ff",
    "/media/..%2f..%2fdeno.json",
    `/media/${"0".repeat(64)}-256.webp%2f..`,
  ],
  ...[
    "/covers/..%2f..%2fdeno.json",
    `/covers/${"0".repeat(32)}%00`,
    "/.git/config",
    "/.env",
    "/data/chapterhouse.db",
    "/deno.json",
  ],
  ...[
    "/assets/../../deno.json",
    "/assets/%2e%2e/%2e%2e/deno.json",
    "/sw.js/..%2f..%2fdeno.json",
    "/manifest.webmanifest/..%2fx",
  ],
];

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
  const answer = await app.call("POST", "/auth/register", null, {
    fullname: "Mallory",
    email: "m@example.org",
    password: "Correct-horse-1",
  });
  assert.equal(answer.status, 201);
  const { startSession } = await import("../../server/auth/sessions.ts");
  const token = await startSession(app.deps, answer.body.user.id);
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
