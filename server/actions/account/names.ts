import { withoutAccents } from "../../../db/engine/searchable.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { registrationTexts } from "../../contract/account/texts.ts";
import * as peopleLimits from "../../contract/people/limits.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest } from "../../errors.ts";

/** Names by which somebody could pass for the site itself, or for the people who run it. */
const offices =
  "abuse admin admins administrator administrators moderator moderators operator operators postmaster root security " +
  "support sysadmin system webmaster chapterhouse everyone";

const beside = "account accounts bot desk help of official service site staff team the user";

/** Letters of other alphabets, digits and signs, and beneath each the letter it looks like. */
const lookalikes = pairs(
  ["авекмнорстухѕі", "abekmhopctyxsi"],
  ["αβεικνορτυχ", "abeikvoptux"],
  ["013457@$|!l", "oieastasiii"],
);
const lookalike = new RegExp(`[${Object.keys(lookalikes).join("")}]`, "gu");

function pairs(...rows: [letters: string, latin: string][]): Record<string, string> {
  return Object.fromEntries(rows.flatMap(([letters, latin]) => [...letters].map((letter, n) => [letter, latin[n]])));
}

/** The words of a name as they look: without case, accents, what cannot be seen, and a number at the end. */
const wordsOf = (name: string): string[] =>
  withoutAccents(name).replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "").split(/[^\p{L}\p{N}@$|!]+/u)
    .map((word) => word.replace(/\p{N}+$/u, "")).filter(Boolean)
    .map((word) => word.replace(lookalike, (letter) => lookalikes[letter]));

const reserved = new Set(wordsOf(offices));
const fillers = new Set(wordsOf(beside));

export function isReserved(name: string, siteName: string): boolean {
  const words = wordsOf(name);
  const whole = words.join("");
  const phrases = [siteName, accountLimits.deletedAccount].map((phrase) => wordsOf(phrase).join("")).filter(Boolean);
  if (reserved.has(whole) || phrases.includes(whole)) return true;
  const rest = phrases.reduce((rest, phrase) => rest.replace(phrase, ""), whole);
  const isOfSite = rest !== whole && (fillers.has(rest) || reserved.has(rest));
  return isOfSite || words.some((word) => reserved.has(word)) &&
      words.every((word) => reserved.has(word) || fillers.has(word));
}

export function assertOwnName({ config }: Deps, name: string, field: string): void {
  if (!isReserved(name, config.site.name)) return;
  const message = registrationTexts.reservedName;
  throw new BadRequest(message, "reserved_name", { issues: [{ path: field, message }] });
}

/** @param digits ends it in so many random digits, for when the plain one is taken */
export function usernameFrom(fullName: string, { digits = 0, siteName = "" } = {}): string {
  const plain = withoutAccents(fullName).replace(/[^a-z0-9]+/g, ".").replace(/^\.+|\.+$/g, "");
  const suffix = digits > 0 ? `.${randomNumber(digits)}` : "";
  const base = plain.length < peopleLimits.username.min || isReserved(plain, siteName)
    ? `reader${plain && "."}${plain}`
    : plain;
  return base.slice(0, peopleLimits.username.max - suffix.length).replace(/\.+$/, "") + suffix;
}

function randomNumber(digits: number): number {
  const least = 10 ** (digits - 1);
  return least + crypto.getRandomValues(new Uint32Array(1))[0] % (9 * least);
}
