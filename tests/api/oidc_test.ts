import assert from "node:assert/strict";
import { identities } from "../../db/schema.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { inPlaceOfGoogle, settingsFor, type TestProvider, testProvider } from "../support/provider.ts";
import { setCookieOf, submit, visit } from "../support/requests.ts";
import { silentServer } from "../support/silent_server.ts";

const password = "Correct-horse-1";
const ada = { sub: "ada", email: "Ada@Example.org", email_verified: true, name: "Ada Lovelace" };

interface Browser {
  /** The cookies of a browser, by name. */
  cookies: Record<string, string>;
}

const newBrowser = (cookies: Browser["cookies"] = {}): Browser => ({ cookies });

/** Asks for an address as a browser does, which stores and deletes cookies. */
async function go(browser: Browser, address: string): Promise<Response> {
  const Cookie = Object.entries(browser.cookies).map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(address, { redirect: "manual", headers: { Cookie } });
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    if (/max-age=0/i.test(line)) delete browser.cookies[name];
    else browser.cookies[name] = value;
  }
  return response;
}

const locationOf = (response: Response) => response.headers.get("Location")!;

/** Begins to sign in, and comes back from the provider. @returns the address that the provider sends the browser to */
async function begin(app: TestApp, browser: Browser, next = ""): Promise<string> {
  const begun = await go(browser, `${app.url}/api/auth/oidc${next && `?next=${encodeURIComponent(next)}`}`);
  assert.equal(begun.status, 302, locationOf(begun));
  return locationOf(await fetch(locationOf(begun), { redirect: "manual" }));
}

/** Signs in, all the way. @returns where that leads, and whose session it is */
async function signIn(app: TestApp, { browser = newBrowser(), next = "" } = {}) {
  const before = browser.cookies.chapterhouse_session;
  const finished = await go(browser, await begin(app, browser, next));
  await finished.body?.cancel();
  const token = browser.cookies.chapterhouse_session;
  const isNew = token !== undefined && token !== before;
  const me = isNew ? (await app.call("GET", "/auth/me", { token })).body : undefined;
  return { status: finished.status, to: locationOf(finished), me, token: isNew ? token : undefined };
}

const failed = (code: string) => ({
  status: 303,
  to: `/login/elsewhere?problem=${code}`,
  me: undefined,
  token: undefined,
});

async function open(env: Record<string, string> = {}, clock?: () => number) {
  const provider = await testProvider();
  provider.answers = { claims: ada };
  const app = await startApp({ env: settingsFor(provider.issuer, env), clock });
  return {
    app,
    provider,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

Deno.test("Who has no account gets one by signing in elsewhere, verified and without a password, and the same one again", async () => {
  await using opened = await open();
  const { app, provider } = opened;
  const first = await signIn(app, { next: "/profile?tab=friends" });
  assert.deepEqual([first.status, first.to], [303, "/profile?tab=friends"]);
  const { name, username, email, emailVerified } = first.me;
  assert.deepEqual({ name, username, email, emailVerified }, {
    name: "Ada Lovelace",
    username: "ada.lovelace",
    email: "ada@example.org",
    emailVerified: true,
  });
  // The name and the address there change; whose it is does not.
  provider.answers = { claims: { sub: "ada", email: "countess@example.org", email_verified: true, name: "Countess" } };
  const again = await signIn(app);
  assert.deepEqual([again.to, again.me.id, again.me.email], ["/dashboard", first.me.id, "ada@example.org"]);
  assert.notEqual(again.token, first.token);
  // No password is right, not even none.
  const guess = await app.call("POST", "/auth/login", null, { email: "ada@example.org", password });
  assert.deepEqual([guess.status, guess.body.code], [400, "invalid_password"]);
  // A mailed link sets one.
  await app.call("POST", "/auth/forgot-password", null, { email: "ada@example.org" });
  const [link] = await app.links("ada@example.org");
  const token = new URL(link, app.url).searchParams.get("token");
  await app.call("POST", "/auth/reset-password", null, { token, password });
  assert.equal((await app.call("POST", "/auth/login", null, { email: "ada@example.org", password })).status, 200);
  assert.equal(provider.asked(), 1);
});

Deno.test("A session that a browser had before is not the one that signing in elsewhere gives", async () => {
  await using opened = await open();
  const browser = newBrowser({ chapterhouse_session: "fixed-by-mallory" });
  const { token } = await signIn(opened.app, { browser });
  assert.ok(token && token !== "fixed-by-mallory");
});

Deno.test("What leads to the provider is bound to the browser by a cookie that no script reads, for ten minutes", async () => {
  await using opened = await open();
  const { app, provider } = opened;
  const begun = await visit(app, "/api/auth/oidc?next=/profile");
  const { attributes } = setCookieOf(begun, "elsewhere")!;
  assert.deepEqual(attributes, ["httponly", "max-age=600", "path=/", "samesite=lax"]);
  const { origin, searchParams } = new URL(locationOf(begun));
  assert.equal(origin, provider.issuer);
  assert.equal(searchParams.get("redirect_uri"), `${app.url}/api/auth/oidc/callback`);
  assert.deepEqual(
    ["response_type", "code_challenge_method", "scope"].map((name) => searchParams.get(name)),
    ["code", "S256", "openid email profile"],
  );
  for (const name of ["state", "nonce", "code_challenge"]) assert.ok(searchParams.get(name)!.length >= 43, name);
});

Deno.test("Whoever has an account with the address that the issuer says is theirs signs in to it, and keeps the password", async () => {
  await using opened = await open();
  const { app } = opened;
  const known = await app.person("Ada");
  const { me } = await signIn(app);
  assert.equal(me.id, known.id);
  assert.equal((await app.call("POST", "/auth/login", null, { email: known.email, password })).status, 200);
  assert.equal((await app.call("GET", "/auth/me", known)).status, 200);
  const mails = await (await fetch(`${app.url}/dev/mail.json`)).json();
  assert.match(mails.at(-1).subject, /Engine School signs in to your/);
});

Deno.test("The issuer's word alone makes nobody an operator: neither by their account, nor by a new one", async () => {
  await using opened = await open({ OPERATORS: "ada@example.org" });
  const { app } = opened;
  for (const exists of [false, true]) {
    if (exists) await app.person("Ada");
    const { to } = await signIn(app);
    assert.equal(to, "/login/elsewhere?problem=operator_address");
    assert.equal(await app.deps.db.q.$count(identities), 0);
  }
  const page = await visit(app, "/login/elsewhere?problem=operator_address");
  assert.match(await page.text(), /Log in or sign up with a password, and link Engine School/);
});

Deno.test("Somebody who is called like the site elsewhere gets another name here", async () => {
  await using opened = await open();
  const { app, provider } = opened;
  provider.answers = { claims: { ...ada, name: "Chapterhouse Support" } };
  const { me } = await signIn(app);
  assert.deepEqual([me.fullName, me.username], ["ada", "ada"]);
});

Deno.test("Who registers with somebody's address keeps nothing once its owner signs in elsewhere", async () => {
  for (const REQUIRE_EMAIL_VERIFICATION of ["true", "false"]) {
    await using opened = await open({ REQUIRE_EMAIL_VERIFICATION });
    const { app } = opened;
    const fullname = "Mallory in Ada's name";
    const early = await app.call("POST", "/auth/register", null, { fullname, email: ada.email, password });
    const { me } = await signIn(app);
    assert.deepEqual([me.id, me.emailVerified], [early.body.user.id, true]);
    const guess = await app.call("POST", "/auth/login", null, { email: ada.email, password });
    assert.deepEqual([guess.status, guess.body.code], [400, "invalid_password"]);
    if (early.body.token) assert.equal((await app.call("GET", "/auth/me", early.body)).status, 401);
    const links = (await app.links("ada@example.org")).filter((link) => link.startsWith("/verify-email"));
    for (const link of links) assert.equal((await submit(app, link, null, {})).status, 400);
  }
});

Deno.test("An address that the issuer does not say is theirs opens and makes no account", async () => {
  await using opened = await open();
  const { app, provider } = opened;
  await app.person("Ada");
  const claims: object[] = [
    { ...ada, email_verified: false },
    { ...ada, email_verified: "true" },
    { ...ada, email_verified: undefined },
    { ...ada, email: undefined },
    { ...ada, email: "nobody" },
    { ...ada, email: ["ada@example.org"] },
    { ...ada, email: `${"a".repeat(9000)}@example.org` },
  ];
  for (const one of claims) {
    provider.answers = { claims: one as Record<string, unknown> };
    assert.deepEqual(await signIn(app), failed("email_not_verified"), JSON.stringify(one).slice(0, 100));
  }
  const page = await visit(app, "/login/elsewhere?problem=email_not_verified");
  assert.match(await page.text(), /Engine School names no verified email address of yours\./);
});

Deno.test("An address that is named only where the provider is asked about the user counts too", async () => {
  await using opened = await open();
  opened.provider.answers = { claims: { sub: "ada" }, userinfo: { email: "ada@example.org", email_verified: true } };
  const { me } = await signIn(opened.app);
  assert.deepEqual([me.email, me.name], ["ada@example.org", "ada"]);
  // What the ID token says of it does not count for an address of the other answer, nor the other way round.
  const other = { email: "eve@example.org" };
  for (
    const answers of [
      { claims: { sub: "eve", email_verified: true }, userinfo: other },
      { claims: { sub: "eve", email_verified: true }, userinfo: { ...other, email_verified: false } },
      { claims: { sub: "eve", ...other }, userinfo: { email_verified: true } },
      { claims: { sub: "eve", ...other, email_verified: false }, userinfo: { ...other, email_verified: true } },
    ]
  ) {
    opened.provider.answers = answers;
    assert.deepEqual(await signIn(opened.app), failed("email_not_verified"), JSON.stringify(answers));
  }
  // Of somebody else than who signed in, it does not.
  opened.provider.answers = { claims: { sub: "eve" }, userinfo: { ...ada, sub: "ada" } };
  assert.deepEqual(await signIn(opened.app), failed("invalid_answer"));
});

Deno.test("What another browser has begun, or nobody, is not finished", async () => {
  await using opened = await open();
  const { app } = opened;
  const [mine, other] = [newBrowser(), newBrowser()];
  const callback = await begin(app, mine);
  // Mallory's link in Ada's browser would sign her in as Mallory.
  await begin(app, other);
  for (const browser of [newBrowser(), other, newBrowser({ elsewhere: "made-up" })]) {
    const answer = await go(browser, callback);
    assert.equal(locationOf(answer), failed("sign_in_expired").to);
    assert.equal(browser.cookies.chapterhouse_session, undefined);
  }
  const otherState = new URL(callback);
  otherState.searchParams.set("state", "made-up");
  const kept = newBrowser({ ...mine.cookies });
  assert.equal(locationOf(await go(kept, otherState.href)), failed("sign_in_expired").to);
  // An address of Mallory's takes nothing from the browser either.
  assert.equal(kept.cookies.elsewhere, mine.cookies.elsewhere);
  otherState.searchParams.delete("state");
  assert.equal(locationOf(await go(newBrowser({ ...mine.cookies }), otherState.href)), failed("sign_in_expired").to);
  // None of that has used it up.
  assert.equal(locationOf(await go(mine, callback)), "/dashboard");
});

Deno.test("What was begun is finished once, and within ten minutes", async () => {
  let now = Date.now();
  await using opened = await open({}, () => now);
  const { app } = opened;
  const browser = newBrowser();
  const callback = await begin(app, browser);
  const copy = newBrowser({ ...browser.cookies });
  const answers = await Promise.all([go(browser, callback), go(copy, callback)]);
  assert.deepEqual(answers.map(locationOf).sort(), ["/dashboard", failed("sign_in_expired").to]);
  const late = newBrowser();
  const lateCallback = await begin(app, late);
  now += 10 * 60_000;
  assert.equal(locationOf(await go(late, lateCallback)), failed("sign_in_expired").to);
});

Deno.test("An answer that is forged, old, of another issuer or for another service signs nobody in", async () => {
  await using opened = await open();
  const { app, provider } = opened;
  const wrong: TestProvider["answers"][] = [
    { claims: { ...ada, nonce: "another" } },
    { claims: { ...ada, nonce: undefined } },
    { claims: { ...ada, aud: "another" } },
    { claims: { ...ada, aud: ["chapterhouse", "another"], azp: "another" } },
    { claims: { ...ada, iss: "https://accounts.google.com" } },
    { claims: { ...ada, exp: 1 } },
    { claims: { ...ada, sub: undefined } },
    { claims: { ...ada, sub: "a".repeat(300) } },
    { claims: ada, isForged: true },
    // Mix-up: the answer of another issuer.
    { claims: ada, query: { iss: "https://accounts.google.com" } },
    { claims: ada, query: { iss: "" } },
    { claims: ada, query: { code: "made-up" } },
  ];
  for (const answers of wrong) {
    provider.answers = answers;
    assert.deepEqual(await signIn(app), failed("invalid_answer"), JSON.stringify(answers).slice(0, 200));
  }
});

Deno.test("A code without the secret that it was asked for with is worth nothing", async () => {
  await using opened = await open();
  const { app, provider } = opened;
  // Mallory has got Ada's code, and gives it to a sign-in of her own.
  const stolen = new URL(await begin(app, newBrowser())).searchParams.get("code")!;
  provider.answers = { claims: ada, query: { code: stolen } };
  assert.deepEqual(await signIn(app), failed("invalid_answer"));
});

Deno.test("Who says no to the provider is told so", async () => {
  await using opened = await open();
  const { app, provider } = opened;
  provider.answers = { query: { error: "access_denied", code: "" } };
  assert.deepEqual(await signIn(app), failed("access_denied"));
  const page = await visit(app, failed("access_denied").to);
  assert.match(await page.text(), /since Engine School was told not to/);
});

Deno.test("A provider that is down, slow or broken holds up nobody else, and the next one who tries gets in", async () => {
  await using silent = await silentServer();
  await using app = await startApp({ env: settingsFor(`http://${silent.address}`) });
  let isStuck = true;
  const stuck = visit(app, "/api/auth/oidc").finally(() => isStuck = false);
  await silent.asked;
  assert.equal((await visit(app, "/login")).status, 200);
  assert.ok(isStuck);
  assert.equal(locationOf(await stuck), failed("provider_unavailable").to);
  assert.match(await (await visit(app, failed("provider_unavailable").to)).text(), /does not answer at the moment/);

  await using opened = await open();
  opened.provider.answers = { claims: ada, tokenStatus: 502 };
  assert.deepEqual(await signIn(opened.app), failed("provider_unavailable"));
  opened.provider.answers = { claims: ada };
  assert.equal((await signIn(opened.app)).to, "/dashboard");
});

Deno.test("While a provider says nothing of itself or of its keys, people sign in by what it said before", async () => {
  let now = Date.now();
  const hour = 3600_000;
  await using opened = await open({}, () => now);
  const { app, provider } = opened;
  assert.equal((await signIn(app)).to, "/dashboard");
  now += hour;
  provider.answers = { claims: ada, keysStatus: 503 };
  assert.equal((await signIn(app)).to, "/dashboard");
  assert.equal(provider.asked(), 2);
  now += hour;
  provider.answers = { claims: ada, metadataStatus: 503, keysStatus: 503 };
  for (let n = 0; n < 3; n++) assert.equal((await signIn(app)).to, "/dashboard");
  // Asked again after a minute, and after an hour once it answered.
  assert.equal(provider.asked(), 3);
  now += 60_000;
  assert.equal((await signIn(app)).to, "/dashboard");
  assert.equal(provider.asked(), 4);
  now += 60_000;
  provider.answers = { claims: ada };
  for (let n = 0; n < 2; n++) assert.equal((await signIn(app)).to, "/dashboard");
  assert.equal(provider.asked(), 5);
  now += 59 * 60_000;
  await signIn(app);
  assert.equal(provider.asked(), 5);
  // Keys of before do not make a forged answer genuine.
  provider.answers = { claims: ada, keysStatus: 503, isForged: true };
  assert.deepEqual(await signIn(app), failed("invalid_answer"));
});

Deno.test("Google's word for an address that is not its own opens no account: its owner logs in, and links", async () => {
  await using provider = await testProvider();
  using _ = inPlaceOfGoogle(provider);
  await using app = await startApp({ env: { ...settingsFor(provider.issuer), OIDC_NAME: "" } });
  const [known, grace] = [await app.person("Ada"), await app.person("Grace")];
  provider.answers = { claims: ada };
  assert.deepEqual(await signIn(app), failed("link_first"));
  assert.deepEqual(await app.deps.db.q.all("select * from identities"), []);
  const page = await (await visit(app, failed("link_first").to)).text();
  assert.match(page, /There is an account with your email address already\. Log in to it, and link Google/);
  assert.match(page, /href="\/login"/);
  const { browser, address } = await link(app, known.token);
  const back = locationOf(await fetch(address!, { redirect: "manual" }));
  assert.equal(locationOf(await go(browser, back)), "/account#elsewhere");
  assert.equal((await signIn(app)).me.id, known.id);
  // Of an address of its own, or of an organisation that it hosts, it knows whose it is.
  const hosted = { sub: "grace", email: grace.email, email_verified: true };
  provider.answers = { claims: { ...hosted, hd: "example.org" } };
  assert.equal((await signIn(app)).me.id, grace.id);
});

Deno.test("One person links ten accounts elsewhere at most, and the owner of an address gets in all the same", async () => {
  await using opened = await open();
  const { app, provider } = opened;
  const known = await app.person("Ada");
  const rows = Array.from({ length: 9 }, (_, n) => `('https://former.example', '${n}', '${known.id}', 1)`);
  await app.deps.db.q.run(`insert into identities (issuer, subject, user_id, created_at) values ${rows.join()}`);
  const backs: [Browser, string][] = [];
  for (const sub of ["one", "two"]) {
    provider.answers = { claims: { sub } };
    const { browser, address } = await link(app, known.token);
    backs.push([browser, locationOf(await fetch(address!, { redirect: "manual" }))]);
  }
  const finish = async ([browser, back]: [Browser, string], sub: string) => {
    provider.answers = { claims: { sub } };
    return locationOf(await go(browser, back));
  };
  assert.equal(await finish(backs[0], "one"), "/account#elsewhere");
  assert.equal(await finish(backs[1], "two"), failed("too_many_identities").to);
  assert.match(await (await visit(app, failed("too_many_identities").to)).text(), /You have linked 10 accounts\./);
  provider.answers = { claims: { ...ada, sub: "three" } };
  assert.deepEqual(await signIn(app), failed("too_many_identities"));
  // Who registered with somebody's address does not keep its owner out by that.
  await app.deps.db.q.run("update users set verified_at = null");
  assert.equal((await signIn(app)).me.id, known.id);
  assert.equal((await app.deps.db.q.all("select 1 from identities")).length, 1);
});

Deno.test("Who is signed out while they are away links nothing", async () => {
  await using opened = await open();
  const { app, provider } = opened;
  const grace = await app.person("Grace");
  const { identityProvider: real } = app.deps;
  // The session ends while the provider is asked.
  app.deps.identityProvider = {
    ...real!,
    async identify(query, attempt) {
      const claims = await real!.identify(query, attempt);
      await app.call("POST", "/auth/logout", grace, {});
      return claims;
    },
  };
  provider.answers = { claims: { sub: "hopper" } };
  const { browser, address } = await link(app, grace.token);
  const back = locationOf(await fetch(address!, { redirect: "manual" }));
  assert.equal(locationOf(await go(browser, back)), failed("other_account").to);
  assert.deepEqual(await app.deps.db.q.all("select * from identities"), []);
});

Deno.test("Signing in elsewhere goes on to a path of ours only", async () => {
  await using opened = await open();
  for (const next of ["https://evil.example/", "//evil.example", "/\\evil.example", `/${"a".repeat(3000)}`]) {
    assert.equal((await signIn(opened.app, { next })).to, "/dashboard", next);
  }
});

Deno.test("Who may not sign up may not do so elsewhere either; who has an account gets in", async () => {
  await using opened = await open({ REGISTRATION: "closed" });
  const { app, provider } = opened;
  await app.person("Ada");
  assert.equal((await signIn(app)).to, "/dashboard");
  provider.answers = { claims: { ...ada, sub: "eve", email: "eve@example.org" } };
  assert.deepEqual(await signIn(app), failed("registration_closed"));
  const page = await (await visit(app, "/login/elsewhere?problem=registration_closed")).text();
  assert.ok(page.includes("Registration is closed here."));
});

Deno.test("Who has two-step codes is asked for one after signing in elsewhere too, and who is disabled stays outside", async () => {
  await using opened = await open();
  const { app } = opened;
  const known = await app.person("Ada");
  await app.deps.db.q.run(
    `insert into totps (user_id, secret, created_at, confirmed_at) values ('${known.id}', 'ORSXG5A', 1, 1)`,
  );
  const asked = await signIn(app, { next: "/profile" });
  assert.deepEqual([asked.to, asked.token], ["/login/code?next=%2Fprofile", undefined]);
  await app.deps.db.q.run("delete from totps");
  await app.deps.db.q.run("update users set disabled_at = 1");
  assert.deepEqual(await signIn(app), failed("account_disabled"));
});

Deno.test("An account that is disabled is neither linked nor claimed, verified or not", async () => {
  for (const verifiedAt of ["1", "null"]) {
    await using opened = await open();
    const { app } = opened;
    await app.person("Ada");
    await app.deps.db.q.run(`update users set disabled_at = 1, verified_at = ${verifiedAt}`);
    const before = await app.deps.db.q.all("select * from users");
    assert.deepEqual(await signIn(app), failed("account_disabled"));
    assert.deepEqual(await app.deps.db.q.all("select * from users"), before);
    assert.deepEqual(await app.deps.db.q.all("select * from identities"), []);
  }
});

Deno.test("A provider that takes the secret in the header only gets it there", async () => {
  await using opened = await open();
  opened.provider.answers = { claims: ada, takesBasic: true };
  assert.equal((await signIn(opened.app)).me.name, "Ada Lovelace");
});

Deno.test("A name that is too long for an account is cut", async () => {
  await using opened = await open();
  opened.provider.answers = { claims: { ...ada, name: "Ada ".repeat(40) } };
  assert.equal((await signIn(opened.app)).me.name, "Ada ".repeat(20).trim());
});

Deno.test("An account at a provider that the settings name no more is removed at any time, and is no way in", async () => {
  await using opened = await open();
  const { app, provider } = opened;
  const { me, token } = await signIn(app);
  const former = { issuer: "https://former.example", subject: "ada" };
  await app.deps.db.q.run(
    `insert into identities (issuer, subject, user_id, created_at) values ('${former.issuer}', 'ada', '${me.id}', 1)`,
  );
  const count = async () => (await app.deps.db.q.all("select 1 from identities")).length;
  await submit(app, "/account/elsewhere/remove", { token: token! }, { issuer: provider.issuer, subject: "ada" });
  assert.equal(await count(), 2);
  await submit(app, "/account/elsewhere/remove", { token: token! }, former);
  assert.equal(await count(), 1);
});

/** Links the account elsewhere by the form of the account's page. */
async function link(app: TestApp, token: string, fields: Record<string, string> = {}) {
  const response = await submit(app, "/account/elsewhere", { token }, fields);
  const html = await response.text();
  const [, address] = /href="(https?:\/\/[^"]+\/auth\?[^"]+)"/.exec(html) ?? [];
  const cookie = setCookieOf(response, "elsewhere")?.value;
  const browser = newBrowser({ chapterhouse_session: token, ...(cookie && { elsewhere: cookie }) });
  return { status: response.status, html, browser, address: address?.replaceAll("&amp;", "&") };
}

Deno.test("Who links an account is asked there who they are, even where somebody is signed in; who signs in is not", async () => {
  await using opened = await open();
  const { app, provider } = opened;
  const promptOf = (address: string) => new URL(address).searchParams.get("prompt");
  const linking = async (at: TestApp) => promptOf((await link(at, (await at.person("Grace")).token)).address);
  assert.equal(promptOf(locationOf(await visit(app, "/api/auth/oidc"))), null);
  assert.equal(await linking(app), "login");
  provider.answers.prompts = ["login", "select_account"];
  await using another = await startApp({ env: settingsFor(provider.issuer) });
  assert.equal(await linking(another), "select_account");
});

Deno.test("An account elsewhere without an identifier, or with a letter in its address that only looks like ours, is nobody's", async () => {
  await using opened = await open();
  const { app, provider } = opened;
  provider.answers = { claims: { ...ada, sub: "" } };
  assert.deepEqual(await signIn(app), failed("invalid_answer"));
  await app.call("POST", "/auth/register", null, { fullname: "Kate", email: "kate@example.org", password });
  provider.answers = { claims: { ...ada, sub: "k", email: "\u212aate@example.org" } };
  assert.deepEqual(await signIn(app), failed("email_not_verified"));
});

Deno.test("Grace links her account elsewhere, signs in with it, and unlinks it unless it is the only way in", async () => {
  await using opened = await open();
  const { app, provider } = opened;
  const grace = await app.person("Grace");
  provider.answers = { claims: { sub: "hopper", email: "hopper@navy.example", email_verified: true } };
  const { browser, address } = await link(app, grace.token);
  const back = locationOf(await fetch(address, { redirect: "manual" }));
  assert.equal(locationOf(await go(browser, back)), "/account#elsewhere");
  assert.match(await (await visit(app, "/account", grace)).text(), /Engine School[^]*Linked[^]*Unlink/);
  assert.equal((await signIn(app)).me.id, grace.id);
  const mine = { issuer: provider.issuer, subject: "hopper" };
  // Mallory's form names it too.
  const mallory = await app.person("Mallory");
  await submit(app, "/account/elsewhere/remove", mallory, mine);
  assert.equal((await signIn(app)).me.id, grace.id);
  await app.deps.db.q.run(`update users set password_hash = '' where id = '${grace.id}'`);
  await submit(app, "/account/elsewhere/remove", grace, mine);
  assert.equal((await signIn(app)).me.id, grace.id);
  await app.deps.db.q.run(`update users set password_hash = 'some' where id = '${grace.id}'`);
  await submit(app, "/account/elsewhere/remove", grace, mine);
  assert.notEqual((await signIn(app)).me?.id, grace.id);
});

Deno.test("An account elsewhere is linked to the account that began it, in its session, and to one account only", async () => {
  await using opened = await open();
  const { app, provider } = opened;
  const [grace, mallory] = [await app.person("Grace"), await app.person("Mallory")];
  provider.answers = { claims: { sub: "hopper", email: "hopper@navy.example", email_verified: true } };
  const begun = await link(app, grace.token);
  const back = locationOf(await fetch(begun.address, { redirect: "manual" }));
  // Another account is signed in by now.
  const other = newBrowser({ ...begun.browser.cookies, chapterhouse_session: mallory.token });
  assert.equal(locationOf(await go(other, back)), failed("other_account").to);
  const nobody = newBrowser({ elsewhere: begun.browser.cookies.elsewhere });
  assert.equal(locationOf(await go(nobody, back)), failed("sign_in_expired").to);
  const again = await link(app, grace.token);
  assert.equal(
    locationOf(await go(again.browser, locationOf(await fetch(again.address, { redirect: "manual" })))),
    "/account#elsewhere",
  );
  const hers = await link(app, mallory.token);
  const taken = await go(hers.browser, locationOf(await fetch(hers.address, { redirect: "manual" })));
  assert.equal(locationOf(taken), failed("identity_taken").to);
  assert.equal((await signIn(app)).me.id, grace.id);
});

Deno.test("An older session links nothing without the password, and a form of another site nothing at all", async () => {
  let now = Date.now();
  await using opened = await open({}, () => now);
  const { app } = opened;
  const grace = await app.person("Grace");
  now += 11 * 60_000;
  const asked = await link(app, grace.token);
  assert.deepEqual([asked.status, asked.address], [403, undefined]);
  assert.equal((await link(app, grace.token, { password: "Wrong-horse-1" })).status, 400);
  assert.ok((await link(app, grace.token, { password })).address);
  const foreign = await visit(app, "/account/elsewhere", grace, {
    method: "POST",
    headers: { Origin: "https://evil.example" },
    body: new URLSearchParams({ password }),
  });
  assert.equal(foreign.status, 403);
});

Deno.test("Two who sign in at once for the first time with the same account elsewhere are one person", async () => {
  await using opened = await open();
  const { app } = opened;
  const answers = await Promise.all([1, 2, 3].map(() => signIn(app)));
  assert.deepEqual(answers.map(({ to }) => to), ["/dashboard", "/dashboard", "/dashboard"]);
  assert.equal(new Set(answers.map(({ me }) => me.id)).size, 1);
});

Deno.test("Where no provider is set there is none", async () => {
  await using app = await startApp();
  const answer = await visit(app, "/api/auth/oidc");
  assert.equal(answer.status, 404);
  assert.equal((await visit(app, "/api/auth/oidc/callback?state=a&code=b")).status, 404);
  assert.doesNotMatch(await (await visit(app, "/login")).text(), /Log in with [^a]/);
});

Deno.test("With Google's issuer the button Google leads there; without it, and GitHub, say coming soon", async () => {
  const settings = settingsFor("https://accounts.google.com");
  await using app = await startApp({ env: { ...settings, OIDC_NAME: "" } });
  const html = await (await visit(app, "/login?next=/profile")).text();
  assert.match(html, /<a href="\/api\/auth\/oidc\?next=%2Fprofile"[^>]*>(?:(?!<\/a>).)*Google<\/a>/);
  assert.doesNotMatch(html, /Log in with Google<\/a>/);
  assert.match(html, /<button[^>]*type="submit"[^>]*>(?:(?!<\/button>).)*GitHub<\/button>/);
  await using other = await startApp();
  const without = await (await visit(other, "/login")).text();
  assert.match(without, /<button[^>]*type="submit"[^>]*>(?:(?!<\/button>).)*Google<\/button>/);
});
