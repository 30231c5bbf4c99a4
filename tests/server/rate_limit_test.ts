import assert from "node:assert/strict";
import { readConfig } from "../../server/settings/settings.ts";
import { TooMany } from "../../server/errors.ts";
import { clearLogins, limitInviteCodes, limitLogin, openLimiter } from "../../server/rate_limits.ts";

const limiter = (setting: string) => openLimiter(readConfig({ RATE_LIMITS: setting }).rateLimits);

/** Whether a call is allowed, or after how many seconds it may be repeated. */
const taken = (call: Promise<unknown>) =>
  call.then(() => true, (error) => {
    assert.ok(error instanceof TooMany);
    return Number(error.details.headers?.["Retry-After"]);
  });

Deno.test("calls are allowed up to the limit, each caller's by name, and then not until the period has passed; one for several counts as many, all or none", async () => {
  const { take } = limiter("login=3/300,mail=3/300,notice=5/300");
  for (const key of ["ada", "grace"]) {
    for (const name of ["login", "mail"] as const) {
      for (let call = 0; call < 3; call++) assert.equal(await taken(take(name, key)), true);
    }
  }
  const wait = await taken(take("login", "ada"));
  assert.ok(Number.isInteger(wait) && Number(wait) >= 299 && Number(wait) <= 300, String(wait));
  assert.equal(await taken(take("notice", "ada", 4)), true);
  assert.notEqual(await taken(take("notice", "ada", 2)), true);
  assert.equal(await taken(take("notice", "ada", 1)), true);
  assert.notEqual(await taken(take("notice", "ada")), true);
  const unlimited = limiter("off");
  for (let call = 0; call < 1000; call++) await unlimited.take("login", "ada");
});

Deno.test("a returned call does not count, and a cleared count starts again", async () => {
  const { take, giveBack, clear } = limiter("login=2/300");
  for (let call = 0; call < 5; call++) {
    assert.equal(await taken(take("login", "ada")), true);
    await giveBack("login", "ada");
  }
  assert.deepEqual([await taken(take("login", "ada")), await taken(take("login", "ada"))], [true, true]);
  assert.notEqual(await taken(take("login", "ada")), true);
  await clear("login", "ada");
  assert.equal(await taken(take("login", "ada")), true);
  // After the count has ended nothing is given back.
  await clear("login", "ada");
  await giveBack("login", "ada");
  for (let call = 0; call < 2; call++) assert.equal(await taken(take("login", "ada")), true);
  assert.notEqual(await taken(take("login", "ada")), true);
});

const from = (address: string, account = "ada") => ({ address, account });
const wrong = () => Promise.resolve(false);
const right = () => Promise.resolve(true);

/** The result of a login: whether the password was right, or "too many". */
const tried = (logIn: Promise<boolean>) => logIn.catch((error) => error instanceof TooMany ? "too many" : error);

Deno.test("failed logins count by account and address, by account, and by address; successful ones do not count", async () => {
  const counted = limiter("login=2/300,loginAccount=4/3600,loginAddress=5/300");
  for (let call = 0; call < 20; call++) assert.equal(await limitLogin(counted, from("192.0.2.1"), right), true);
  assert.equal(await tried(limitLogin(counted, from("192.0.2.1"), wrong)), false);
  assert.equal(await tried(limitLogin(counted, from("192.0.2.1"), wrong)), false);
  assert.equal(await tried(limitLogin(counted, from("192.0.2.1"), right)), "too many");
  // From another address logins are possible, until the account has failed too often in all.
  assert.equal(await tried(limitLogin(counted, from("192.0.2.2"), wrong)), false);
  assert.equal(await tried(limitLogin(counted, from("192.0.2.3"), wrong)), false);
  assert.equal(await tried(limitLogin(counted, from("192.0.2.4"), right)), "too many");
  // The first address has two failures; refused logins do not count.
  for (const name of ["b", "c", "d"]) {
    assert.equal(await tried(limitLogin(counted, from("192.0.2.1", `${name}@example.org`), wrong)), false);
  }
  assert.equal(await tried(limitLogin(counted, from("192.0.2.1", "grace@example.org"), right)), "too many");
  assert.equal(await tried(limitLogin(counted, from("192.0.2.9", "grace@example.org"), right)), true);
});

Deno.test("a login that throws does not count, and one under way counts until it has succeeded", async () => {
  const counted = limiter("login=2/300");
  for (let call = 0; call < 5; call++) {
    const failed = await tried(limitLogin(counted, from("192.0.2.1"), () => Promise.reject("away")));
    assert.equal(failed, "away");
  }
  const first = Promise.withResolvers<boolean>();
  const waiting = [1, 2].map(() => limitLogin(counted, from("192.0.2.1"), () => first.promise));
  // Those refused meanwhile do not count either.
  for (let n = 0; n < 5; n++) {
    assert.equal(await tried(limitLogin(counted, from("192.0.2.1"), right)), "too many");
  }
  first.resolve(true);
  assert.deepEqual(await Promise.all(waiting), [true, true]);
  assert.equal(await tried(limitLogin(counted, from("192.0.2.1"), right)), true);
});

Deno.test("a reset clears the failures of the account, and those from the owner's address", async () => {
  const counted = limiter("login=1/300,loginAccount=2/3600");
  for (const address of ["192.0.2.1", "192.0.2.2"]) await limitLogin(counted, from(address), wrong);
  assert.equal(await tried(limitLogin(counted, from("192.0.2.3"), right)), "too many");
  await clearLogins(counted, from("192.0.2.1"));
  assert.equal(await tried(limitLogin(counted, from("192.0.2.1"), right)), true);
  assert.equal(await tried(limitLogin(counted, from("192.0.2.2"), right)), "too many");
});

interface Try {
  address: string;
  userId?: string;
}

const told = (counted: ReturnType<typeof limiter>, from: Try, found?: "group") =>
  limitInviteCodes(counted, from, () => Promise.resolve(found)).catch((error) =>
    error instanceof TooMany ? "too many" : error
  );

Deno.test("many addresses that guess codes stop right ones only in the networks they guess from, and nobody who is logged in", async () => {
  const counted = limiter("wrongInviteCodeAll=20/600,wrongInviteCodeFew=2/86400");
  const bots = Array.from({ length: 20 }, (_, n) => ({ address: `192.0.${n % 2}.${n}` }));
  for (const bot of bots) assert.equal(await told(counted, bot), undefined);
  for (const address of ["192.0.0.200", "192.0.1.3"]) {
    assert.equal(await told(counted, { address }, "group"), "too many", address);
    assert.equal(await told(counted, { address, userId: "ada" }, "group"), "group");
  }
  const calm = { address: "198.51.100.7" };
  assert.equal(await told(counted, calm), undefined);
  assert.equal(await told(counted, calm, "group"), "group");
  const batch = [undefined, undefined, undefined, "group"] as const;
  const guesses = batch.map((found) => told(counted, { address: "2001:db8:1:2::/64" }, found));
  assert.deepEqual(await Promise.all(guesses), [undefined, undefined, "too many", "too many"]);
  assert.equal(await told(counted, { address: "2001:db8:1:3::/64" }, "group"), "too many");
  assert.equal(await told(counted, { address: "2001:db8:2:2::/64" }, "group"), "group");
});

Deno.test("an account has its own number of wrong codes, and others' guesses never stop an account that made few", async () => {
  const counted = limiter("wrongInviteCodeAccount=3/3600,wrongInviteCodeAll=4/600,wrongInviteCodeFew=2/86400");
  const as = (userId: string, address = "192.0.2.1") => ({ address, userId });
  for (const address of ["192.0.2.1", "198.51.100.1", "203.0.113.1"]) {
    assert.equal(await told(counted, as("mallory", address)), undefined);
  }
  assert.equal(await told(counted, as("mallory", "192.0.2.9"), "group"), "too many");
  assert.equal(await told(counted, as("trudy")), undefined);
  // All accounts have used up their number.
  for (const name of ["ada", "trudy"]) assert.equal(await told(counted, as(name), "group"), "group", name);
  assert.equal(await told(counted, as("trudy")), undefined);
  assert.equal(await told(counted, as("trudy"), "group"), "too many");
  assert.equal(await told(counted, as("grace"), "group"), "group");
  assert.equal(await told(counted, { address: "192.0.2.1" }, "group"), "group");
});
