import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { submit, visit } from "../support/requests.ts";

// spec: 2.10
Deno.test("an error while rendering gives a page with the spec's title, a request id and a link home, and reveals nothing internal", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  await app.deps.db.close();
  for (const path of ["/dashboard", "/", "/login", "/nothing"]) {
    const response = await visit(app, path, ada);
    assert.equal(response.status, 500);
    assert.equal(response.headers.get("Cache-Control"), "private, no-cache");
    assert.match(response.headers.get("Content-Security-Policy")!, /default-src 'none'/);
    const html = await response.text();
    assert.match(html, /<title>Unexpected Application Error! · Chapterhouse<\/title>/);
    assert.match(html, /<h1>Unexpected Application Error!<\/h1>/);
    assert.match(html, /Server error occurred\. Please try again later\./);
    assert.ok(html.replaceAll("<!-- -->", "").includes(`Request ${response.headers.get("X-Request-Id")}`));
    assert.match(html, /<a [^>]*href="\/"/);
    assert.doesNotMatch(html, /CLIENT_CLOSED|LibsqlError|node_modules|\.tsx?| at \w+ \(/);
  }
});

Deno.test("pages that need no database work without it", async () => {
  await using app = await startApp();
  await app.deps.db.close();
  for (const path of ["/", "/pre", "/about", "/login", "/register", "/healthz", app.deps.assets.script]) {
    const response = await visit(app, path);
    assert.equal(response.status, 200, path);
    await response.body?.cancel();
  }
});

Deno.test("a form that fails on a server error gives the error page, and shows no password", async () => {
  await using app = await startApp();
  await app.deps.db.close();
  const response = await submit(app, "/login", null, { email: "ada@example.org", password: "Correct-horse-1" });
  assert.equal(response.status, 500);
  const html = await response.text();
  assert.match(html, /<h1>Unexpected Application Error!<\/h1>/);
  assert.doesNotMatch(html, /Correct-horse-1/);
});

Deno.test("an error in one request does not affect others", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const { passwords } = app.deps;
  app.deps.passwords = { ...passwords, verify: () => Promise.reject(new TypeError("secret inside")) };
  const broken = await submit(app, "/login", null, { email: ada.email, password: ada.password });
  assert.equal(broken.status, 500);
  assert.doesNotMatch(await broken.text(), /secret inside/);
  const call = await app.call("POST", "/auth/login", null, ada);
  assert.deepEqual([call.status, call.body.code], [500, "server_error"]);
  assert.equal((await app.call("GET", "/auth/me", ada)).status, 200);
  app.deps.passwords = passwords;
  assert.equal((await app.call("POST", "/auth/login", null, ada)).status, 200);
});

Deno.test("a refused request to a page gets an error page", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const foreign = await visit(app, "/dashboard/groups", ada, {
    method: "POST",
    headers: { Origin: "https://evil.example" },
  });
  assert.equal(foreign.status, 403);
  assert.match(await foreign.text(), /<h1>This request did not come from this site\.<\/h1>/);
  const unknown = await submit(app, "/nothing", ada, {});
  assert.equal(unknown.status, 404);
  assert.match(await unknown.text(), /<h1>Not found<\/h1>/);
});
