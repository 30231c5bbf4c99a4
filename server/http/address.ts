import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import proxyaddr from "proxy-addr";
import type { Ctx } from "./router.ts";

// The socket's address, or what trusted proxies put into `X-Forwarded-For`. IPv6 is cut to its /64: one household has
// 2^64 addresses in it.
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

export function proxyReader(trustedProxies: string[]): (remoteAddress: string | undefined) => boolean {
  const isTrusted = trustReader(trustedProxies);
  return (remoteAddress = "") => {
    const address = parse(remoteAddress);
    return address !== undefined && isTrusted(address);
  };
}

export function networkOf(remoteAddress = ""): string {
  const address = parse(remoteAddress);
  return address ? network(address) : "unknown";
}

type Address = ReturnType<typeof ipaddr.process>;

function trustReader(trustedProxies: string[]): (address: Address) => boolean {
  const trusts = proxyaddr.compile(trustedProxies);
  return (address) => trusts(address.toString(), 0);
}

function parse(written: string): Address | undefined {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(written) ?? [];
  const address = bracketed ?? withPort ?? written;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address) : undefined;
}

function network(address: Address): string {
  if (address.kind() === "ipv4") return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(":")}::/64`;
}

/** A local proxy's calls look local but for its headers; any host name may resolve to here (DNS rebinding). */
export function isLocal(c: Ctx): boolean {
  const { incoming } = c.env;
  return isLoopback(incoming.socket.remoteAddress) && !isForwarded(incoming.headers) && hasLocalName(c.req.url);
}

/** What a proxy said of its caller, and whether it is believed: `deno task doctor` tells operators by it. */
export function forwardedBy(c: Ctx): "none" | "trusted" | "ignored" {
  const { socket, headers } = c.env.incoming;
  if (!headers["x-forwarded-for"]) return "none";
  return proxyReader(c.var.deps.config.trustedProxies)(socket.remoteAddress) ? "trusted" : "ignored";
}

export const hasLocalName = (url: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/i.test(new URL(url).hostname);

export function localUrl(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

const isLoopback = (address = "") => /^(::1|(::ffff:)?127\.[\d.]+)$/i.test(address);

const isForwarded = (headers: object) =>
  Object.keys(headers).some((name) => /^(forwarded|via|x-real-ip|x-forwarded-.*)$/i.test(name));
