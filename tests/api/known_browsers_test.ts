import assert from "node:assert/strict";
import { Secret, TOTP } from "otpauth";
import { knownBrowsers } from "../../db/schema.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { assertCode, setCookieOf } from "../support/requests.ts";

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

const subjects = async (app: TestApp): Promise<string[]> =>
  (await (await fetch(`${app.url}/dev/mail.json`)).json()).map(({ subject }: { subject: string }) => subject);

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
  assert.deepEqual(await many(12, () => others.logIn(wrong(ada))), [400, 429]);
  assert.equal((await others.logIn(ada)).status, 429);
  assert.equal((await own.logIn(ada)).status, 200);
  assert.deepEqual(await many(12, () => own.logIn(wrong(ada))), [400, 429]);
  assert.equal((await own.logIn(ada)).status, 429);
});

Deno.test("a browser's cookie is for no script, is stored as a hash of each account, and lets nobody in", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const browser = new Browser(app);
  assert.equal((await browser.logIn(wrong(ada))).set, undefined);
  const { set } = await browser.logIn(ada);
  assert.deepEqual(set?.attributes, ["httponly", "max-age=34560000", "path=/", "samesite=lax"]);
  const { set: again } = await browser.logIn(grace);
  assert.equal(again?.value, set?.value);
  const rows = await app.deps.db.q.select().from(knownBrowsers);
  assert.equal(new Set(rows.map(({ hash }) => hash)).size, 2);
  assert.ok(!JSON.stringify(rows).includes(browser.cookie));
  const me = await fetch(`${app.url}/api/auth/me`, { headers: { Authorization: `Bearer ${browser.cookie}` } });
  assert.equal(me.status, 401);
  await me.body?.cancel();
});

Deno.test("Ada is told of a browser that is new to her account, not of the first, of one she knows, or of wrong guesses", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const [own, other] = [new Browser(app), new Browser(app, firefox)];
  for (let n = 0; n < 2; n++) await own.logIn(ada);
  await other.logIn(wrong(ada));
  assert.deepEqual(await subjects(app), []);
  for (let n = 0; n < 2; n++) await other.logIn(ada);
  const [mail, ...more] = await (await fetch(`${app.url}/dev/mail.json`)).json();
  assert.deepEqual(more, []);
  assert.equal(mail.subject, "A new browser signed in to your Chapterhouse account");
  assert.match(mail.text, /before: Firefox on Windows, from the network address (127\.0\.0\.1|::1)\./);
});

Deno.test("a person's browsers are twenty at most, are forgotten with a new password, and are told of five a day", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "any=9999/1" } });
  const ada = await app.person("Ada");
  const browsers = Array.from({ length: 22 }, () => new Browser(app));
  for (const browser of browsers) assert.equal((await browser.logIn(ada)).status, 200);
  const { db } = app.deps;
  assert.equal(await db.q.$count(knownBrowsers), 20);
  assert.equal((await subjects(app)).length, 5);
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
  const { secret } = (await app.call("POST", "/auth/totp", ada, {})).body;
  const code = () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: time.now });
  await app.call("POST", "/auth/totp/confirm", ada, { code: code() });
  time.now += 30_000;
  const give = (browser: Browser, ticket: string, code: string) => browser.post("/auth/totp/login", { ticket, code });
  const { ticket } = (await thief.logIn(ada)).body;
  const answers = await Promise.all(Array.from({ length: 10 }, () => give(thief, ticket, "000000")));
  assert.deepEqual([...new Set(answers.map(({ body }) => body.code))], ["invalid_code"]);
  assertCode(await give(thief, ticket, code()), { status: 400, code: "two_step_expired" });
  const refused = await thief.logIn(ada);
  assert.deepEqual([refused.status, refused.body.message], [
    429,
    "Too many wrong codes. Please try again in an hour, or in a browser in which you have logged in before.",
  ]);
  assert.equal((await subjects(app))[0], "Wrong two-step codes for your Chapterhouse account");
  const begun = await own.logIn(ada);
  assert.equal((await give(own, begun.body.ticket, code())).status, 200);
});

Deno.test("Ada is told that a recovery code was used, and that there are new ones", async () => {
  const now = Date.UTC(2026, 10, 1);
  await using app = await startApp({ clock: () => now });
  const ada = await app.person("Ada");
  const { secret } = (await app.call("POST", "/auth/totp", ada, {})).body;
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now });
  const { recoveryCodes } = (await app.call("POST", "/auth/totp/confirm", ada, { code })).body;
  const browser = new Browser(app);
  const { ticket } = (await browser.logIn(ada)).body;
  assert.equal((await browser.post("/auth/totp/login", { ticket, code: recoveryCodes[0] })).status, 200);
  const [mail] = await (await fetch(`${app.url}/dev/mail.json`)).json();
  assert.equal(mail.subject, "A recovery code of your Chapterhouse account was used");
  assert.match(mail.text, /9 recovery codes are left\./);
  await app.call("POST", "/auth/totp/recovery-codes", ada, { password: ada.password });
  assert.equal((await subjects(app))[0], "New recovery codes for your Chapterhouse account");
});
