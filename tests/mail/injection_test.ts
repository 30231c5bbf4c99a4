import assert from "node:assert/strict";
import { startSmtp } from "../support/smtp.ts";
import { openTestMailer, sampleEmail } from "./test_mailer.ts";

Deno.test("A mail is sent to one plain address only", async () => {
  await using test = await openTestMailer();
  const addresses = [
    "ada@example.org\r\nBcc: mallory@example.org",
    "ada@example.org\nRCPT TO:<mallory@example.org>",
    "ada@example.org, mallory@example.org",
    "ada@example.org;mallory@example.org",
    "Ada <ada@example.org>",
    "ada@example.org>",
    '"ada mallory"@example.org',
    "ada@example.org@mallory.example",
    "ada@example.org\0",
    "ada@example.org\u2028",
    "ada",
    "",
  ];
  for (const to of addresses) {
    assert.throws(() => test.mailer.enqueue(sampleEmail({ to })), RangeError, JSON.stringify(to));
  }
});

Deno.test("A subject of several lines becomes one line, and adds no header", async () => {
  await using server = await startSmtp();
  await using test = await openTestMailer(server.url);
  await test.post(sampleEmail({ subject: "Hello\r\nBcc: mallory@example.org\r\n\r\nBody\u0000\u0085!" }));
  const mail = await server.next();
  assert.equal(mail.subject, "Hello Bcc: mallory@example.org Body !");
  assert.equal(mail.to, "ada@example.org");
  assert.ok(!mail.headers.includes("bcc"));
  assert.equal(mail.text.trim(), sampleEmail().text);
});

Deno.test("A text with SMTP commands is sent as text", async () => {
  await using server = await startSmtp();
  await using test = await openTestMailer(server.url);
  const text = "Hello\n.\nMAIL FROM:<mallory@example.org>\n..\n.\n\nFrom mallory";
  await test.post(sampleEmail({ text }));
  const mail = await server.next();
  assert.equal(mail.text.trim(), text);
  await test.mailer.close();
  assert.equal(server.received.length, 1);
});
