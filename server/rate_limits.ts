/** Every rate limit: its numbers, what it counts by, and the counting itself. */
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { twoStepTexts } from "./contract/account/texts.ts";
import { TooMany } from "./errors.ts";
import type { RedisClient, RedisLink } from "./cluster/redis.ts";
import { chatTexts, filesServerTexts } from "./contract/chat/texts.ts";

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
  /** Failed logins from one address: a whole school may share one. */
  loginAddress: { points: 300, seconds: 5 * minute },
  /** Wrong codes of one account, whose password was right. The last one begins the time anew. */
  code: { points: 10, seconds: hour },
  codeAccount: { points: 30, seconds: hour },
  /** Mails to one account that somebody has signed in by a browser that is new to it. */
  newBrowserMail: { points: 5, seconds: 24 * hour },
  /** Challenges and answers of passkeys from one address: each visit of the login page asks for one. */
  passkeyLogin: { points: 1000, seconds: 5 * minute },
  /** Sign-ins with an account elsewhere, begun and finished, from one address. */
  elsewhere: { points: 1000, seconds: 5 * minute },
  /** Passkeys and secrets of codes that one account begins to add. */
  newKey: { points: 30, seconds: hour },
  /** From one address. */
  register: { points: 200, seconds: hour },
  /** Mails to one email address, and mails requested from one network address. */
  mail: { points: 3, seconds: hour },
  mailAddress: { points: 200, seconds: hour },
  /** Addresses and passwords that are checked while people type them, from one network address. */
  checkEmail: { points: 600, seconds: minute },
  checkPassword: { points: 600, seconds: minute },
  chat: { points: 10, seconds: 5 },
  /** Edits, deletions, reactions and pins of messages. */
  messageChange: { points: 20, seconds: 5 },
  /** Answers, questions, and what is shared. */
  talk: { points: 30, seconds: minute },
  /** Copies of books, and their tables of contents: each may move everything that is tied to a page of the book. */
  copies: { points: 20, seconds: minute },
  /** Changes of a group's reading session: each is sent to the group. */
  timer: { points: 30, seconds: minute },
  messageSearch: { points: 30, seconds: minute },
  /** People whom one account's messages and finished books are to notify: beyond it these notify nobody. */
  notice: { points: 2000, seconds: hour },
  friendRequest: { points: 30, seconds: hour },
  /** How often one account adds the same person to groups, who is notified each time. */
  addMember: { points: 30, seconds: hour },
  /** Changes of groups and of their members' roles: each is sent to all members. */
  groupChange: { points: 30, seconds: 10 * minute },
  block: { points: 100, seconds: hour },
  /** Exports of everything of one account. */
  export: { points: 5, seconds: hour },
  /** Reports of one account. */
  report: { points: 20, seconds: hour },
  /** Invite links that one account makes. */
  invite: { points: 60, seconds: hour },
  /** Addresses that one account invites, and mails to one address about invitations, whoever sends them. */
  invitation: { points: 300, seconds: 24 * hour },
  invitationMail: { points: 5, seconds: 24 * hour },
  /** Invite links that are opened, from one address: a whole school may share one. */
  join: { points: 600, seconds: minute },
  /** Browsers that one account subscribes to notices. */
  push: { points: 30, seconds: hour },
  bookSearch: { points: 30, seconds: minute },
  picture: { points: 20, seconds: 10 * minute },
  upload: { points: 60, seconds: 10 * minute },
  /** Lists of books that one account imports. */
  libraryImport: { points: 20, seconds: hour },
  /** Of files: a page may show hundreds. */
  download: { points: 1200, seconds: minute },
  /** Sockets from one address: a whole school may reconnect at once. */
  handshake: { points: 2000, seconds: minute },
  /** Calls of one account. */
  any: { points: 300, seconds: minute },
  /** Calls of visitors from one address: a whole school may share one. */
  visitor: { points: 2000, seconds: minute },
} satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof defaultLimits;
export type RateLimits = Record<LimitName, RateLimit>;

/** Seconds. The counters expire by timers, which take at most 2^31 milliseconds. */
export const longestLimit = 24 * 24 * hour;

export interface Limiter {
  /**
   * Counts one call, or as many as `points`: then all or none.
   *
   * @param key who calls: an address, an account
   * @returns how many are left
   * @throws TooMany when no calls are left
   */
  take(name: LimitName, key: string, points?: number): Promise<number>;
  /** Leaves no calls for the whole time of the limit, from now on. */
  exhaust(name: LimitName, key: string): Promise<void>;
  /** Takes back a call that turned out not to count. */
  giveBack(name: LimitName, key: string): Promise<void>;
  /** Resets a count. */
  clear(name: LimitName, key: string): Promise<void>;
}

const nothing = () => Promise.resolve();

/** Counts any call: by account, or a visitor's by address. @throws TooMany */
export const limitCalls = ({ take }: Limiter, { userId, address }: { userId?: string; address: string }) =>
  userId ? take("any", userId) : take("visitor", address);

/**
 * Counts calls: in memory, or with those of all instances in Redis. While Redis is unavailable each instance counts
 * its own.
 *
 * @param limits null for none
 */
export function openLimiter(limits: RateLimits | null, redis?: RedisLink): Limiter {
  if (!limits) return { take: () => Promise.resolve(Infinity), exhaust: nothing, giveBack: nothing, clear: nothing };
  const open = redis ? sharedLimiter(redis) : memoryLimiter;
  const limiters = Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, open(name, limit)]));
  return {
    take: async (name, key, points) =>
      (await limiters[name].consume(key, points).catch((reason) => refuse(reason, name))).remainingPoints,
    async exhaust(name, key) {
      await limiters[name].delete(key);
      await limiters[name].consume(key, limits[name].points);
    },
    giveBack: async (name, key) => void await limiters[name].reward(key),
    clear: async (name, key) => void await limiters[name].delete(key),
  };
}

/** The library counts what it refuses too: the limit would stay used up after allowed calls are given back. */
class AllowedInMemory extends RateLimiterMemory {
  override async consume(key: string, points?: number): Promise<RateLimiterRes> {
    return await super.consume(key, points).catch(async (reason) => {
      await super.reward(key, points);
      throw reason;
    });
  }

  /** After the window that counted the call there is nothing to give back: the next one would allow more. */
  override async reward(key: string): Promise<RateLimiterRes> {
    const counted = await this.get(key);
    return counted && counted.consumedPoints > 0 ? await super.reward(key) : new RateLimiterRes();
  }
}

/**
 * The same in Redis, in one step: between two the window may end. A count of KEYS[1] changes by ARGV[1], for ARGV[2]
 * seconds, unless it would be above ARGV[3] or below 0.
 */
const countAllowed = `
  local count = tonumber(redis.call("GET", KEYS[1]) or "0") + ARGV[1]
  if count < 0 or count > tonumber(ARGV[3]) then return {count, math.max(0, redis.call("PTTL", KEYS[1]))} end
  redis.call("SET", KEYS[1], 0, "EX", ARGV[2], "NX")
  return {redis.call("INCRBY", KEYS[1], ARGV[1]), redis.call("PTTL", KEYS[1])}
`;

const memoryLimiter = (name: string, { points, seconds }: RateLimit): RateLimiterAbstract =>
  new AllowedInMemory({ keyPrefix: name, points, duration: seconds });

function sharedLimiter(redis: RedisLink) {
  const storeClient = storeOf(redis);
  return (name: string, limit: RateLimit): RateLimiterAbstract =>
    new RateLimiterRedis({
      storeClient,
      useRedisPackage: true,
      customIncrTtlLuaScript: countAllowed,
      keyPrefix: `chapterhouse:limit:${name}`,
      points: limit.points,
      duration: limit.seconds,
      insuranceLimiter: memoryLimiter(name, limit),
    });
}

/** The client as the library uses it: what it calls fails at once while Redis is unavailable. */
const storeOf = (redis: RedisLink) => ({
  eval: (...args: Parameters<RedisClient["eval"]>) => redis.run((client) => client.eval(...args)),
  del: (key: string) => redis.run((client) => client.del(key)),
});

const tooMany: Partial<Record<LimitName, string>> = {
  chat: chatTexts.tooMany,
  code: twoStepTexts.tooManyWrong,
  upload: filesServerTexts.tooFast,
};

function refuse(reason: unknown, name: LimitName): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
  throw new TooMany(seconds, tooMany[name]);
}

/** Whether a call is within its limit; it is counted. */
export async function isWithin(limiter: Limiter, name: LimitName, key: string, points?: number): Promise<boolean> {
  try {
    await limiter.take(name, key, points);
    return true;
  } catch (error) {
    if (error instanceof TooMany) return false;
    throw error;
  }
}

/** An email address, and the network address of the caller. */
export interface Source {
  email: string;
  address: string;
  /** The hash of the browser, where somebody has signed in there: it has counts of its own. */
  browser?: string;
}

/** Counts a mail by its recipient and by the caller who asks for it. @throws TooMany */
export async function limitMail(limiter: Limiter, { email, address }: Source): Promise<void> {
  await limiter.take("mailAddress", address);
  await limiter.take("mail", email);
}

const pairOf = ({ email, address }: Source) => `${address} ${email}`;

/**
 * Checks a password and counts failures (see `limitFailures`). Those in a browser that the account's owner has used are
 * counted apart: others' guesses do not lock them out.
 *
 * @param check whether the password is right
 * @throws TooMany after too many failures of the account from this address, of the account, or from the address
 */
export const limitLogin = async (limiter: Limiter, source: Source, check: () => Promise<boolean>): Promise<boolean> =>
  await limitFailures(
    limiter,
    source.browser ? [["login", source.browser], ["loginAccount", source.browser]] : [
      ["loginAddress", source.address],
      ["login", pairOf(source)],
      ["loginAccount", source.email],
    ],
    check,
  ) === "right";

/** The account for which a code is given, and its browser as in `Source`. */
export interface CodeSource {
  userId: string;
  browser?: string;
}

const codeKey = ({ userId, browser }: CodeSource) => browser ?? userId;

/**
 * Checks a code of an account as its second step, and counts failures.
 *
 * @returns `last` for a wrong one after which no other is taken for an hour
 * @throws TooMany
 */
export async function limitCodes(
  limiter: Limiter,
  source: CodeSource,
  check: () => Promise<boolean>,
): Promise<Checked> {
  const key = codeKey(source);
  const checked = await limitFailures(limiter, [["code", key], ["codeAccount", key]], check);
  if (checked === "last") await limiter.exhaust("code", key);
  return checked;
}

/** @throws TooMany where no code of the account is taken for now */
export async function assertMayGiveCode(limiter: Limiter, source: CodeSource): Promise<void> {
  await limiter.take("code", codeKey(source));
  await limiter.giveBack("code", codeKey(source));
}

/** `last` is a wrong one too: the next would be refused. */
export type Checked = "right" | "wrong" | "last";

/**
 * Each check counts as a failure until it has succeeded, so that many at once do not get around the limits; one that
 * throws is not counted.
 */
async function limitFailures(
  limiter: Limiter,
  counts: [LimitName, string][],
  check: () => Promise<boolean>,
): Promise<Checked> {
  const taken: typeof counts = [];
  let failed = false;
  let left = Infinity;
  try {
    for (const count of counts) {
      left = Math.min(left, await limiter.take(...count));
      taken.push(count);
    }
    failed = !await check();
    return !failed ? "right" : left > 0 ? "wrong" : "last";
  } finally {
    if (!failed) await Promise.all(taken.map((count) => limiter.giveBack(...count)));
  }
}

/** Clears the failures of an account after its owner proved to be the owner. */
export async function clearLogins(limiter: Limiter, source: Source): Promise<void> {
  await limiter.clear("loginAccount", source.email);
  await limiter.clear("login", pairOf(source));
}
