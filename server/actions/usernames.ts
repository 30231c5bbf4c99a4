import * as limits from "../contract/limits.ts";

/**
 * A username made from a full name: lower case, `[a-z0-9._-]`, 3 to 30 characters.
 *
 * @param numbered ends it in four random digits, for when the plain one is taken
 */
export function usernameFrom(fullName: string, { numbered = false } = {}): string {
  const plain = fullName.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, ".").replace(/^\.+|\.+$/g, "");
  const suffix = numbered ? `.${1000 + crypto.getRandomValues(new Uint16Array(1))[0] % 9000}` : "";
  const base = plain.length >= limits.username.min ? plain : `reader${plain && "."}${plain}`;
  return base.slice(0, limits.username.max - suffix.length).replace(/\.+$/, "") + suffix;
}
