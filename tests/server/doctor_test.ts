import assert from "node:assert/strict";
import { describeMailFailure } from "../../server/mail/mail_test.ts";
import { judgeBackups, judgeClock, judgeDisk, judgeProxy, lineOf } from "../../server/operations/doctor_judgement.ts";

const [hour, day] = [3600_000, 24 * 3600_000];

Deno.test("the doctor says how much free disk is too little for what the database takes", () => {
  const judge = (free: number, size: number) => judgeDisk({ folder: "data", free, size }).state;
  assert.deepEqual([judge(40e6, 1e6), judge(400e6, 1e6), judge(600e6, 1e6)], ["fail", "warn", "ok"]);
  assert.deepEqual([judge(2e9, 1e9), judge(3e9, 1e9)], ["warn", "ok"]);
});

Deno.test("the doctor fails backups that are late or have no checksum, and warns where there are none", () => {
  const judge = (age?: number, hasChecksum = true, folder: string | undefined = "backups") =>
    judgeBackups({
      folder,
      every: day,
      now: 100 * day,
      latest: age === undefined ? undefined : { file: "x.db", at: 100 * day - age, hasChecksum },
    });
  assert.deepEqual(
    [judge(), judge(hour), judge(2 * day), judge(2 * day + 2 * hour), judge(hour, false)].map(({ state }) => state),
    ["warn", "ok", "ok", "fail", "fail"],
  );
  assert.match(judgeBackups({ every: day, now: 0 }).text, /set BACKUP_DIR/);
});

Deno.test("the doctor fails a clock that is more than half a minute off, either way", () => {
  const judge = (drift: number) => judgeClock({ with: "login.example", drift }).state;
  assert.deepEqual([-31_000, -29_000, 0, 29_000, 31_000].map(judge), ["fail", "ok", "ok", "ok", "fail"]);
  assert.match(judgeClock({ with: "login.example", drift: 40_000 }).text, /40 seconds ahead/);
  assert.equal(judgeClock({ drift: 0 }).state, "ok");
});

Deno.test("the doctor says whether the proxy names callers and is believed", () => {
  const judge = (url: string, answer: object) => judgeProxy(url, { status: 200, isOurs: true, ...answer });
  const school = "https://study.example";
  const states = [
    judge("http://localhost:8000", { forwarded: "none" }),
    judge(school, { forwarded: "trusted" }),
    judge(school, { forwarded: "ignored" }),
    judge(school, { forwarded: "none" }),
    judge("http://study.example", { forwarded: "none" }),
    judge(school, { status: 502, isOurs: false }),
    judge(school, { failure: "it does not answer" }),
  ].map(({ state }) => state);
  assert.deepEqual(states, ["ok", "ok", "fail", "fail", "ok", "fail", "warn"]);
  assert.match(judge(school, { forwarded: "ignored" }).text, /TRUSTED_PROXIES/);
});

Deno.test("a finding is one line, whatever others have answered", () => {
  assert.equal(
    lineOf({ name: "mail", state: "fail", text: "no\u001b[2Jsuch\nserver" }),
    "fail  mail               no [2Jsuch server",
  );
});

Deno.test("a mail server's refusal is explained in words", () => {
  const mail = { host: "smtp.example", from: "post@x.example", to: "ada@example.org" };
  const told: [object, RegExp][] = [
    [{ code: "ENOTFOUND" }, /no server named smtp\.example/],
    [{ code: "ECONNREFUSED" }, /Check the port/],
    [{ code: "ETIMEDOUT", command: "CONN" }, /did not answer/],
    [{ code: "EAUTH", answer: 535 }, /user or the password/],
    [{ code: "EENVELOPE", command: "MAIL FROM", answer: 550 }, /from post@x\.example/],
    [{ code: "EENVELOPE", command: "RCPT TO", answer: 550 }, /to ada@example\.org/],
    [{ code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, /encrypted connection/],
    [{ code: "EMESSAGE", answer: 554 }, /\(EMESSAGE 554\)/],
  ];
  for (const [failure, words] of told) assert.match(describeMailFailure(failure, mail), words);
});
