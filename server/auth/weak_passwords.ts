/** Passwords that are guessed first: the most common ones, and what is known of their owner. */
import * as accountLimits from "../contract/account/limits.ts";
import { withoutAccents } from "../../db/engine/searchable.ts";

/** Whose password it is, as far as that is known. */
export interface PasswordOwner {
  email?: string;
  fullName?: string | null;
  username?: string;
}

export type Weakness = "common" | "own";

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
