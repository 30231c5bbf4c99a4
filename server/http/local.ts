import { isIPv6 } from "node:net";
import type { Ctx } from "./router.ts";

/**
 * Whether a call comes from this machine. Calls with a proxy's headers do not count, since a local proxy's look local;
 * nor do those to another host name, since any name can resolve to this machine (DNS rebinding).
 */
export function isLocal(c: Ctx): boolean {
  const { incoming } = c.env;
  return isLoopback(incoming.socket.remoteAddress) && !isForwarded(incoming.headers) && hasLocalName(c.req.url);
}

/** Whether a URL has a host name that is local on every machine. */
export const hasLocalName = (url: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/i.test(new URL(url).hostname);

/** The URL at which this machine reaches a service that listens on `host`. */
export function localUrl(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

const isLoopback = (address = "") => /^(::1|(::ffff:)?127\.[\d.]+)$/i.test(address);

const isForwarded = (headers: object) =>
  Object.keys(headers).some((name) => /^(forwarded|via|x-real-ip|x-forwarded-.*)$/i.test(name));
