import { isIPv6 } from "node:net";
import type { Ctx } from "./router.ts";

/**
 * Whether a call comes from this very machine. A proxy on it makes its callers look like local ones, so what bears a
 * proxy's mark does not count, and neither does a foreign name that was made to point here.
 */
export function isLocal(c: Ctx): boolean {
  const { incoming } = c.env;
  return isLoopback(incoming.socket.remoteAddress) && !isForwarded(incoming.headers) && hasLocalName(c.req.url);
}

/** Whether an address names this machine for whoever follows it. */
export const hasLocalName = (url: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/i.test(new URL(url).hostname);

/** The address at which this machine reaches a service that listens on `host`. */
export function localUrl(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

const isLoopback = (address = "") => /^(::1|(::ffff:)?127\.[\d.]+)$/i.test(address);

const isForwarded = (headers: object) =>
  Object.keys(headers).some((name) => /^(forwarded|via|x-real-ip|x-forwarded-.*)$/i.test(name));
