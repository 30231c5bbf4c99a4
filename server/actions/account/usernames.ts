import * as peopleLimits from "../../contract/people/limits.ts";
import { withoutAccents } from "../../../db/engine/searchable.ts";
import { isReserved } from "./reserved_names.ts";

/**
 * A username made from a full name: lower case, `[a-z0-9._-]`, 3 to 30 characters. One that could pass for the site has
 * `reader` added to it.
 *
 * @param digits ends it in so many random digits, for when the plain one is taken
 */
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
