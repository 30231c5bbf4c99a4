import assert from "node:assert/strict";
import { sessionCookie } from "../../server/auth/sessions.ts";
import { startDemo } from "../support/demo.ts";
import { bodyOf, type Visit, walk } from "../support/walk.ts";

const ours = /Chapterhouse|\bchapterhouse was\b/;

Deno.test("with another name of the site no page, answer, script or mail has the software's", async () => {
  await using app = await startDemo({ SITE_NAME: "Leeds" });
  const named: string[] = [];
  const check = (what: string, text: string) => {
    const at = text.search(ours);
    if (at >= 0) named.push(`${what}: ${text.slice(Math.max(0, at - 60), at + 60)}`);
  };
  let asked = 0;
  const visit: Visit = async (what, path, { as, ...wish } = {}) => {
    const response = await fetch(app.url + path, {
      method: what.split(" ")[0],
      redirect: "manual",
      headers: {
        Origin: app.url,
        ...(wish.json !== undefined && { "Content-Type": "application/json" }),
        ...(as && { Authorization: `Bearer ${as.token}`, Cookie: `${sessionCookie}=${as.token}` }),
      },
      body: bodyOf(wish),
    });
    const text = await response.text();
    asked++;
    check(what, text);
    return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  };
  await walk(visit, 1);
  for (const path of ["/offline", "/manifest.webmanifest", "/nowhere", "/api/nowhere", "/account"]) {
    await visit(`GET ${path}`, path);
  }
  // A form of another site.
  const foreign = await fetch(`${app.url}/login/social`, {
    method: "POST",
    headers: { Origin: "https://evil.example" },
  });
  check("a foreign form", await foreign.text());
  assert.ok(asked > 150, `${asked} requests`);

  const mails = await app.deps.db.q.all<Record<string, string>>("select subject, text, html from mails");
  assert.ok(mails.length > 3, `${mails.length} mails`);
  for (const { subject, text, html } of mails) check(`the mail ${subject}`, subject + text + html);

  // Every script, by the names in those that load it.
  const scripts = new Set(["/sw.js", app.deps.assets.script]);
  for (const path of scripts) {
    const text = await (await fetch(app.url + path)).text();
    check(path, text);
    for (const [name] of text.matchAll(/[\w-]+-[A-Z0-9]{8}\.js\b/g)) scripts.add(`/assets/${name}`);
  }
  assert.ok(scripts.size > 10, `${scripts.size} scripts`);
  assert.deepEqual(named, []);
});
