import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { visit } from "../support/requests.ts";
import { setScene } from "../support/scene.ts";
import { screensOf } from "../support/screens.ts";

Deno.test("crawlers may look at the public pages and what they are drawn with, and at nothing else", async () => {
  await using app = await startApp();
  const response = await fetch(`${app.url}/robots.txt`);
  assert.match(response.headers.get("content-type")!, /^text\/plain/);
  const mayLookAt = readRules(await response.text());
  const home = await (await fetch(app.url)).text();
  const files = Array.from(home.matchAll(/ (?:src|href)="(\/(?:assets|icons)[^"#]*)/g), ([, path]) => path);
  assert.ok(files.length > 2);
  const open = ["/", "/pre", "/login", "/register", "/about", "/contact", "/events", "/pictures/book-light.webp"];
  for (const path of [...open, ...files]) assert.ok(mayLookAt(path), path);
  const others = ["/dashboard", "/profile", "/profile/ada", "/group/x", "/search?username=a", "/media/x.webp"];
  const links = [
    "/login?next=%2Fgroup%2Fx",
    "/verify-email?token=x",
    "/reset-password?token=x",
    "/api/groups",
    "/dev/mail",
  ];
  for (const path of [...others, ...links]) assert.ok(!mayLookAt(path), path);
});

Deno.test("every page has one description", async () => {
  const scene = await setScene();
  await using app = scene.app;
  for (const [name, { path, as, before }] of Object.entries(screensOf(scene))) {
    // The pages of stored mail are for one machine; some pages need what a browser has.
    if (before || name === "dev-mail") continue;
    const html = await (await visit(app, path, as && scene[as])).text();
    assert.equal(html.match(/<meta name="description" content="[^"]{10,160}">/g)?.length, 1, name);
  }
});

/** Reads rules for all crawlers by RFC 9309: the longest that matches a path decides. */
function readRules(text: string): (path: string) => boolean {
  const [agent, ...lines] = text.trim().split("\n");
  assert.equal(agent, "User-agent: *");
  const rules = lines.map((line) => {
    const [, verb, pattern] = /^(Allow|Disallow): (\/\S*)$/.exec(line)!;
    return { allows: verb === "Allow", pattern };
  });
  const matches = (path: string, pattern: string) =>
    pattern.endsWith("$") ? path === pattern.slice(0, -1) : path.startsWith(pattern);
  return (path) =>
    rules.filter(({ pattern }) => matches(path, pattern))
      .sort((one, other) => other.pattern.length - one.pattern.length)[0].allows;
}
