import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { withoutAccents } from "../../db/engine/searchable.ts";
import * as accountLimits from "../contract/account/limits.ts";
import { passwordTexts as words } from "../contract/account/texts.ts";
import { BadRequest, Busy } from "../errors.ts";
import type { Config } from "../settings/settings.ts";

export interface Passwords {
  /** @throws Busy while too many others wait */
  hash(password: string): Promise<string>;
  /** Without a hash it takes as long, so that a login to an unknown address does. @throws Busy */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

/** Argon2id with the parameters of OWASP's password storage cheat sheet. */
const parameters = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** The hash of a password that nobody has. Per process, since each takes as long as a login. */
let unknownHash: Promise<string> | undefined;

/** A burst of logins takes neither all cores nor all memory; at some 20 ms each, 300 wait three seconds. */
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

interface PasswordOwner {
  email?: string | null;
  fullName?: string | null;
  username?: string;
}

type Weakness = "common" | "own";

export async function weaknessOf(password: string, owner: PasswordOwner): Promise<Weakness | undefined> {
  if ((await commonPasswords()).has(password.toLowerCase())) return "common";
  return isOwn(password, owner) ? "own" : undefined;
}

/** @returns what they are warned of @throws BadRequest where the operator refuses such passwords */
export async function judgePassword(
  { config }: { config: Pick<Config, "commonPasswords"> },
  password: string,
  { owner, field = "password" }: { owner: PasswordOwner; field?: string },
): Promise<string | undefined> {
  const weakness = await weaknessOf(password, owner);
  if (!weakness) return undefined;
  if (config.commonPasswords === "warn") return words.warning(words.weak[weakness]);
  const message = words.refused[weakness];
  throw new BadRequest(message, "common_password", { issues: [{ path: field, message }] });
}

let common: Promise<Set<string>> | undefined;

/** Loaded with the first new password, and then a few megabytes. They are in lower case, the most common first. */
const commonPasswords = (): Promise<Set<string>> => common ??= load();

async function load(): Promise<Set<string>> {
  const { default: list } = await import("@zxcvbn-ts/language-common/src/passwords.json", { with: { type: "json" } });
  const possible = list.filter((one: string) => one.length >= accountLimits.password.min);
  return new Set(possible.slice(0, accountLimits.password.common));
}

const plain = (text: string): string => withoutAccents(text).replace(/[^\p{L}\p{N}]+/gu, "");

const partsOf = (text: string): string[] =>
  withoutAccents(text).split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);

function isOwn(password: string, { email, fullName, username = "" }: PasswordOwner): boolean {
  const names = partsOf(fullName ?? "");
  const address = email ?? "";
  const [mailbox] = address.split("@");
  const own = [
    ...names,
    ...partsOf(mailbox),
    ...[address, mailbox, fullName ?? "", names.toReversed().join(""), username].map(plain),
  ].filter(Boolean);
  const typed = plain(password);
  return own.includes(typed) || own.includes(typed.replace(/^\p{N}+|\p{N}+$/gu, ""));
}
