import assert from "node:assert/strict";
import { pauseAfter, tries } from "../../server/mail/queue.ts";
import { type Behaviour, startSmtp } from "../support/smtp.ts";
import { minute, openTestMailer, sampleEmail } from "./test_mailer.ts";

Deno.test("A mail is retried after its pause while the server is down, and sent once it is up", async () => {
  await using server = await startSmtp();
  await server.stop();
  await using test = await openTestMailer(server.url);
  await test.post(sampleEmail());
  const { msg, level, code, attempts } = await test.logged();
  assert.deepEqual([msg, level, code, attempts], ["a mail could not be sent", 40, "ECONNREFUSED", 1]);
  await server.start();
  test.pass(minute - 1);
  await test.post(sampleEmail({ to: "grace@example.org" }));
  assert.equal((await server.next()).to, "grace@example.org");
  assert.equal(server.connections, 1, "Ada's mail did not wait");
  test.pass(1);
  assert.equal((await server.next()).to, "ada@example.org");
});

Deno.test("Pauses grow from one minute to six hours, and after three days a mail is given up", async () => {
  await using server = await startSmtp();
  server.behaviour = "fail";
  await using test = await openTestMailer(server.url);
  const started = test.now();
  await test.post(sampleEmail());
  const pauses: number[] = [];
  for (let line = await test.logged(); line.level === 40; line = await test.logged()) {
    const [{ dueAt }] = await test.rows();
    pauses.push((dueAt! - test.now()) / minute);
    test.pass(dueAt! - test.now());
  }
  assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, ...Array(11).fill(360)]);
  assert.equal(server.connections, tries);
  assert.equal((test.now() - started) / minute, 74.5 * 60 + 1);
  const [{ dueAt, failedAt, attempts, text, html }] = await test.rows();
  assert.deepEqual([dueAt, failedAt, attempts], [null, test.now(), tries]);
  assert.deepEqual([text, html], ["", ""]);
});

Deno.test("A pause lasts six hours at most", () => {
  assert.equal(pauseAfter(1), minute);
  assert.equal(pauseAfter(1000), 360 * minute);
});

const refusals: Record<string, Behaviour> = { "recipient": "refuse", "content": "refuseContent" };
for (const [what, behaviour] of Object.entries(refusals)) {
  Deno.test(`A mail whose ${what} the server refuses permanently is given up at once`, async () => {
    await using server = await startSmtp();
    server.behaviour = behaviour;
    await using test = await openTestMailer(server.url);
    await test.post(sampleEmail());
    const { msg, level, attempts } = await test.logged();
    assert.deepEqual([msg, level, attempts], ["a mail was given up", 50, 1]);
    const [{ dueAt, failedAt }] = await test.rows();
    assert.deepEqual([dueAt, failedAt], [null, test.now()]);
  });
}

Deno.test("A mail whose sender the server refuses is tried again: the operator can fix the setting", async () => {
  await using server = await startSmtp();
  server.behaviour = "refuseSender";
  await using test = await openTestMailer(server.url);
  await test.post(sampleEmail());
  const { msg, answer, command } = await test.logged();
  assert.deepEqual([msg, answer, command], ["a mail could not be sent", 550, "MAIL FROM"]);
});

Deno.test("A mail is tried again where the server refuses the login: the operator can fix the setting", async () => {
  await using server = await startSmtp({ login: { user: "books", password: "right" } });
  await using test = await openTestMailer(server.url.replace("right", "wrong"));
  await test.post(sampleEmail());
  const { msg, code, answer } = await test.logged();
  assert.deepEqual([msg, code, answer], ["a mail could not be sent", "EAUTH", 535]);
});

Deno.test("A refused mail delays no other", async () => {
  await using server = await startSmtp();
  server.behaviour = "refuse";
  await using test = await openTestMailer(server.url);
  await test.post(sampleEmail({ to: "mallory@example.org" }));
  await test.logged();
  server.behaviour = "accept";
  await test.post(sampleEmail());
  assert.equal((await server.next()).to, "ada@example.org");
});

Deno.test("The log contains no address, content or password, even where the server repeats them", async () => {
  await using server = await startSmtp({ login: { user: "books", password: "pa55word" } });
  await using test = await openTestMailer(server.url);
  for (const behaviour of ["fail", "refuse", "refuseSender", "refuseContent"] as const) {
    server.behaviour = behaviour;
    await test.post(sampleEmail());
    await test.logged();
  }
  // An id may have any letters up to f.
  const log = test.lines.join("").replaceAll(/"mail":"[^"]+"/g, "");
  for (const secret of ["ada", "example.org", "s3cret", "Verify", "Hello", "pa55word"]) {
    assert.ok(!log.includes(secret), `the log holds ${secret}: ${log}`);
  }
});
