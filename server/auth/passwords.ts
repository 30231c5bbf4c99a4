import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { withoutAccents } from "../../db/engine/searchable.ts";
import * as accountLimits from "../contract/account/limits.ts";
import { Busy } from "../errors.ts";

export interface Passwords {
  /** @throws Busy while too many others wait */
  hash(password: string): Promise<string>;
  /**
   * Whether a hash is of this password. Without a hash, or with the empty one of an account without a password, it
   * takes the same time and is false, so that a login to an unknown address takes as long as one with a wrong password.
   *
   * @throws Busy while too many others wait
   */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

/**
 * Argon2id (the library's default variant) with the parameters of OWASP's password storage cheat sheet: 19 MiB, two
 * passes, one lane.
 */
const parameters = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** The hash of a password that nobody has. Per process, since each takes as long as a login. */
let unknownHash: Promise<string> | undefined;

/**
 * Password hashing on the native thread pool, at most two at once, so that a burst of logins takes neither all cores
 * nor all memory.
 *
 * @param maxQueued how many may wait: two at a time, at some 20 ms each, 300 wait three seconds
 */
export function openPasswords({ maxQueued = 300 } = {}): Passwords {
  const limit = pLimit(2);
  const queued = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= maxQueued) throw new Busy();
    return await limit(work);
  };
  const unknown = unknownHash ??= hash(crypto.randomUUID(), parameters);
  return {
    hash: (password) => queued(() => hash(password, parameters)),
    verify: (stored, password) =>
      queued(async () => await verify(stored || await unknown, password) && Boolean(stored)),
  };
}

/** Passwords that are guessed first: the most common ones, and what is known of their owner. */

/** Whose password it is, as far as that is known. */
export interface PasswordOwner {
  email?: string;
  fullName?: string | null;
  username?: string;
}

type Weakness = "common" | "own";

/** Why a password is guessed first, in whatever case it is written; undefined where it is not. */
export async function weaknessOf(password: string, owner: PasswordOwner): Promise<Weakness | undefined> {
  if ((await commonPasswords()).has(password.toLowerCase())) return "common";
  return isOwn(password, owner) ? "own" : undefined;
}

let common: Promise<Set<string>> | undefined;

/** Loaded with the first new password, and then a few megabytes. They are in lower case, the most common first. */
const commonPasswords = (): Promise<Set<string>> => common ??= load();

async function load(): Promise<Set<string>> {
  const { default: list } = await import("@zxcvbn-ts/language-common/src/passwords.json", { with: { type: "json" } });
  const possible = list.filter((one: string) => one.length >= accountLimits.password.min);
  return new Set(possible.slice(0, accountLimits.password.common));
}

/** Letters and digits alone, in lower case, without accents. */
const plain = (text: string): string => withoutAccents(text).replace(/[^\p{L}\p{N}]+/gu, "");

/** Of a name or an address: each part that is not too short to mean anything. */
const partsOf = (text: string): string[] =>
  withoutAccents(text).split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);

/** Whether a password is its owner's name, or their address, or a part of these, with nothing but digits around it. */
function isOwn(password: string, { email = "", fullName, username = "" }: PasswordOwner): boolean {
  const names = partsOf(fullName ?? "");
  const [mailbox] = email.split("@");
  const own = [
    ...names,
    ...partsOf(mailbox),
    ...[email, mailbox, fullName ?? "", names.toReversed().join(""), username].map(plain),
  ].filter(Boolean);
  const typed = plain(password);
  return own.includes(typed) || own.includes(typed.replace(/^\p{N}+|\p{N}+$/gu, ""));
}
