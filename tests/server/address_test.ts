import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { addressReader, networkOf, proxyReader } from "../../server/http/address.ts";

const address = (trusted: string[], remoteAddress: string | undefined, forwarded?: string) =>
  addressReader(trusted)({
    socket: { remoteAddress },
    headers: { "x-forwarded-for": forwarded },
  } as unknown as IncomingMessage);

Deno.test("a caller's address is the socket's, not the X-Forwarded-For of an untrusted one", () => {
  assert.equal(address([], "203.0.113.7", "192.0.2.1"), "203.0.113.7");
  assert.equal(address(["10.0.0.0/8"], "203.0.113.7", "192.0.2.1"), "203.0.113.7");
  assert.equal(address([], "::ffff:203.0.113.7"), "203.0.113.7");
  assert.equal(address([], undefined), "unknown");
});

Deno.test("a trusted proxy's last hop counts, and not the hops before it", () => {
  const trusted = ["10.0.0.0/8", "::1"];
  assert.equal(address(trusted, "10.1.2.3", "192.0.2.1"), "192.0.2.1");
  assert.equal(address(trusted, "::ffff:10.1.2.3", "192.0.2.1"), "192.0.2.1");
  assert.equal(address(trusted, "10.1.2.3", "198.51.100.9, 192.0.2.1"), "192.0.2.1");
  assert.equal(address(trusted, "10.1.2.3", "198.51.100.9, 192.0.2.1, 10.9.9.9"), "192.0.2.1");
  assert.equal(address(trusted, "::1", "2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  assert.equal(address(trusted, "10.1.2.3"), "10.1.2.3");
});

Deno.test("IPv6 callers are known by their /64, in any notation", () => {
  const sameNetwork = ["2001:db8:0:0:1:2:3:4", "2001:db8::1:2:3:4", "2001:DB8:0:0:a::", "2001:db8::", "2001:0db8::5"];
  for (const one of sameNetwork) assert.equal(address([], one), "2001:db8:0:0::/64", one);
  assert.equal(address([], "2001::1:0:0:0:5"), "2001:0:0:1::/64");
  assert.equal(address([], "::1"), "0:0:0:0::/64");
  assert.equal(address([], "fe80::1%eth0"), "fe80:0:0:0::/64");
});

Deno.test("ports and brackets are not part of an address", () => {
  const seen = (forwarded: string) => address(["10.0.0.0/8"], "10.1.2.3", forwarded);
  for (const written of ["203.0.113.7", "203.0.113.7:40001", "203.0.113.7:1", "::ffff:203.0.113.7"]) {
    assert.equal(seen(written), "203.0.113.7", written);
  }
  for (const written of ["2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:40001", " [2001:DB8:0::7]:1 "]) {
    assert.equal(seen(written), "2001:db8:0:0::/64", written);
  }
  assert.equal(seen("[::ffff:203.0.113.7]:5"), "203.0.113.7");
  assert.equal(seen("198.51.100.9:1, 192.0.2.1:2, 10.9.9.9:3"), "192.0.2.1");
});

Deno.test("an invalid forwarded address is replaced by the socket's", () => {
  const nonsense = "unknown|_hidden|203.0.113.7:|203.0.113|1|0x7f.1|010.1.1.1:x|[::1|1:2:3|a, ".split("|");
  for (const written of nonsense) assert.equal(address(["10.0.0.0/8"], "10.1.2.3", written), "10.1.2.3", written);
  assert.equal(address(["10.0.0.0/8"], "10.1.2.3", "192.0.2.1, nonsense, 10.9.9.9"), "10.1.2.3");
});

Deno.test("a connection has its network's address, and may be a trusted proxy's", () => {
  assert.equal(networkOf("::ffff:192.0.2.7"), "192.0.2.7");
  assert.equal(networkOf("2001:db8::7"), "2001:db8:0:0::/64");
  assert.equal(networkOf(undefined), "unknown");
  const isProxy = proxyReader(["10.0.0.0/8", "::1"]);
  const sockets = ["10.1.2.3", "::ffff:10.1.2.3", "::1", "192.0.2.1", undefined];
  assert.deepEqual(sockets.map(isProxy), [true, true, true, false, false]);
});
