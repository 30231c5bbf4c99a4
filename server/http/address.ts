/** A caller's address, which limits count by. */
import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import proxyaddr from "proxy-addr";

/**
 * Makes the function that reads a caller's address: the socket's, or what `X-Forwarded-For` says as far as trusted
 * proxies vouch for it. What cannot be read there is the socket's. IPv6 callers are known by their /64, of which one
 * household has 2^64 addresses.
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

/** Makes the function that says whether a connection's other end is a trusted proxy. */
export function proxyReader(trustedProxies: string[]): (remoteAddress: string | undefined) => boolean {
  const isTrusted = trustReader(trustedProxies);
  return (remoteAddress = "") => {
    const address = parse(remoteAddress);
    return address !== undefined && isTrusted(address);
  };
}

/** The address that limits know one end of a connection by. */
export function networkOf(remoteAddress = ""): string {
  const address = parse(remoteAddress);
  return address ? network(address) : "unknown";
}

type Address = ReturnType<typeof ipaddr.process>;

function trustReader(trustedProxies: string[]): (address: Address) => boolean {
  const trusts = proxyaddr.compile(trustedProxies);
  return (address) => trusts(address.toString(), 0);
}

/** An address as sockets and proxies write it: some add a port, and put IPv6 into brackets. */
function parse(written: string): Address | undefined {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(written) ?? [];
  const address = bracketed ?? withPort ?? written;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  // Turns IPv4 that is mapped into IPv6 back into IPv4.
  return isAddress ? ipaddr.process(address) : undefined;
}

function network(address: Address): string {
  if (address.kind() === "ipv4") return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(":")}::/64`;
}
