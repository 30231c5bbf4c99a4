import assert from "node:assert/strict";
import { tries } from "../../server/mail/queue.ts";
import { startSmtp } from "../support/servers/smtp.ts";
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

Deno.test("A mail whose recipient or content the server refuses permanently is given up at once, and delays no other", async () => {
  for (const behaviour of ["refuse", "refuseContent"] as const) {
    await using server = await startSmtp();
    server.behaviour = behaviour;
    await using test = await openTestMailer(server.url);
    await test.post(sampleEmail({ to: "mallory@example.org" }));
    const { msg, level, attempts } = await test.logged();
    assert.deepEqual([msg, level, attempts], ["a mail was given up", 50, 1]);
    const [{ dueAt, failedAt }] = await test.rows();
    assert.deepEqual([dueAt, failedAt], [null, test.now()]);
    server.behaviour = "accept";
    await test.post(sampleEmail());
    assert.equal((await server.next()).to, "ada@example.org");
  }
});

Deno.test("A mail whose sender or login the server refuses is tried again: the operator can fix the setting", async () => {
  await using server = await startSmtp({ login: { user: "books", password: "right" } });
  server.behaviour = "refuseSender";
  const refusals = [["right", "EENVELOPE", 550], ["wrong", "EAUTH", 535]] as const;
  for (const [password, ...expected] of refusals) {
    await using test = await openTestMailer(server.url.replace("right", password));
    await test.post(sampleEmail());
    const { msg, code, answer } = await test.logged();
    assert.deepEqual([msg, code, answer], ["a mail could not be sent", ...expected]);
  }
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
