/** What programs look for at addresses of their own. */
import assert from "node:assert/strict";
import { startApp } from "../../support/app.ts";
import { visit } from "../../support/requests.ts";

Deno.test("security.txt names an address, with mailto or without, until when that holds, and its own address", async () => {
  for (const contact of ["security@school.example", "mailto:security@school.example"]) {
    const now = Date.parse("2026-03-01T00:00:00Z");
    const env = { SECURITY_CONTACT: contact, PUBLIC_URL: "https://study.example" };
    await using app = await startApp({ env, clock: () => now });
    const response = await visit(app, "/.well-known/security.txt");
    assert.equal(response.headers.get("Content-Type"), "text/plain; charset=UTF-8");
    assert.equal(
      await response.text(),
      "Contact: mailto:security@school.example\nExpires: 2026-08-28T00:00:00.000Z\n" +
        "Canonical: https://study.example/.well-known/security.txt\n",
    );
  }
});

Deno.test("what programs look for and is not there is not the home page, and password managers are led to the account", async () => {
  await using app = await startApp();
  for (const path of ["/.well-known/security.txt", "/.well-known/a/b", "/.well-known/", "/favicon.ico"]) {
    for (const method of ["GET", "HEAD"]) {
      const response = await visit(app, path, null, { method });
      await response.body?.cancel();
      assert.equal(response.status, 404, `${method} ${path}`);
    }
  }
  const response = await visit(app, "/.well-known/change-password");
  await response.body?.cancel();
  assert.deepEqual([response.status, response.headers.get("Location")], [303, "/account"]);
});

Deno.test("crawlers may look at the public pages and what they are drawn with, and at nothing else", async () => {
  await using app = await startApp();
  const response = await visit(app, "/robots.txt");
  assert.match(response.headers.get("content-type")!, /^text\/plain/);
  const mayLookAt = readRules(await response.text());
  const home = await (await visit(app, "/")).text();
  const files = Array.from(home.matchAll(/ (?:src|href)="(\/(?:assets|icons)[^"#]*)/g), ([, path]) => path);
  assert.ok(files.length > 2);
  const open = ["/", "/pre", "/login", "/register", "/about", "/contact", "/events", "/pictures/book-light.webp"];
  for (const path of [...open, ...files]) assert.ok(mayLookAt(path), path);
  const members = ["/dashboard", "/profile", "/profile/ada", "/group/x", "/search?username=a", "/media/x.webp"];
  const links = ["/login?next=%2Fgroup%2Fx", "/verify-email?token=x", "/reset-password?token=x"];
  for (const path of [...members, ...links, "/api/groups", "/dev/mail"]) assert.ok(!mayLookAt(path), path);
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
