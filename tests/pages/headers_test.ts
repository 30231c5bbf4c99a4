import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { startApp } from "../support/app.ts";
import { visit } from "../support/requests.ts";

/** The directives of a content security policy, by name. */
const policyOf = ({ headers }: Response) =>
  Object.fromEntries(
    headers.get("Content-Security-Policy")!.split(";").map((one) => one.trim().split(" ")).map((
      [name, ...values],
    ) => [name, values]),
  );

Deno.test("every answer forbids sniffing, framing and referrers, and loads nothing from other sites", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const asked: [string, typeof ada | null][] = [
    ["/", null],
    ["/login", null],
    ["/nothing", null],
    ["/dashboard", ada],
    ["/api/auth/me", ada],
    ["/api/nothing", null],
    ["/healthz", null],
    [app.deps.assets.script, null],
  ];
  for (const [path, as] of asked) {
    const response = await visit(app, path, as);
    await response.body?.cancel();
    const header = (name: string) => response.headers.get(name);
    assert.equal(header("X-Content-Type-Options"), "nosniff", path);
    assert.equal(header("X-Frame-Options"), "DENY");
    assert.equal(header("Referrer-Policy"), "same-origin");
    assert.equal(header("Cross-Origin-Opener-Policy"), "same-origin");
    assert.equal(header("Cross-Origin-Resource-Policy"), "same-origin");
    assert.match(header("Permissions-Policy")!, /camera=\(\), microphone=\(\), geolocation=\(\)/);
    assert.equal(header("Strict-Transport-Security"), null);
    assert.equal(header("X-Powered-By"), null);
    assert.match(header("X-Request-Id")!, /^[0-9a-f]{16}$/);
    const policy = policyOf(response);
    assert.deepEqual(policy["default-src"], ["'none'"]);
    for (const name of ["frame-ancestors", "base-uri"]) assert.deepEqual(policy[name], ["'none'"]);
    assert.deepEqual(policy["form-action"], ["'self'"]);
    for (const [name, values] of Object.entries(policy)) {
      assert.doesNotMatch(values.join(" "), /unsafe|\*|http:/, name);
      if (name !== "frame-src") assert.doesNotMatch(values.join(" "), /https/, name);
    }
  }
});

Deno.test("where the public address is https, browsers are instructed to use it alone", async () => {
  await using app = await startApp({ env: { PUBLIC_URL: "https://books.example" } });
  const response = await visit(app, "/");
  await response.body?.cancel();
  assert.match(response.headers.get("Strict-Transport-Security")!, /^max-age=31536000/);
});

Deno.test("inline scripts and styles are allowed by their hashes, and markup holds none of its own", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const group = await app.group(ada);
  const pages = [
    "/login",
    "/register",
    "/",
    "/pre",
    "/dashboard",
    `/group/${group.id}`,
    `/group/${group.id}?tab=members`,
    "/profile",
  ];
  for (const path of pages) {
    const response = await visit(app, path, /^\/(dashboard|group|profile)/.test(path) ? ada : null);
    const html = await response.text();
    const policy = policyOf(response);
    for (const [, name, attributes, content] of html.matchAll(/<(script|style)([^>]*)>([^]*?)<\/(?:script|style)>/g)) {
      const hash = `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
      if (/type="application\/json"/.test(attributes)) JSON.parse(content);
      else if (/ src=/.test(attributes)) assert.equal(content, "");
      else assert.ok(policy[`${name}-src`].includes(hash), `${path}: ${attributes}`);
    }
    const markup = html.replace(/<(script|style)[^]*?<\/\1>/g, "");
    assert.doesNotMatch(markup, / on[a-z]+=|javascript:| style=|<script|<style/, path);
  }
});

Deno.test("what is Ada's is stored nowhere, but for the pages that she goes back to, which are revalidated otherwise", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const control = async (path: string, as: typeof ada | null) => {
    const response = await visit(app, path, as);
    await response.body?.cancel();
    return response.headers.get("Cache-Control");
  };
  for (const path of ["/dashboard", "/group/none", "/profile", "/profile/none", "/search?username=a", "/notes"]) {
    assert.equal(await control(path, ada), "private, no-cache", path);
  }
  for (const path of ["/", "/about", "/account", "/account?tab=data", "/nothing", "/api/auth/me", "/api/groups"]) {
    assert.equal(await control(path, ada), "private, no-store", path);
  }
  for (const path of ["/", "/login", "/account", "/api/groups"]) {
    assert.equal(await control(path, null), "private, no-cache", path);
  }
});

Deno.test("with a session ends what its browser has stored of pages, however it is ended there", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const cleared = async (path: string, init: RequestInit) => {
    const response = await visit(app, path, ada, init);
    await response.body?.cancel();
    return response.headers.get("Clear-Site-Data");
  };
  const post = { method: "POST", headers: { Origin: app.url } };
  assert.equal(await cleared("/dashboard/groups", post), '"prefetchCache"');
  for (const path of ["/logout", "/api/auth/logout"]) {
    assert.equal(await cleared(path, post), '"cache", "prefetchCache"', path);
  }
  const pending = { headers: { Cookie: "leaving=1" } };
  assert.equal(await cleared("/dashboard", pending), '"cache", "prefetchCache"');
});

Deno.test("HEAD answers as GET does, without the page", async () => {
  await using app = await startApp();
  for (const path of ["/login", "/healthz", app.deps.assets.styles.main.href]) {
    const response = await visit(app, path, null, { method: "HEAD" });
    assert.equal(response.status, 200, path);
    assert.equal(await response.text(), "");
  }
});
