import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";

/** A port of this machine where nobody answers. */
const nobody = "127.0.0.1:1";
const ada = { fullname: "Ada", email: "ada@example.org", password: "Correct-horse-1" };

Deno.test("With the mail server down people register at once, and their mail waits; nothing of it is logged", async () => {
  await using app = await startApp({ env: { MAIL_URL: `smtp://${nobody}` } });
  const started = performance.now();
  assert.equal((await app.call("POST", "/auth/register", null, ada)).status, 201);
  assert.equal((await app.call("POST", "/auth/resend-verification", null, { email: ada.email })).status, 200);
  assert.ok(performance.now() - started < 5000);
  while (app.log.filter((line) => line.includes("a mail could not be sent")).length < 2) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.match(await (await fetch(`${app.url}/metrics`)).text(), /mail[a-z_]*(\{[^}]*\})? 2\n/);
  assert.doesNotMatch(app.log.join(""), /ada@example\.org|token=/);
});

Deno.test("With a mail server that accepts and then says nothing, people register at once", async () => {
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted: Deno.Conn[] = [];
  void (async () => {
    for await (const connection of silent) accepted.push(connection);
  })();
  await using app = await startApp({ env: { MAIL_URL: `smtp://127.0.0.1:${(silent.addr as Deno.NetAddr).port}` } });
  const started = performance.now();
  assert.equal((await app.call("POST", "/auth/register", null, ada)).status, 201);
  assert.ok(performance.now() - started < 5000);
  await app.stop();
  for (const connection of accepted) connection.close();
});

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
