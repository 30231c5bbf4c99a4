import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { RedisClient, RedisLink } from "./cluster/redis.ts";
import { twoStepTexts } from "./contract/account/texts.ts";
import { chatServerTexts, filesServerTexts } from "./contract/chat/texts.ts";
import { inviteTexts } from "./contract/groups/texts.ts";
import { operatorTexts } from "./contract/operator/texts.ts";
import { TooMany } from "./errors.ts";

interface RateLimit {
  points: number;
  seconds: number;
}

const minute = 60;
const hour = 60 * minute;

export const defaultLimits = {
  login: { points: 10, seconds: 5 * minute },
  loginAccount: { points: 100, seconds: hour },
  loginAddress: { points: 300, seconds: 5 * minute },
  code: { points: 10, seconds: hour },
  codeAccount: { points: 30, seconds: hour },
  newBrowserMail: { points: 5, seconds: 24 * hour },
  passkeyLogin: { points: 1000, seconds: 5 * minute },
  elsewhere: { points: 1000, seconds: 5 * minute },
  newKey: { points: 30, seconds: hour },
  register: { points: 200, seconds: hour },
  guest: { points: 60, seconds: hour },
  mail: { points: 3, seconds: hour },
  mailAddress: { points: 200, seconds: hour },
  checkEmail: { points: 600, seconds: minute },
  checkPassword: { points: 600, seconds: minute },
  chat: { points: 10, seconds: 5 },
  messageChange: { points: 20, seconds: 5 },
  linkPreview: { points: 10, seconds: minute },
  talk: { points: 30, seconds: minute },
  shelf: { points: 60, seconds: 10 * minute },
  copies: { points: 20, seconds: minute },
  timer: { points: 30, seconds: minute },
  messageSearch: { points: 30, seconds: minute },
  textSearch: { points: 30, seconds: minute },
  notice: { points: 2000, seconds: hour },
  friendRequest: { points: 30, seconds: hour },
  addMember: { points: 30, seconds: hour },
  addPeople: { points: 500, seconds: 24 * hour },
  peopleList: { points: 120, seconds: hour },
  newCard: { points: 300, seconds: hour },
  groupChange: { points: 30, seconds: 10 * minute },
  calendar: { points: 60, seconds: hour },
  block: { points: 100, seconds: hour },
  export: { points: 5, seconds: hour },
  overviewReminder: { points: 1, seconds: 24 * hour },
  report: { points: 20, seconds: hour },
  invite: { points: 60, seconds: hour },
  invitation: { points: 300, seconds: 24 * hour },
  invitationMail: { points: 5, seconds: 24 * hour },
  join: { points: 600, seconds: minute },
  joinRequest: { points: 20, seconds: 24 * hour },
  testMail: { points: 20, seconds: hour },
  backup: { points: 3, seconds: 24 * hour },
  wrongInviteCode: { points: 60, seconds: hour },
  wrongInviteCodeAccount: { points: 20, seconds: hour },
  wrongInviteCodeAll: { points: 50, seconds: 10 * minute },
  wrongInviteCodeFew: { points: 10, seconds: 24 * hour },
  push: { points: 30, seconds: hour },
  bookSearch: { points: 30, seconds: minute },
  picture: { points: 20, seconds: 10 * minute },
  upload: { points: 60, seconds: 10 * minute },
  libraryImport: { points: 20, seconds: hour },
  download: { points: 1200, seconds: minute },
  handshake: { points: 2000, seconds: minute },
  any: { points: 300, seconds: minute },
  visitor: { points: 2000, seconds: minute },
} satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof defaultLimits;
export type RateLimits = Record<LimitName, RateLimit>;

/** Seconds. The counters expire by timers, which take at most 2^31 milliseconds. */
export const longestLimit = 24 * 24 * hour;

export interface Limiter {
  /** All `points` or none; returns how many are left. @throws TooMany */
  take(name: LimitName, key: string, points?: number): Promise<number>;
  exhaust(name: LimitName, key: string): Promise<void>;
  giveBack(name: LimitName, key: string): Promise<void>;
  clear(name: LimitName, key: string): Promise<void>;
}

const nothing = () => Promise.resolve();

export const limitCalls = ({ take }: Limiter, { userId, address }: { userId?: string; address: string }) =>
  userId ? take("any", userId) : take("visitor", address);

/** While Redis is unavailable each instance counts its own calls. */
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

// In one step: between two the window may end. A count of KEYS[1] changes by ARGV[1], for ARGV[2] seconds, unless it
// would be above ARGV[3] or below 0.
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

const storeOf = (redis: RedisLink) => ({
  eval: (...args: Parameters<RedisClient["eval"]>) => redis.run((client) => client.eval(...args)),
  del: (key: string) => redis.run((client) => client.del(key)),
});

const tooMany: Partial<Record<LimitName, string>> = {
  chat: chatServerTexts.tooMany,
  code: twoStepTexts.tooManyWrong,
  wrongInviteCode: inviteTexts.tooManyCodes,
  wrongInviteCodeAccount: inviteTexts.tooManyCodes,
  wrongInviteCodeAll: inviteTexts.manyCodes,
  upload: filesServerTexts.tooFast,
  backup: operatorTexts.state.tooManyBackups,
};

function refuse(reason: unknown, name: LimitName): never {
  if (!(reason instanceof RateLimiterRes)) throw reason;
  const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
  throw new TooMany(seconds, tooMany[name]);
}

export async function isWithin(limiter: Limiter, name: LimitName, key: string, points?: number): Promise<boolean> {
  try {
    await limiter.take(name, key, points);
    return true;
  } catch (error) {
    if (error instanceof TooMany) return false;
    throw error;
  }
}

interface Source {
  /** The id of the account, by whatever it was named; what was typed where there is none. */
  account: string;
  address: string;
  /** The hash of the browser, where somebody has logged in there: it has counts of its own. */
  browser?: string;
}

export async function limitMail(
  limiter: Limiter,
  { email, address }: { email: string; address: string },
): Promise<void> {
  await limiter.take("mailAddress", address);
  await limiter.take("mail", email);
}

const pairOf = ({ account, address }: Source) => `${address} ${account}`;

// Failures in a browser that the account's owner has used are counted apart: others' guesses do not lock them out.
// @throws TooMany
export const limitLogin = async (limiter: Limiter, source: Source, check: () => Promise<boolean>): Promise<boolean> =>
  await limitFailures(
    limiter,
    source.browser ? [["login", source.browser], ["loginAccount", source.browser]] : [
      ["loginAddress", source.address],
      ["login", pairOf(source)],
      ["loginAccount", source.account],
    ],
    check,
  ) === "right";

interface CodeSource {
  userId: string;
  browser?: string;
}

const codeKey = ({ userId, browser }: CodeSource) => browser ?? userId;

/** `last` is a wrong code after which no other is taken for an hour. @throws TooMany */
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

export async function assertMayGiveCode(limiter: Limiter, source: CodeSource): Promise<void> {
  await limiter.take("code", codeKey(source));
  await limiter.giveBack("code", codeKey(source));
}

type Count = [name: LimitName, key: string];

interface CodeTypist {
  address: string;
  userId?: string;
}

/**
 * Only what was not found counts: a class behind one address may all come at once. Nothing is held while it is looked
 * for, and what is found is answered only while there are few failures, so that many guesses at once gain nothing.
 *
 * An account, or a visitor's address, has a number of failures; beyond it come those of all accounts together, or of
 * all visitors. Where others have used that up, a code is still answered for an account, or for visitors of a network
 * (an IPv4 /24, an IPv6 /48), with few failures that day: nobody is shut out by the guesses of other accounts or
 * networks.
 *
 * There are 20^6 = 64 million codes. 2 × 50 guesses in ten minutes are answered, 14 400 a day, and 10 a day more for
 * each account and network. Of 100 links in use (50 a group at most, 7 days long) an attacker comes upon one in 44
 * days, with 1000 accounts in 26, and with 10 000 networks in 6.
 * @throws TooMany
 */
export async function limitInviteCodes<T>(
  limiter: Limiter,
  { address, userId }: CodeTypist,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await find();
  const points = found === undefined ? 1 : 0;
  const isFew = (count: Count) => hasLeft(limiter, count, points);
  const own: Count = userId ? ["wrongInviteCodeAccount", userId] : ["wrongInviteCode", address];
  const all: Count = ["wrongInviteCodeAll", userId ? "accounts" : "visitors"];
  if (!await isFew(own)) await limiter.take(...own);
  const few = [await isFew(["wrongInviteCodeFew", userId ?? networkAround(address)]), await isFew(all)];
  if (!few.includes(true)) await limiter.take(...all);
  return found;
}

/** In as many steps for a right code as for a wrong one: of those tried at once none gets ahead. */
const hasLeft = (limiter: Limiter, [name, key]: Count, points: number): Promise<boolean> =>
  limiter.take(name, key, points).then((left) => left + points > 0, (error) => {
    if (error instanceof TooMany) return false;
    throw error;
  });

/** Of an address as `http/address.ts` writes it: an IPv4 /24, or an IPv6 /48. */
function networkAround(address: string): string {
  const separator = address.includes(":") ? ":" : ".";
  return address.split(separator).slice(0, 3).join(separator);
}

type Checked = "right" | "wrong" | "last";

/** Each check counts as a failure until it has succeeded, so that many at once do not get around the limits. */
async function limitFailures(
  limiter: Limiter,
  counts: Count[],
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

export async function clearLogins(limiter: Limiter, source: Source): Promise<void> {
  await limiter.clear("loginAccount", source.account);
  await limiter.clear("login", pairOf(source));
}
