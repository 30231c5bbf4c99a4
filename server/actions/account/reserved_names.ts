/** Names by which somebody could pass for the site itself, or for the people who run it. */
import * as accountLimits from "../../contract/account/limits.ts";
import { withoutAccents } from "../../../db/engine/searchable.ts";
import { registrationTexts } from "../../contract/account/texts.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest } from "../../errors.ts";

const offices =
  "abuse admin admins administrator administrators moderator moderators operator operators postmaster root security " +
  "support sysadmin system webmaster chapterhouse";

/** What may stand beside these. A name of nothing else than them is nobody's. */
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

/** Whether a full name or a username could pass for the site, of this name, or for the people who run it. */
export function isReserved(name: string, siteName: string): boolean {
  const words = wordsOf(name);
  const whole = words.join("");
  const phrases = [siteName, accountLimits.deletedAccount].map((phrase) => wordsOf(phrase).join("")).filter(Boolean);
  // Also with blanks between its letters.
  if (reserved.has(whole) || phrases.includes(whole)) return true;
  const rest = phrases.reduce((rest, phrase) => rest.replace(phrase, ""), whole);
  const isOfSite = rest !== whole && (fillers.has(rest) || reserved.has(rest));
  return isOfSite || words.some((word) => reserved.has(word)) &&
      words.every((word) => reserved.has(word) || fillers.has(word));
}

/** @throws BadRequest for a name that could pass for the site */
export function assertOwnName({ config }: Pick<Deps, "config">, name: string, field: string): void {
  if (!isReserved(name, config.site.name)) return;
  const message = registrationTexts.reservedName;
  throw new BadRequest(message, "reserved_name", { issues: [{ path: field, message }] });
}
