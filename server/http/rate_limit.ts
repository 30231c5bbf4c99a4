import { createMiddleware } from "hono/factory";
import proxyaddr from "proxy-addr";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { IncomingMessage } from "node:http";
import type { LimitName, RateLimits } from "../config.ts";
import { texts } from "../contract/texts.ts";
import { TooMany } from "../errors.ts";
import type { Env } from "./router.ts";

export interface Limiter {
  /**
   * Counts one call against each key.
   *
   * @param keys who calls: an address, an account; for one name always in the same order, as each place is counted apart
   * @throws TooMany when one of them has used up its calls
   */
  take(name: LimitName, ...keys: string[]): Promise<void>;
}

/** Counts calls in memory: an instance counts its own. */
export function openLimiter(limits: RateLimits | null): Limiter {
  if (!limits) return { take: () => Promise.resolve() };
  const limiters = new Map(
    Object.entries(limits).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
    ]),
  );
  return {
    async take(name, ...keys) {
      const limiter = limiters.get(name)!;
      for (const [place, key] of keys.entries()) {
        await limiter.consume(`${place} ${key}`).catch((reason) => refuse(reason, name));
      }
    },
  };
}

function refuse(reason: unknown, name: LimitName): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
  throw new TooMany(seconds, name === "chat" ? texts.chat.tooMany : undefined);
}

/**
 * Makes the function that tells a caller's address: the socket's, or what `X-Forwarded-For` says as far as
 * trusted proxies vouch for it. IPv6 callers are known by their /64, of which one household has 2^64 addresses.
 */
export function addressReader(trustedProxies: string[]): (incoming: IncomingMessage) => string {
  const trust = proxyaddr.compile(trustedProxies);
  return (incoming) => network(proxyaddr(incoming, trust) ?? "unknown");
}

function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !address.includes(":")) return mapped ?? address;
  const [head, tail = []] = address.split("::").map((part) => part ? part.split(":") : []);
  const zeros = Array(Math.max(0, 8 - head.length - tail.length)).fill("0");
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** Counts every call: those of a signed-in caller by account, the others by address. */
export const limitAny = createMiddleware<Env>(async (c, next) => {
  await c.var.deps.limiter.take("any", c.var.session?.user.id ?? c.var.address);
  await next();
});
