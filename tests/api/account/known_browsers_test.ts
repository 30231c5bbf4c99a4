import assert from "node:assert/strict";
import { knownBrowsers } from "../../../db/schema.ts";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { mailsOf, subjectsOf } from "../../support/cast.ts";
import { codeAt, turnOnCodes } from "../../support/credentials.ts";
import { assertCode, setCookieOf } from "../../support/requests.ts";

const name = "chapterhouse_browser";

/** A browser, which keeps the cookie by which it is known again. */
class Browser {
  cookie = "";

  constructor(readonly app: TestApp, readonly agent = "") {}

  async post(path: string, body: object) {
    const response = await fetch(`${this.app.url}/api${path}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "User-Agent": this.agent,
        Origin: this.app.url,
        ...(this.cookie && { Cookie: `${name}=${this.cookie}` }),
      },
      body: JSON.stringify(body),
    });
    const set = setCookieOf(response, name);
    if (set) this.cookie = set.value;
    return { status: response.status, body: await response.json(), set };
  }

  logIn = ({ email, password }: Pick<Person, "email" | "password">) => this.post("/auth/login", { email, password });
}

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const wrong = (as: Person) => ({ ...as, password: "wrong" });

/** The statuses of many tries at once, each once. */
async function many(times: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: times }, ask));
  return [...new Set(answers.map(({ status }) => status))].sort();
}

Deno.test("others' wrong guesses do not lock Ada out in her own browser, which has a count of its own", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "on" } });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const [own, others] = [new Browser(app), new Browser(app)];
  assert.equal((await own.logIn(ada)).status, 200);
  assert.equal((await others.logIn(grace)).status, 200, "known for another account, and so not for Ada's");
  for (const [browser, stays] of [[others, 200], [own, 429]] as const) {
    assert.deepEqual(await many(12, () => browser.logIn(wrong(ada))), [400, 429]);
    assert.equal((await browser.logIn(ada)).status, 429);
    assert.equal((await own.logIn(ada)).status, stays);
  }
});

Deno.test("a browser's cookie is for no script, is stored as a hash of each account, and lets nobody in", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const browser = new Browser(app);
  assert.equal((await browser.logIn(wrong(ada))).set, undefined);
  const { set } = await browser.logIn(ada);
  assert.deepEqual(set?.attributes, ["httponly", "max-age=34560000", "path=/", "samesite=lax"]);
  assert.equal((await browser.logIn(grace)).set?.value, set?.value);
  const rows = await app.deps.db.q.select().from(knownBrowsers);
  assert.equal(new Set(rows.map(({ hash }) => hash)).size, 2);
  assert.ok(!JSON.stringify(rows).includes(browser.cookie));
  assert.equal((await app.call("GET", "/auth/me", { token: browser.cookie })).status, 401);
});

Deno.test("Ada is told of a browser that is new to her account, not of the first, of one she knows, or of wrong guesses", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const [own, other] = [new Browser(app), new Browser(app, firefox)];
  for (let n = 0; n < 2; n++) await own.logIn(ada);
  await other.logIn(wrong(ada));
  assert.deepEqual(await mailsOf(app), []);
  for (let n = 0; n < 2; n++) await other.logIn(ada);
  const [mail, ...more] = await mailsOf(app);
  assert.deepEqual(more, []);
  assert.equal(mail.subject, "A new browser logged in to your Chapterhouse account");
  assert.match(mail.text, /before: Firefox on Windows, from the network address (127\.0\.0\.1|::1)\./);
});

Deno.test("a person's browsers are twenty at most, are forgotten with a new password, and are told of five a day", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "any=9999/1" } });
  const ada = await app.person("Ada");
  for (let n = 0; n < 22; n++) assert.equal((await new Browser(app).logIn(ada)).status, 200);
  const { db } = app.deps;
  assert.equal(await db.q.$count(knownBrowsers), 20);
  assert.equal((await mailsOf(app)).length, 5);
  const passwords = { currentPassword: ada.password, newPassword: "Another-password-2" };
  assert.equal((await app.call("PUT", "/auth/password", ada, passwords)).status, 200);
  assert.equal(await db.q.$count(knownBrowsers), 0);
});

Deno.test("ten wrong codes behind the right password end that login and the next for an hour, but not in Ada's own browser", async () => {
  const time = { now: Date.UTC(2026, 10, 1) };
  await using app = await startApp({ clock: () => time.now, env: { RATE_LIMITS: "on" } });
  const ada = await app.person("Ada");
  const [own, thief] = [new Browser(app), new Browser(app)];
  await own.logIn(ada);
  const { secret } = await turnOnCodes(app, ada, time.now);
  time.now += 30_000;
  const give = (browser: Browser, ticket: string, code: string) => browser.post("/auth/totp/login", { ticket, code });
  const { ticket } = (await thief.logIn(ada)).body;
  const answers = await Promise.all(Array.from({ length: 10 }, () => give(thief, ticket, "000000")));
  assert.deepEqual([...new Set(answers.map(({ body }) => body.code))], ["invalid_code"]);
  const code = codeAt(secret, time.now);
  assertCode(await give(thief, ticket, code), { status: 400, code: "two_step_expired" });
  const refused = await thief.logIn(ada);
  const message =
    "Too many wrong codes. Please try again in an hour, or in a browser in which you have logged in before.";
  assert.deepEqual([refused.status, refused.body.message], [429, message]);
  assert.equal((await subjectsOf(app))[0], "Wrong two-step codes for your Chapterhouse account");
  const begun = await own.logIn(ada);
  assert.equal((await give(own, begun.body.ticket, code)).status, 200);
});
