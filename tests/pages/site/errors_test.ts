import assert from "node:assert/strict";
import { startApp } from "../../support/app.ts";
import { send } from "../../support/forms.ts";
import { visit } from "../../support/requests.ts";

Deno.test("an error while rendering gives a page titled Unexpected Application Error! with a request id and a link home, and reveals nothing internal", async () => {
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
  const form = await send(app, "/login", null, { email: "ada@example.org", password: "Correct-horse-1" });
  assert.equal(form.status, 500);
  assert.match(form.html, /<h1>Unexpected Application Error!<\/h1>/);
  assert.doesNotMatch(form.html, /Correct-horse-1/);
  // Pages that need no database work without it.
  for (const path of ["/", "/pre", "/about", "/login", "/register", "/healthz", app.deps.assets.script]) {
    const response = await visit(app, path);
    await response.body?.cancel();
    assert.equal(response.status, 200, path);
  }
});

Deno.test("an error in one request does not affect others, and a request that is refused gets an error page", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const { passwords } = app.deps;
  app.deps.passwords = { ...passwords, verify: () => Promise.reject(new TypeError("secret inside")) };
  const broken = await send(app, "/login", null, { email: ada.email, password: ada.password });
  assert.equal(broken.status, 500);
  assert.doesNotMatch(broken.html, /secret inside/);
  const call = await app.call("POST", "/auth/login", null, ada);
  assert.deepEqual([call.status, call.body.code], [500, "server_error"]);
  assert.equal((await app.call("GET", "/auth/me", ada)).status, 200);
  app.deps.passwords = passwords;
  assert.equal((await app.call("POST", "/auth/login", null, ada)).status, 200);
  const headers = { Origin: "https://evil.example" };
  const foreign = await visit(app, "/dashboard/groups", ada, { method: "POST", headers });
  assert.equal(foreign.status, 403);
  assert.match(await foreign.text(), /<h1>This request did not come from this site\.<\/h1>/);
  const unknown = await send(app, "/nothing", ada);
  assert.equal(unknown.status, 404);
  assert.match(unknown.html, /<h1>Not found<\/h1>/);
});
