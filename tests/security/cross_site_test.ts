import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openBrowser, visitor } from "../support/browser.ts";
import { cookieOf } from "../support/requests.ts";
import type { TestApp } from "../support/app.ts";
import { type Asked, calls, forms } from "./asked.ts";
import { pages } from "./pages.ts";
import { dress, filled, type Names, openScene, sessionFor, stored } from "./scene.ts";

/** What changes something for Ada. */
const changing = [...calls, ...forms, ...pages].filter(({ route, changes }) =>
  !route.startsWith("GET") && changes.includes("Ada")
);

const foreign: Record<string, string>[] = [
  { Origin: "https://evil.example" },
  { Origin: "null" },
  { Referer: "https://evil.example/" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site", Origin: "http://localhost:1" },
  {},
];

Deno.test("requests of another site with Ada's cookie change nothing, on any route", async () => {
  const { app } = await openScene();
  await using _app = app;
  const names = await dress(app);
  const token = (await sessionFor(app, "Ada"))!;
  const before = await stored(app);
  // A mail program has no cookie and no origin: the token in the address is all that one click needs (RFC 8058).
  const forged = changing.filter(({ route }) => route !== "POST /unsubscribe");
  assert.ok(forged.length > 30);
  for (const asked of forged) {
    for (const headers of foreign) {
      for (const type of ["application/json", "application/x-www-form-urlencoded", "text/plain"]) {
        const status = await forge(app, { asked, names, headers: { ...headers, "Content-Type": type }, token });
        assert.equal(status, 403, `${asked.route} ${type} ${JSON.stringify(headers)}`);
      }
    }
  }
  assert.equal(await stored(app), before);
  assert.equal((await app.call("GET", "/auth/me", { token })).status, 200);
});

interface Forgery {
  asked: Asked;
  names: Names;
  headers: Record<string, string>;
  token: string;
}

async function forge(app: TestApp, { asked, names, headers, token }: Forgery): Promise<number> {
  const [method] = asked.route.split(" ");
  const body = asked.json ? JSON.stringify(asked.json) : new URLSearchParams(asked.form ?? {}).toString();
  const response = await fetch(app.url + filled(asked.path, names), {
    method,
    redirect: "manual",
    headers: { Cookie: cookieOf({ token }), ...headers },
    body: method === "GET" || method === "HEAD" ? undefined : filled(body, names),
  });
  await response.body?.cancel();
  return response.status;
}

Deno.test("GET and HEAD requests change nothing", async () => {
  const { app, picture } = await openScene();
  await using _app = app;
  const names = { ...await dress(app), picture, style: app.deps.assets.styles.main.href };
  const token = (await sessionFor(app, "Ada"))!;
  const before = await stored(app);
  const reading = [...calls, ...pages].filter(({ route, changes }) => route.startsWith("GET") && changes === "");
  for (const asked of reading) {
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      const route = asked.route.replace("GET", method);
      const status = await forge(app, { asked: { ...asked, route }, names, headers: {}, token });
      assert.ok(status < 500, `${route}: ${status}`);
    }
  }
  assert.equal(await stored(app), before);
});

Deno.test("in a real browser a page of another origin cannot use the session cookie", async () => {
  const { app } = await openScene();
  await using _app = app;
  const token = (await sessionFor(app, "Ada"))!;
  const before = await stored(app);
  // Another port of the same host is another origin of the same site, to which the browser sends the cookie.
  const evil = createServer((_request, response) => response.setHeader("Content-Type", "text/html").end(trap(app.url)));
  await new Promise<void>((resolve) => evil.listen(0, resolve));
  await using browser = await openBrowser();
  {
    await using reader = await visitor(browser, app.url);
    await reader.context.addCookies([{ name: "chapterhouse_session", value: token, url: app.url, sameSite: "Lax" }]);
    const refused = reader.page.waitForResponse((response) => response.url() === `${app.url}/dashboard/groups`);
    await reader.page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`);
    assert.equal((await refused).status(), 403);
    assert.match(await reader.page.locator("h1").innerText(), /did not come from this site/);
  }
  evil.closeAllConnections();
  await new Promise((resolve) => evil.close(resolve));
  assert.equal(await stored(app), before);
});

/** Tries what needs no permission of the other side: calls whose answers it cannot read, and then a form. */
const trap = (url: string) =>
  `<!doctype html>
<form method="post" action="${url}/dashboard/groups"><input name="groupName" value="Trapped"></form>
<script>
  const call = (type, body) => fetch("${url}/api/groups", { method: "POST", mode: "no-cors", credentials: "include",
    headers: { "Content-Type": type }, body }).catch(() => {});
  Promise.all([
    call("text/plain", '{"groupName":"Trapped"}'),
    call("application/x-www-form-urlencoded", "groupName=Trapped"),
  ]).then(() => document.forms[0].submit());
</script>`;
