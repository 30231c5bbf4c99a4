/** The network address of a caller, by which limits count. */
import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import proxyaddr from "proxy-addr";

/**
 * A function that reads a caller's address: the socket's, or what trusted proxies put into `X-Forwarded-For`; the
 * socket's again where that cannot be parsed. An IPv6 address is cut to its /64, of which one household has 2^64
 * addresses.
 */
export function addressReader(trustedProxies: string[]): (incoming: IncomingMessage) => string {
  const isTrusted = trustReader(trustedProxies);
  return ({ socket, headers }) => {
    const nearest = parse(socket.remoteAddress ?? "");
    if (!nearest) return "unknown";
    const hops = String(headers["x-forwarded-for"] ?? "").split(",").reverse();
    let caller = nearest;
    for (const hop of hops) {
      if (!isTrusted(caller) || !hop.trim()) break;
      const before = parse(hop.trim());
      if (!before) return network(nearest);
      caller = before;
    }
    return network(caller);
  };
}

/** A function that checks whether the remote end of a connection is a trusted proxy. */
export function proxyReader(trustedProxies: string[]): (remoteAddress: string | undefined) => boolean {
  const isTrusted = trustReader(trustedProxies);
  return (remoteAddress = "") => {
    const address = parse(remoteAddress);
    return address !== undefined && isTrusted(address);
  };
}

/** The address of a connection's remote end, as limits count by it. */
export function networkOf(remoteAddress = ""): string {
  const address = parse(remoteAddress);
  return address ? network(address) : "unknown";
}

type Address = ReturnType<typeof ipaddr.process>;

function trustReader(trustedProxies: string[]): (address: Address) => boolean {
  const trusts = proxyaddr.compile(trustedProxies);
  return (address) => trusts(address.toString(), 0);
}

/** Parses an address as sockets and proxies write it: some add a port, and put IPv6 into brackets. */
function parse(written: string): Address | undefined {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(written) ?? [];
  const address = bracketed ?? withPort ?? written;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  // `process` also unmaps IPv4 from IPv6.
  return isAddress ? ipaddr.process(address) : undefined;
}

function network(address: Address): string {
  if (address.kind() === "ipv4") return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(":")}::/64`;
}
