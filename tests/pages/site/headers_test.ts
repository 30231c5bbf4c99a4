import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { startApp, type TestApp } from "../../support/app.ts";
import { visit } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

const test = inScene(startApp);

/** The headers of an answer. */
async function headersOf(app: TestApp, path: string, as: { token: string } | null, init?: RequestInit) {
  const { headers, body } = await visit(app, path, as, init);
  await body?.cancel();
  return headers;
}

/** The directives of a content security policy, by name. */
const policyOf = (headers: Headers): Record<string, string[]> =>
  Object.fromEntries(
    headers.get("Content-Security-Policy")!.split(";").map((directive) => {
      const [name, ...values] = directive.trim().split(" ");
      return [name, values];
    }),
  );

test("every answer forbids sniffing, framing and referrers, and loads nothing from other sites", async (app) => {
  const ada = await app.person("Ada");
  const expected = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Strict-Transport-Security": null,
    "X-Powered-By": null,
  };
  const open = ["/", "/login", "/nothing", "/api/nothing", "/healthz", app.deps.assets.script];
  for (const path of [...open, "/dashboard", "/api/auth/me"]) {
    const headers = await headersOf(app, path, open.includes(path) ? null : ada);
    for (const [name, value] of Object.entries(expected)) assert.equal(headers.get(name), value, `${path} ${name}`);
    assert.match(headers.get("Permissions-Policy")!, /camera=\(\), microphone=\(\), geolocation=\(\)/);
    assert.match(headers.get("X-Request-Id")!, /^[0-9a-f]{16}$/);
    const policy = policyOf(headers);
    for (const name of ["default-src", "frame-ancestors", "base-uri"]) assert.deepEqual(policy[name], ["'none'"]);
    assert.deepEqual(policy["form-action"], ["'self'"]);
    for (const [name, values] of Object.entries(policy)) {
      assert.doesNotMatch(values.join(" "), /unsafe|\*|http:/, name);
      if (name !== "frame-src") assert.doesNotMatch(values.join(" "), /https/, name);
    }
  }
  await using secure = await startApp({ env: { PUBLIC_URL: "https://books.example" } });
  const { headers } = await visit(secure, "/");
  assert.match(headers.get("Strict-Transport-Security")!, /^max-age=31536000/);
});

test("inline scripts and styles are allowed by their hashes, and markup holds none of its own", async (app) => {
  const ada = await app.person("Ada");
  const group = `/group/${(await app.group(ada)).id}`;
  const visitors = ["/login", "/register", "/", "/pre"];
  for (const path of [...visitors, "/dashboard", group, `${group}?tab=members`, "/profile"]) {
    const response = await visit(app, path, visitors.includes(path) ? null : ada);
    const html = await response.text();
    const policy = policyOf(response.headers);
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

test("what is Ada's is stored nowhere, but for the pages that she goes back to, which are revalidated otherwise", async (app) => {
  const ada = await app.person("Ada");
  const controls: [string, typeof ada | null, string[]][] = [
    ["no-cache", ada, ["/dashboard", "/group/none", "/profile", "/profile/none", "/search?username=a", "/notes"]],
    ["no-store", ada, ["/", "/about", "/account", "/account?tab=data", "/nothing", "/api/auth/me", "/api/groups"]],
    ["no-cache", null, ["/", "/login", "/account", "/api/groups"]],
  ];
  for (const [control, as, paths] of controls) {
    for (const path of paths) {
      const headers = await headersOf(app, path, as);
      assert.equal(headers.get("Cache-Control"), `private, ${control}`, path);
    }
  }
});

test("with a session ends what its browser has stored of pages, however it is ended there", async (app) => {
  const ada = await app.person("Ada");
  const cleared = async (path: string, init: RequestInit) =>
    (await headersOf(app, path, ada, init)).get("Clear-Site-Data");
  const post = { method: "POST", headers: { Origin: app.url } };
  assert.equal(await cleared("/dashboard/groups", post), '"prefetchCache"');
  for (const path of ["/logout", "/api/auth/logout"]) {
    assert.equal(await cleared(path, post), '"cache", "prefetchCache"', path);
  }
  const pending = { headers: { Cookie: "leaving=1" } };
  assert.equal(await cleared("/dashboard", pending), '"cache", "prefetchCache"');
});

test("only the page that scans a barcode may ask for the camera and compile a program", async (app) => {
  const ada = await app.person("Ada");
  const { id } = await app.group(ada);
  const here = `/group/${id}`;
  for (const [path, isAllowed] of [[`${here}/scan`, true], [here, false], [`${here}/club`, false]] as const) {
    const headers = await headersOf(app, path, ada);
    const camera = isAllowed
      ? "camera=(self), microphone=(), geolocation=()"
      : "camera=(), microphone=(), geolocation=()";
    assert.equal(headers.get("Permissions-Policy"), camera, path);
    assert.equal(policyOf(headers)["script-src"].includes("'wasm-unsafe-eval'"), isAllowed, path);
  }
});
