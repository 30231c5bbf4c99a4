import assert from "node:assert/strict";
import { startApp, type TestApp } from "../support/app.ts";
import { until } from "../support/operate.ts";
import { startSmtp } from "../support/smtp.ts";

/** A port of this machine where nobody answers. */
const nobody = "127.0.0.1:1";
const person = (name: string) => (
  { fullname: name, email: `${name.toLowerCase()}@example.org`, password: "Correct-horse-1" }
);
const register = ({ call }: TestApp, name: string) => call("POST", "/auth/register", null, person(name));
const failures = ({ log }: TestApp) => log.filter((line) => line.includes("a mail could not be sent")).length;

Deno.test("With the mail server down people register, and their mail waits; nothing of it is logged", async () => {
  await using app = await startApp({ env: { MAIL_URL: `smtp://${nobody}` } });
  assert.equal((await register(app, "Ada")).status, 201);
  const { email } = person("Ada");
  assert.equal((await app.call("POST", "/auth/resend-verification", null, { email })).status, 200);
  await until(() => failures(app) === 2);
  assert.match(await (await fetch(`${app.url}/metrics`)).text(), /mail[a-z_]*(\{[^}]*\})? 2\n/);
  assert.doesNotMatch(app.log.join(""), /ada@example\.org|token=/);
});

// spec: trust.3
Deno.test("After hours without a mail server the mail of everyone who registered meanwhile arrives, once, and its link works", async () => {
  await using server = await startSmtp();
  await server.stop();
  let now = Date.now();
  await using app = await startApp({ env: { MAIL_URL: server.url }, clock: () => now });
  for (const name of ["Ada", "Grace"]) assert.equal((await register(app, name)).status, 201);
  await until(() => failures(app) === 2);
  now += 5 * 3600_000;
  await server.start();
  await register(app, "Edsger");
  const mails = [await server.next(), await server.next(), await server.next()];
  assert.deepEqual(mails.map(({ to }) => to).sort(), ["Ada", "Edsger", "Grace"].map((name) => person(name).email));
  const [link] = /\/verify-email\?token=\S+/.exec(mails.find(({ to }) => to.startsWith("ada"))!.text)!;
  assert.equal((await app.call("GET", `/auth${link}`)).status, 200);
  await app.stop();
  assert.equal(server.received.length, 3);
});

Deno.test("A mail server that takes a connection and then says nothing is waited for by nobody who registers", async () => {
  await using server = await startSmtp();
  server.behaviour = "hang";
  await using app = await startApp({ env: { MAIL_URL: server.url } });
  assert.equal((await register(app, "Ada")).status, 201);
  await server.connected();
  assert.equal((await register(app, "Grace")).status, 201);
  // The first mail was on its way all the time: what had ended, well or badly, would be in the log.
  assert.equal(failures(app), 0);
});

// spec: trust.3
Deno.test("With the book sources down a search finds what is on the shelf, again and again", async () => {
  const env = {
    BOOK_SOURCES: "google,openlibrary,shelf",
    GOOGLE_BOOKS_URL: `http://${nobody}`,
    OPEN_LIBRARY_URL: `http://${nobody}`,
  };
  await using app = await startApp({ env: { ...env, REQUIRE_EMAIL_VERIFICATION: "false" } });
  const reader = await app.person("Ada");
  for (let n = 0; n < 5; n++) {
    const { status, body } = await app.call("GET", "/books/search?query=calculus", reader);
    assert.equal(status, 200);
    assert.ok(body.books.length > 0);
  }
});
