import assert from "node:assert/strict";
import { startApp, type TestApp } from "../support/app.ts";
import { readMetrics } from "../support/metrics.ts";
import { until } from "../support/operate.ts";
import { startSmtp } from "../support/servers/smtp.ts";

const addressOf = (name: string) => `${name.toLowerCase()}@example.org`;
const register = async ({ call }: TestApp, name: string) => {
  const person = { fullname: name, email: addressOf(name), password: "Correct-horse-1" };
  assert.equal((await call("POST", "/auth/register", null, person)).status, 201);
};
const failures = ({ log }: TestApp) => log.filter((line) => line.includes("a mail could not be sent")).length;
const waiting = async (app: TestApp) => (await readMetrics(app)).get('chapterhouse_mails{state="waiting"}');

Deno.test("While the mail server is down people register, and nothing of their mail is logged; hours later everyone gets one mail, and its link works", async () => {
  await using server = await startSmtp();
  await server.stop();
  let now = Date.now();
  await using app = await startApp({ env: { MAIL_URL: server.url }, clock: () => now });
  for (const name of ["Ada", "Grace"]) await register(app, name);
  await until(() => failures(app) === 2);
  assert.equal(await waiting(app), 2);
  assert.doesNotMatch(app.log.join(""), /(ada|grace)@example\.org|token=/);
  now += 5 * 3600_000;
  await server.start();
  await register(app, "Edsger");
  const mails = [await server.next(), await server.next(), await server.next()];
  assert.deepEqual(mails.map(({ to }) => to).sort(), ["Ada", "Edsger", "Grace"].map(addressOf));
  const [link] = /\/verify-email\?token=\S+/.exec(mails.find(({ to }) => to.startsWith("ada"))!.text)!;
  assert.equal((await app.call("GET", `/auth${link}`)).status, 200);
  await app.stop();
  assert.equal(server.received.length, 3);
});

Deno.test("Registering does not wait for a mail server that accepts a connection and never answers", async () => {
  await using server = await startSmtp();
  server.behaviour = "hang";
  await using app = await startApp({ env: { MAIL_URL: server.url } });
  await register(app, "Ada");
  await server.connected();
  await register(app, "Grace");
  // The first mail is still being sent: success or failure would be in the log.
  assert.equal(failures(app), 0);
});

Deno.test("Where TLS is required and the mail server has none, nothing is sent unencrypted, and the mail waits", async () => {
  await using server = await startSmtp();
  await using app = await startApp({ env: { MAIL_URL: `${server.url}?requireTLS=true` } });
  await register(app, "Ada");
  await until(() => failures(app) > 0);
  assert.deepEqual(server.received, []);
  assert.equal(await waiting(app), 1);
});

Deno.test("With the book sources down every search finds the books of the starter shelf", async () => {
  const [nobody, sources] = ["http://127.0.0.1:1", "google,openlibrary,shelf"];
  const env = { BOOK_SOURCES: sources, GOOGLE_BOOKS_URL: nobody, OPEN_LIBRARY_URL: nobody };
  await using app = await startApp({ env });
  const ada = await app.person("Ada");
  for (let n = 0; n < 5; n++) {
    const { status, body } = await app.call("GET", "/books/search?query=calculus", ada);
    assert.equal(status, 200);
    assert.ok(body.books.length > 0);
  }
});
