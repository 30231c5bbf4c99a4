import assert from "node:assert/strict";
import { devMail } from "../../routes/pages/site/dev_mail.tsx";
import { readConfig } from "../../server/settings/settings.ts";
import type { Deps } from "../../server/deps.ts";
import { router } from "../../server/http/router.ts";
import { openTestMailer, sampleEmail, type TestMailer } from "./test_mailer.ts";

const assets = { styles: { "main": { href: "/main.css" }, "operator-page": { href: "/operator.css" } } };

/** The pages alone, on the test mailer's database. */
const app = (test: TestMailer, env: Record<string, string> = {}) =>
  router()
    .use(async (c, next) => {
      c.set("deps", { db: test.db, config: readConfig(env), assets } as unknown as Deps);
      await next();
    })
    .route("/", devMail);

interface Caller {
  from?: string;
  headers?: Record<string, string>;
  host?: string;
}

/** A request from a socket with this address. */
const ask = (pages: ReturnType<typeof app>, path: string, { from = "127.0.0.1", headers = {}, host }: Caller = {}) =>
  pages.request(`http://${host ?? "localhost:8000"}${path}`, { headers }, {
    incoming: { socket: { remoteAddress: from }, headers },
  });

Deno.test("Stored mails are listed newest first, as a page and as JSON", async () => {
  await using test = await openTestMailer();
  await test.post(sampleEmail());
  test.pass(1000);
  await test.post(sampleEmail({ to: "grace@example.org", subject: "Choose a <new> password" }));
  const mails = await (await ask(app(test), "/dev/mail.json")).json();
  assert.deepEqual(mails.map(({ to }: { to: string }) => to), ["grace@example.org", "ada@example.org"]);
  assert.deepEqual(mails[1], {
    id: mails[1].id,
    to: "ada@example.org",
    subject: "Verify your address",
    text: sampleEmail().text,
    createdAt: "2026-01-01T00:00:00.000Z",
  });
  const answer = await ask(app(test), "/dev/mail");
  assert.equal(answer.headers.get("cache-control"), "no-store");
  const html = await answer.text();
  const [grace, ada] = [html.indexOf("Choose a &lt;new&gt; password"), html.indexOf("Verify your address")];
  assert.ok(0 < grace && grace < ada);
  assert.ok(html.includes(`href="/dev/mail?id=${mails[0].id}"`));
});

Deno.test("A stored mail is shown as text with links, and none of it as markup", async () => {
  await using test = await openTestMailer();
  await test.post(sampleEmail({ text: "Hello <b>Ada</b>,\nhttps://books.example/verify-email?token=s3cret&x=1\nbye" }));
  const [{ id }] = await test.rows();
  const html = await (await ask(app(test), `/dev/mail?id=${id}`)).text();
  const link = "https://books.example/verify-email?token=s3cret&amp;x=1";
  assert.ok(
    html.includes(`<pre class="operator-text">Hello &lt;b&gt;Ada&lt;/b&gt;,\n<a href="${link}">${link}</a>\nbye</pre>`),
    html,
  );
  assert.doesNotMatch(html, /<script|<style| style=| on\w+=/);
});

Deno.test("The pages are found on the machine itself under each loopback name, without stored mails too, and not where there is a mail server", async () => {
  await using test = await openTestMailer();
  assert.match(await (await ask(app(test), "/dev/mail")).text(), /No email yet/);
  assert.equal((await ask(app(test), "/dev/mail?id=none")).status, 404);
  for (const from of ["127.0.0.1", "127.0.0.53", "::1", "::ffff:127.0.0.1"]) {
    for (const host of ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000"]) {
      assert.equal((await ask(app(test), "/dev/mail", { from, host })).status, 200, `${from} ${host}`);
    }
  }
  const pages = app(test, { MAIL_URL: "smtp://127.0.0.1:1" });
  for (const path of ["/dev/mail", "/dev/mail.json"]) assert.equal((await ask(pages, path)).status, 404);
});

const outsiders: Caller[] = [
  ...["203.0.113.7", "2001:db8::1", "::ffff:203.0.113.7"].map((from) => ({ from })),
  // Through a proxy on this machine.
  { headers: { "x-forwarded-for": "127.0.0.1" } },
  { headers: { forwarded: "for=127.0.0.1" } },
  { headers: { via: "1.1 proxy" } },
  // Another host name that points at this machine.
  { host: "mallory.example:8000" },
];

Deno.test("An outsider, from another machine, through a proxy or by another host name, finds no page of stored mails", async () => {
  await using test = await openTestMailer();
  await test.post(sampleEmail());
  for (const caller of outsiders) {
    for (const path of ["/dev/mail", "/dev/mail.json", `/dev/mail?id=${(await test.rows())[0].id}`]) {
      const [page, unknown] = [await ask(app(test), path, caller), await ask(app(test), "/dev/nothing", caller)];
      assert.equal(page.status, 404, JSON.stringify(caller));
      assert.equal(await page.text(), await unknown.text());
    }
  }
});
