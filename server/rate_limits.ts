/** Every rate limit: its numbers, what it counts by, and the counting itself. */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { texts } from "./contract/texts.ts";
import type { Deps } from "./deps.ts";
import { TooMany } from "./errors.ts";

/** How many calls one caller may make in how many seconds. */
export interface RateLimit {
  points: number;
  seconds: number;
}

const minute = 60;
const hour = 60 * minute;

export const defaultLimits = {
  /** Failed logins to one account from one address. */
  login: { points: 10, seconds: 5 * minute },
  /** Failed logins to one account, wherever from. */
  loginAccount: { points: 100, seconds: hour },
  /** Failed logins from one address: a school is behind one, and types wrong passwords. */
  loginAddress: { points: 300, seconds: 5 * minute },
  /** From one address. */
  register: { points: 200, seconds: hour },
  /** Mails to one address, and mails that callers from one address ask for. */
  mail: { points: 3, seconds: hour },
  mailAddress: { points: 200, seconds: hour },
  checkEmail: { points: 30, seconds: minute },
  chat: { points: 10, seconds: 5 },
  friendRequest: { points: 30, seconds: hour },
  bookSearch: { points: 30, seconds: minute },
  picture: { points: 20, seconds: 10 * minute },
  /** Sockets from one address: a school comes back all at once. */
  handshake: { points: 2000, seconds: minute },
  /** Calls of one account, and those of visitors from one address. */
  any: { points: 300, seconds: minute },
} satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof defaultLimits;
export type RateLimits = Record<LimitName, RateLimit>;

/** Limits are counted by timers, none of which can wait for longer (2^31 milliseconds). */
export const longestLimit = 24 * 24 * hour;

export interface Limiter {
  /**
   * Counts one call.
   *
   * @param key who calls: an address, an account
   * @throws TooMany when they have used up their calls
   */
  take(name: LimitName, key: string): Promise<void>;
  /** Takes back a call that turned out not to count. */
  giveBack(name: LimitName, key: string): Promise<void>;
  /** Forgets what was counted. */
  clear(name: LimitName, key: string): Promise<void>;
}

const nothing = () => Promise.resolve();

/** Counts calls in memory: an instance counts its own. */
export function openLimiter(limits: RateLimits | null): Limiter {
  if (!limits) return { take: nothing, giveBack: nothing, clear: nothing };
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
    ]),
  );
  return {
    async take(name, key) {
      await limiters[name].consume(key).catch(async (reason) => {
        // A refused call does not count: once the others are given back, the limit is free again.
        await limiters[name].reward(key);
        refuse(reason, name);
      });
    },
    giveBack: async (name, key) => void await limiters[name].reward(key),
    clear: async (name, key) => void await limiters[name].delete(key),
  };
}

function refuse(reason: unknown, name: LimitName): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
  throw new TooMany(seconds, name === "chat" ? texts.chat.tooMany : undefined);
}

/** What the contexts of all routes have in common. */
interface AnyContext {
  var: { deps: Pick<Deps, "limiter">; address: string };
}

/** Counts a registration against the address it comes from. @throws TooMany */
export const limitRegister = ({ var: { deps, address } }: AnyContext) => deps.limiter.take("register", address);

/** Counts a mail against the address of the caller and the one it would go to. @throws TooMany */
export async function limitMail({ var: { deps, address } }: AnyContext, email: string): Promise<void> {
  await deps.limiter.take("mailAddress", address);
  await deps.limiter.take("mail", email);
}

/** Counts a check whether an address is free. @throws TooMany */
export const limitEmailCheck = ({ var: { deps, address } }: AnyContext) => deps.limiter.take("checkEmail", address);

/** Who logs in: to which account, and from where. */
export interface LoginSource {
  email: string;
  address: string;
}

const pairOf = ({ email, address }: LoginSource) => `${address} ${email}`;

/**
 * Checks a password and counts the failures. Each check counts until it is known to have succeeded, so that many at
 * once are no way round the limits; one that could not be carried out counts nothing.
 *
 * @param check whether the password is right
 * @throws TooMany when the account from this address, the account, or the address has failed too often
 */
export async function limitLogin(
  limiter: Limiter,
  source: LoginSource,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const counts: [LimitName, string][] = [
    ["loginAddress", source.address],
    ["login", pairOf(source)],
    ["loginAccount", source.email],
  ];
  const taken: typeof counts = [];
  let failed = false;
  try {
    for (const count of counts) {
      await limiter.take(...count);
      taken.push(count);
    }
    failed = !await check();
    return !failed;
  } finally {
    if (!failed) await Promise.all(taken.map((count) => limiter.giveBack(...count)));
  }
}

/** Forgets the failures of an account, whose owner has proved to be its owner. */
export async function clearLogins(limiter: Limiter, source: LoginSource): Promise<void> {
  await limiter.clear("loginAccount", source.email);
  await limiter.clear("login", pairOf(source));
}
