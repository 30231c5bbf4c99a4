import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { readConfig } from "../../server/config.ts";
import { TooMany } from "../../server/errors.ts";
import { addressReader, openLimiter } from "../../server/http/rate_limit.ts";

const limiter = (setting: string) => openLimiter(readConfig({ RATE_LIMITS: setting }).rateLimits);

/** Whether a call is let through, or after how many seconds it may come again. */
const taken = (call: Promise<void>) =>
  call.then(() => true, (error) => {
    assert.ok(error instanceof TooMany);
    return Number(error.details.headers?.["Retry-After"]);
  });

Deno.test("so many calls are let through, and then none until the time is up", async () => {
  const { take } = limiter("login=3/300");
  for (let call = 0; call < 3; call++) assert.equal(await taken(take("login", "ada")), true);
  const wait = await taken(take("login", "ada"));
  assert.ok(Number.isInteger(wait) && Number(wait) >= 299 && Number(wait) <= 300, String(wait));
});

Deno.test("callers and kinds of calls are counted apart", async () => {
  const { take } = limiter("login=1/300,mail=1/300");
  for (const key of ["ada", "grace"]) {
    for (const name of ["login", "mail"] as const) assert.equal(await taken(take(name, key)), true);
  }
  assert.notEqual(await taken(take("login", "ada")), true);
});

Deno.test("with several keys each is counted, and one that is used up is enough to refuse", async () => {
  const { take } = limiter("login=2/300");
  await take("login", "192.0.2.1", "ada");
  await take("login", "192.0.2.2", "ada");
  assert.notEqual(await taken(take("login", "192.0.2.3", "ada")), true);
  await take("login", "192.0.2.4", "grace");
  await take("login", "192.0.2.4", "mallory");
  assert.notEqual(await taken(take("login", "192.0.2.4", "someone")), true);
});

Deno.test("Mallory cannot use up the calls of an address by taking it for an account's name", async () => {
  const { take } = limiter("login=1/300");
  await take("login", "192.0.2.66", "192.0.2.1");
  assert.equal(await taken(take("login", "192.0.2.1", "ada")), true);
});

Deno.test("switched off, it lets everything through", async () => {
  const { take } = limiter("off");
  for (let call = 0; call < 1000; call++) await take("login", "ada");
});

const address = (trusted: string[], remoteAddress: string | undefined, forwarded?: string) =>
  addressReader(trusted)({
    socket: { remoteAddress },
    headers: { "x-forwarded-for": forwarded },
  } as unknown as IncomingMessage);

Deno.test("a caller's address is the socket's; what others say of it is not believed", () => {
  assert.equal(address([], "203.0.113.7", "192.0.2.1"), "203.0.113.7");
  assert.equal(address(["10.0.0.0/8"], "203.0.113.7", "192.0.2.1"), "203.0.113.7");
  assert.equal(address([], "::ffff:203.0.113.7"), "203.0.113.7");
  assert.equal(address([], undefined), "unknown");
});

Deno.test("a trusted proxy is believed about the address it saw, and not about what came before", () => {
  const trusted = ["10.0.0.0/8", "::1"];
  assert.equal(address(trusted, "10.1.2.3", "192.0.2.1"), "192.0.2.1");
  assert.equal(address(trusted, "::ffff:10.1.2.3", "192.0.2.1"), "192.0.2.1");
  assert.equal(address(trusted, "10.1.2.3", "198.51.100.9, 192.0.2.1"), "192.0.2.1");
  assert.equal(address(trusted, "10.1.2.3", "198.51.100.9, 192.0.2.1, 10.9.9.9"), "192.0.2.1");
  assert.equal(address(trusted, "::1", "2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  assert.equal(address(trusted, "10.1.2.3"), "10.1.2.3");
});

Deno.test("IPv6 callers are known by their network, however the address is written", () => {
  const sameNetwork = ["2001:db8:0:0:1:2:3:4", "2001:db8::1:2:3:4", "2001:DB8:0:0:a::", "2001:db8::", "2001:0db8::5"];
  for (const one of sameNetwork) assert.equal(address([], one), "2001:db8:0:0::/64", one);
  assert.equal(address([], "2001::1:0:0:0:5"), "2001:0:0:1::/64");
  assert.equal(address([], "::1"), "0:0:0:0::/64");
  assert.equal(address([], "fe80::1%eth0"), "fe80:0:0:0::/64");
  assert.equal(address(["10.0.0.1"], "10.0.0.1", "1:2:3:4:5:6:7:8:9::a"), "1:2:3:4::/64");
});
