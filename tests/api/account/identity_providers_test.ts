import assert from "node:assert/strict";
import { startApp, type TestApp } from "../../support/app.ts";
import { run, startCast, subjectsOf } from "../../support/cast.ts";
import { inPlaceOfGoogle, settingsFor, type TestProvider, testProvider } from "../../support/servers/provider.ts";
import { setCookieOf, submit, visit } from "../../support/requests.ts";
import { silentServer } from "../../support/servers/silent_server.ts";
import { inScene } from "../../support/in_scene.ts";

const password = "Correct-horse-1";
const ada = { sub: "ada", email: "Ada@Example.org", email_verified: true, name: "Ada Lovelace" };
/** An account elsewhere whose address is nobody's here. */
const hopper = { sub: "hopper", email: "hopper@navy.example", email_verified: true };

interface Browser {
  /** The cookies of a browser, by name. */
  cookies: Record<string, string>;
}

const newBrowser = (cookies: Browser["cookies"] = {}): Browser => ({ cookies });
const locationOf = (response: Response) => response.headers.get("Location")!;

/** Asks for an address as a browser does, which stores and deletes cookies. @returns where that leads */
async function go({ cookies }: Browser, address: string): Promise<string> {
  const Cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(address, { redirect: "manual", headers: { Cookie } });
  await response.body?.cancel();
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    if (/max-age=0/i.test(line)) delete cookies[name];
    else cookies[name] = value;
  }
  return locationOf(response);
}

/** Goes to the provider. @returns the address that it sends the browser back to */
const comeBack = async (address: string) => locationOf(await fetch(address, { redirect: "manual" }));

const begin = async (app: TestApp, browser: Browser, next = "") =>
  comeBack(await go(browser, `${app.url}/api/auth/oidc${next && `?next=${encodeURIComponent(next)}`}`));

/** Signs in, all the way. @returns where that leads, and whose session it is */
async function signIn(app: TestApp, { browser = newBrowser(), next = "" } = {}) {
  const before = browser.cookies.chapterhouse_session;
  const to = await go(browser, await begin(app, browser, next));
  const token = browser.cookies.chapterhouse_session;
  const isNew = token !== undefined && token !== before;
  const me = isNew ? (await app.call("GET", "/auth/me", { token })).body : undefined;
  return { to, me, token: isNew ? token : undefined };
}

const problem = (code: string) => `/login/elsewhere?problem=${code}`;
const failed = (code: string) => ({ to: problem(code), me: undefined, token: undefined });
const read = async (app: TestApp, path: string, as?: { token: string }) => await (await visit(app, path, as)).text();

async function open(env: Record<string, string> = {}, clock?: () => number) {
  const provider = await testProvider();
  provider.answers = { claims: ada };
  const app = await startApp({ env: settingsFor(provider.issuer, env), clock });
  const linked = async () => (await app.deps.db.q.all("select 1 from identities")).length;
  return {
    ...app,
    provider,
    linked,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

const test = inScene(open);

test("somebody without an account gets one by signing in elsewhere, verified and without a password, and the same one again", async (app) => {
  const { provider } = app;
  const first = await signIn(app, { next: "/profile?tab=friends" });
  assert.equal(first.to, "/profile?tab=friends");
  const { name, username, email, emailVerified } = first.me;
  assert.deepEqual([name, username, email, emailVerified], ["Ada Lovelace", "ada.lovelace", "ada@example.org", true]);
  // The name and the address there change; whose it is does not.
  provider.answers = { claims: { ...ada, email: "countess@example.org", name: "Countess" } };
  const again = await signIn(app);
  assert.deepEqual([again.to, again.me.id, again.me.email], ["/dashboard", first.me.id, "ada@example.org"]);
  assert.notEqual(again.token, first.token);
  const logIn = async () => {
    const { status, body } = await app.call("POST", "/auth/login", null, { email, password });
    return [status, body.code];
  };
  assert.deepEqual(await logIn(), [400, "invalid_password"]);
  // A mailed link sets one.
  await app.call("POST", "/auth/forgot-password", null, { email });
  const token = new URL((await app.links(email))[0], app.url).searchParams.get("token");
  await app.call("POST", "/auth/reset-password", null, { token, password });
  assert.deepEqual(await logIn(), [200, undefined]);
  assert.equal(provider.asked(), 1);
});

test("signing in elsewhere begins a session of its own, bound to the browser for ten minutes by a cookie that no script reads", async (app) => {
  const { token } = await signIn(app, { browser: newBrowser({ chapterhouse_session: "fixed-by-mallory" }) });
  assert.ok(token && token !== "fixed-by-mallory");
  const begun = await visit(app, "/api/auth/oidc?next=/profile");
  const { attributes } = setCookieOf(begun, "elsewhere")!;
  assert.deepEqual(attributes, ["httponly", "max-age=600", "path=/", "samesite=lax"]);
  const { origin, searchParams } = new URL(locationOf(begun));
  assert.equal(origin, app.provider.issuer);
  assert.equal(searchParams.get("redirect_uri"), `${app.url}/api/auth/oidc/callback`);
  const asked = ["response_type", "code_challenge_method", "scope"].map((name) => searchParams.get(name));
  assert.deepEqual(asked, ["code", "S256", "openid email profile"]);
  for (const name of ["state", "nonce", "code_challenge"]) assert.ok(searchParams.get(name)!.length >= 43, name);
});

test("the owner of an address that the issuer vouches for signs in to the account with it, which keeps its password, and is told", async (app) => {
  const known = await app.person("Ada");
  assert.equal((await signIn(app)).me.id, known.id);
  assert.equal((await app.call("POST", "/auth/login", null, known)).status, 200);
  assert.equal((await app.call("GET", "/auth/me", known)).status, 200);
  assert.match((await subjectsOf(app)).at(-1)!, /Engine School logs in to your/);
});

Deno.test("the issuer's word alone makes nobody an operator: neither by their account, nor by a new one", async () => {
  await using app = await open({ OPERATORS: "ada@example.org" });
  for (const exists of [false, true]) {
    if (exists) await app.person("Ada");
    assert.deepEqual(await signIn(app), failed("operator_address"));
    assert.equal(await app.linked(), 0);
  }
  assert.match(await read(app, problem("operator_address")), /sign up with a password, and link Engine School/);
});

Deno.test("the account that set the site up is not linked by the provider either", async () => {
  await using app = await open();
  const setUp = { token: await app.setupToken, fullname: "Ada", email: "ada@example.org", password };
  assert.equal((await app.call("POST", "/setup", null, setUp)).status, 201);
  assert.deepEqual(await signIn(app), failed("operator_address"));
});

test("a name elsewhere that is the site's is another one here, and one that is too long is cut", async (app) => {
  app.provider.answers = { claims: { ...ada, name: "Chapterhouse Support" } };
  const { me } = await signIn(app);
  assert.deepEqual([me.fullName, me.username], ["ada", "ada"]);
  app.provider.answers = { claims: { ...hopper, name: "Grace ".repeat(40) } };
  assert.equal((await signIn(app)).me.name, "Grace ".repeat(14).slice(0, 80));
});

Deno.test("Mallory, who registers with somebody's address, keeps nothing once its owner signs in elsewhere", async () => {
  for (const REQUIRE_EMAIL_VERIFICATION of ["true", "false"]) {
    await using app = await open({ REQUIRE_EMAIL_VERIFICATION });
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

test("an address that the issuer does not vouch for opens and makes no account, nor one that only looks like ours", async (app) => {
  await app.person("Ada");
  await app.call("POST", "/auth/register", null, { fullname: "Kate", email: "kate@example.org", password });
  const claims = [
    { email_verified: false },
    { email_verified: "true" },
    { email_verified: undefined },
    { email: undefined },
    { email: "nobody" },
    { email: ["ada@example.org"] },
    { email: `${"a".repeat(9000)}@example.org` },
    { sub: "k", email: "\u212aate@example.org" },
  ];
  for (const one of claims) {
    app.provider.answers = { claims: { ...ada, ...one } };
    assert.deepEqual(await signIn(app), failed("email_not_verified"), JSON.stringify(one).slice(0, 100));
  }
  const page = await read(app, problem("email_not_verified"));
  assert.match(page, /Engine School names no verified email address of yours\./);
});

test("an address that is named only where the provider is asked about the user counts too, with what is said of it there", async (app) => {
  const { provider } = app;
  provider.answers = { claims: { sub: "ada" }, userinfo: { email: "ada@example.org", email_verified: true } };
  const { me } = await signIn(app);
  assert.deepEqual([me.email, me.name], ["ada@example.org", "ada"]);
  const other = { email: "eve@example.org" };
  for (
    const answers of [
      { claims: { sub: "eve", email_verified: true }, userinfo: other },
      { claims: { sub: "eve", email_verified: true }, userinfo: { ...other, email_verified: false } },
      { claims: { sub: "eve", ...other }, userinfo: { email_verified: true } },
      { claims: { sub: "eve", ...other, email_verified: false }, userinfo: { ...other, email_verified: true } },
    ]
  ) {
    provider.answers = answers;
    assert.deepEqual(await signIn(app), failed("email_not_verified"), JSON.stringify(answers));
  }
  provider.answers = { claims: { sub: "eve" }, userinfo: { ...ada, sub: "ada" } };
  assert.deepEqual(await signIn(app), failed("invalid_answer"), "about somebody else than signed in");
});

Deno.test("a sign-in is finished in the browser that began it, once, and within ten minutes", async () => {
  let now = Date.now();
  await using app = await open({}, () => now);
  const [mine, other] = [newBrowser(), newBrowser()];
  const callback = await begin(app, mine);
  // Mallory's link in Ada's browser would sign her in as Mallory.
  await begin(app, other);
  for (const browser of [newBrowser(), other, newBrowser({ elsewhere: "made-up" })]) {
    assert.equal(await go(browser, callback), problem("sign_in_expired"));
    assert.equal(browser.cookies.chapterhouse_session, undefined);
  }
  const forged = new URL(callback);
  forged.searchParams.set("state", "made-up");
  const kept = newBrowser({ ...mine.cookies });
  assert.equal(await go(kept, forged.href), problem("sign_in_expired"));
  // An address of Mallory's takes nothing from the browser either.
  assert.equal(kept.cookies.elsewhere, mine.cookies.elsewhere);
  forged.searchParams.delete("state");
  assert.equal(await go(newBrowser({ ...mine.cookies }), forged.href), problem("sign_in_expired"));
  // None of that has used it up.
  const copy = newBrowser({ ...mine.cookies });
  const both = await Promise.all([go(mine, callback), go(copy, callback)]);
  assert.deepEqual(both.sort(), ["/dashboard", problem("sign_in_expired")]);
  const late = newBrowser();
  const lateCallback = await begin(app, late);
  now += 10 * 60_000;
  assert.equal(await go(late, lateCallback), problem("sign_in_expired"));
});

test("an answer that is forged, stolen, old, of another issuer or for another service signs nobody in", async (app) => {
  // Mallory has got Ada's code, and gives it to a sign-in of her own, whose secret is another.
  const stolen = new URL(await begin(app, newBrowser())).searchParams.get("code")!;
  const wrong: TestProvider["answers"][] = [
    { claims: { ...ada, nonce: "another" } },
    { claims: { ...ada, nonce: undefined } },
    { claims: { ...ada, aud: "another" } },
    { claims: { ...ada, aud: ["chapterhouse", "another"], azp: "another" } },
    { claims: { ...ada, iss: "https://accounts.google.com" } },
    { claims: { ...ada, exp: 1 } },
    { claims: { ...ada, sub: undefined } },
    { claims: { ...ada, sub: "" } },
    { claims: { ...ada, sub: "a".repeat(300) } },
    { claims: ada, isForged: true },
    // Mix-up: the answer of another issuer.
    { claims: ada, query: { iss: "https://accounts.google.com" } },
    { claims: ada, query: { iss: "" } },
    { claims: ada, query: { code: "made-up" } },
    { claims: ada, query: { code: stolen } },
  ];
  for (const answers of wrong) {
    app.provider.answers = answers;
    assert.deepEqual(await signIn(app), failed("invalid_answer"), JSON.stringify(answers).slice(0, 200));
  }
});

test("a person who says no to the provider is told so", async (app) => {
  app.provider.answers = { query: { error: "access_denied", code: "" } };
  assert.deepEqual(await signIn(app), failed("access_denied"));
  assert.match(await read(app, problem("access_denied")), /the login at Engine School was cancelled or refused/);
});

Deno.test("a provider that is down, slow or broken holds up nobody else, and the next person who tries gets in", async () => {
  await using silent = await silentServer();
  await using app = await startApp({ env: settingsFor(`http://${silent.address}`) });
  let isStuck = true;
  const stuck = visit(app, "/api/auth/oidc").finally(() => isStuck = false);
  await silent.asked;
  assert.equal((await visit(app, "/login")).status, 200);
  assert.ok(isStuck);
  assert.equal(locationOf(await stuck), problem("provider_unavailable"));
  assert.match(await read(app, problem("provider_unavailable")), /does not answer at the moment/);

  await using opened = await open();
  opened.provider.answers = { claims: ada, tokenStatus: 502 };
  assert.deepEqual(await signIn(opened), failed("provider_unavailable"));
  opened.provider.answers = { claims: ada };
  assert.equal((await signIn(opened)).to, "/dashboard");
});

Deno.test("while a provider says nothing of itself or of its keys, people sign in by what it said before", async () => {
  let now = Date.now();
  const hour = 3600_000;
  await using app = await open({}, () => now);
  const { provider } = app;
  const down = { claims: ada, metadataStatus: 503, keysStatus: 503 };
  // Asked again after a minute, and after an hour once it answered.
  const rounds = [
    { wait: 0, answers: { claims: ada }, asked: 1 },
    { wait: hour, answers: { claims: ada, keysStatus: 503 }, asked: 2 },
    { wait: hour, answers: down, asked: 3 },
    { wait: 0, answers: down, asked: 3 },
    { wait: 60_000, answers: down, asked: 4 },
    { wait: 60_000, answers: { claims: ada }, asked: 5 },
    { wait: 0, answers: { claims: ada }, asked: 5 },
    { wait: hour - 60_000, answers: { claims: ada }, asked: 5 },
  ];
  for (const { wait, answers, asked } of rounds) {
    now += wait;
    provider.answers = answers;
    assert.equal((await signIn(app)).to, "/dashboard");
    assert.equal(provider.asked(), asked);
  }
  provider.answers = { claims: ada, keysStatus: 503, isForged: true };
  assert.deepEqual(await signIn(app), failed("invalid_answer"), "keys of before make no forged answer genuine");
});

/** Links the account elsewhere by the form of the account's page. */
async function link(app: TestApp, token: string, fields: Record<string, string> = {}) {
  const response = await submit(app, "/account/elsewhere", { token }, fields);
  const [, address] = /href="(https?:\/\/[^"]+\/auth\?[^"]+)"/.exec(await response.text()) ?? [];
  const cookie = setCookieOf(response, "elsewhere")?.value;
  const browser = newBrowser({ chapterhouse_session: token, ...(cookie && { elsewhere: cookie }) });
  return { status: response.status, browser, address: address?.replaceAll("&amp;", "&") };
}

/** Links the account elsewhere, all the way. @returns where that leads */
async function linkUp(app: TestApp, token: string): Promise<string> {
  const { browser, address } = await link(app, token);
  return await go(browser, await comeBack(address));
}

Deno.test("Google's word for an address of another's domain opens no account: its owner logs in, and links", async () => {
  await using provider = await testProvider();
  using _ = inPlaceOfGoogle(provider);
  await using app = await startCast({ env: { ...settingsFor(provider.issuer), OIDC_NAME: "" } });
  provider.answers = { claims: ada };
  assert.deepEqual(await signIn(app), failed("link_first"));
  assert.deepEqual(await app.deps.db.q.all("select * from identities"), []);
  const page = await read(app, problem("link_first"));
  assert.match(page, /There is an account with your email address already\. Log in to it, and link Google/);
  assert.match(page, /href="\/login"/);
  assert.equal(await linkUp(app, app.ada.token), "/account#elsewhere");
  assert.equal((await signIn(app)).me.id, app.ada.id);
  // Of an address of its own, or of an organisation that it hosts, it knows whose it is.
  provider.answers = { claims: { sub: "grace", email: app.grace.email, email_verified: true, hd: "example.org" } };
  assert.equal((await signIn(app)).me.id, app.grace.id);
});

test("one person links ten accounts elsewhere at most, and the owner of an address gets in all the same", async (app) => {
  const { provider } = app;
  const known = await app.person("Ada");
  const rows = Array.from({ length: 9 }, (_, n) => `('https://former.example', '${n}', '${known.id}', 1)`);
  await run(app, `insert into identities (issuer, subject, user_id, created_at) values ${rows.join()}`);
  const backs: [Browser, string][] = [];
  for (const sub of ["one", "two"]) {
    provider.answers = { claims: { sub } };
    const { browser, address } = await link(app, known.token);
    backs.push([browser, await comeBack(address)]);
  }
  for (const [n, to] of ["/account#elsewhere", problem("too_many_identities")].entries()) {
    provider.answers = { claims: { sub: ["one", "two"][n] } };
    assert.equal(await go(...backs[n]), to);
  }
  assert.match(await read(app, problem("too_many_identities")), /You have linked 10 accounts\./);
  provider.answers = { claims: { ...ada, sub: "three" } };
  assert.deepEqual(await signIn(app), failed("too_many_identities"));
  // Somebody who registered with another's address does not keep its owner out by that.
  await run(app, "update users set verified_at = null");
  assert.equal((await signIn(app)).me.id, known.id);
  assert.equal(await app.linked(), 1);
});

test("signing in elsewhere goes on to a path of ours only", async (app) => {
  for (const next of ["https://evil.example/", "//evil.example", "/\\evil.example", `/${"a".repeat(3000)}`]) {
    assert.equal((await signIn(app, { next })).to, "/dashboard", next);
  }
});

Deno.test("where registration is closed nobody signs up elsewhere either, and people with an account get in", async () => {
  await using app = await open({ REGISTRATION: "closed" });
  await app.person("Ada");
  assert.equal((await signIn(app)).to, "/dashboard");
  app.provider.answers = { claims: { ...ada, sub: "eve", email: "eve@example.org" } };
  assert.deepEqual(await signIn(app), failed("registration_closed"));
  assert.match(await read(app, problem("registration_closed")), /Registration is closed here\./);
});

test("people with two-step codes are asked for one after signing in elsewhere too, and disabled ones stay outside, unchanged and unlinked", async (app) => {
  const known = await app.person("Ada");
  const totp = `'${known.id}', 'ORSXG5A', 1, 1`;
  await run(app, `insert into totps (user_id, secret, created_at, confirmed_at) values (${totp})`);
  const { to, token } = await signIn(app, { next: "/profile" });
  assert.deepEqual([to, token], ["/login/code?next=%2Fprofile", undefined]);
  for (const table of ["totps", "identities"]) await run(app, `delete from ${table}`);
  for (const verifiedAt of ["1", "null"]) {
    await run(app, `update users set disabled_at = 1, verified_at = ${verifiedAt}`);
    const before = await app.deps.db.q.all("select * from users");
    assert.deepEqual(await signIn(app), failed("account_disabled"));
    assert.deepEqual(await app.deps.db.q.all("select * from users"), before);
    assert.equal(await app.linked(), 0);
  }
});

test("a provider that takes the secret in the header only gets it there", async (app) => {
  app.provider.answers = { claims: ada, takesBasic: true };
  assert.equal((await signIn(app)).me.name, "Ada Lovelace");
});

test("a person who links an account is asked there who they are, even where somebody is signed in; one who signs in is not", async (app) => {
  const promptOf = (address: string) => new URL(address).searchParams.get("prompt");
  const linking = async (at: TestApp) => promptOf((await link(at, (await at.person("Grace")).token)).address);
  assert.equal(promptOf(locationOf(await visit(app, "/api/auth/oidc"))), null);
  assert.equal(await linking(app), "login");
  app.provider.answers.prompts = ["login", "select_account"];
  await using another = await startApp({ env: settingsFor(app.provider.issuer) });
  assert.equal(await linking(another), "select_account");
});

test("Grace links her account elsewhere, signs in with it, and unlinks it unless it is the only way in; Mallory's form does not", async (app) => {
  const [grace, mallory] = [await app.person("Grace"), await app.person("Mallory")];
  app.provider.answers = { claims: hopper };
  assert.equal(await linkUp(app, grace.token), "/account#elsewhere");
  assert.match(await read(app, "/account", grace), /Engine School[^]*Linked[^]*Unlink/);
  assert.equal((await signIn(app)).me.id, grace.id);
  const unlink = (as: { token: string }, issuer = app.provider.issuer) =>
    submit(app, "/account/elsewhere/remove", as, { issuer, subject: "hopper" });
  const former = `'https://former.example', 'hopper', '${grace.id}', 1`;
  await run(app, `insert into identities (issuer, subject, user_id, created_at) values (${former})`);
  await run(app, `update users set password_hash = '' where id = '${grace.id}'`);
  for (const as of [mallory, grace]) await unlink(as);
  assert.equal(await app.linked(), 2, "one at a provider that the settings name no more is no way in");
  await unlink(grace, "https://former.example");
  assert.equal(await app.linked(), 1);
  assert.equal((await signIn(app)).me.id, grace.id);
  await run(app, `update users set password_hash = 'some' where id = '${grace.id}'`);
  await unlink(grace);
  assert.notEqual((await signIn(app)).me?.id, grace.id);
});

test("an account elsewhere is linked to the account that began it, in its session while that lasts, and to one account only", async (app) => {
  const [grace, mallory] = [await app.person("Grace"), await app.person("Mallory")];
  app.provider.answers = { claims: hopper };
  const { browser, address } = await link(app, grace.token);
  const back = await comeBack(address);
  // Another account is signed in by now.
  const other = newBrowser({ ...browser.cookies, chapterhouse_session: mallory.token });
  assert.equal(await go(other, back), problem("other_account"));
  assert.equal(await go(newBrowser({ elsewhere: browser.cookies.elsewhere }), back), problem("sign_in_expired"));
  assert.equal(await linkUp(app, grace.token), "/account#elsewhere");
  assert.equal(await linkUp(app, mallory.token), problem("identity_taken"));
  assert.equal((await signIn(app)).me.id, grace.id);
  // The session ends while the provider is asked.
  const { identityProvider } = app.deps;
  app.deps.identityProvider = {
    ...identityProvider!,
    async identify(query, attempt) {
      const claims = await identityProvider!.identify(query, attempt);
      await app.call("POST", "/auth/logout", mallory, {});
      return claims;
    },
  };
  app.provider.answers = { claims: { sub: "mallory" } };
  assert.equal(await linkUp(app, mallory.token), problem("other_account"));
  assert.equal(await app.linked(), 1);
});

Deno.test("an older session links nothing without the password", async () => {
  let now = Date.now();
  await using app = await open({}, () => now);
  const grace = await app.person("Grace");
  now += 11 * 60_000;
  const asked = await link(app, grace.token);
  assert.deepEqual([asked.status, asked.address], [403, undefined]);
  assert.equal((await link(app, grace.token, { password: "Wrong-horse-1" })).status, 400);
  assert.ok((await link(app, grace.token, { password })).address);
});

test("people who sign in at once for the first time with the same account elsewhere are one person", async (app) => {
  const answers = await Promise.all([1, 2, 3].map(() => signIn(app)));
  assert.deepEqual(answers.map(({ to }) => to), Array(3).fill("/dashboard"));
  assert.equal(new Set(answers.map(({ me }) => me.id)).size, 1);
});

Deno.test("with Google's issuer the button Google leads there; where no provider is set, and for GitHub, buttons say coming soon", async () => {
  const button = (html: string, name: string) =>
    new RegExp(`<button[^>]*type="submit"[^>]*>(?:(?!</button>).)*${name}</button>`).test(html);
  await using app = await startApp({ env: { ...settingsFor("https://accounts.google.com"), OIDC_NAME: "" } });
  const html = await read(app, "/login?next=/profile");
  assert.match(html, /<a href="\/api\/auth\/oidc\?next=%2Fprofile"[^>]*>(?:(?!<\/a>).)*Google<\/a>/);
  assert.doesNotMatch(html, /Log in with Google<\/a>/);
  assert.ok(button(html, "GitHub"));
  await using without = await startApp();
  const page = await read(without, "/login");
  assert.ok(button(page, "Google") && !/Log in with [^a]/.test(page));
  for (const path of ["/api/auth/oidc", "/api/auth/oidc/callback?state=a&code=b"]) {
    assert.equal((await visit(without, path)).status, 404);
  }
});
