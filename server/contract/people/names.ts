export const displayName = (user: { fullName: string | null; username: string }): string =>
  user.fullName || user.username;

/** What someone is found by, to stand beside their name; undefined where that is the name already. */
export const handle = (user: { fullName: string | null; username: string }): string | undefined =>
  displayName(user) === user.username ? undefined : `@${user.username}`;

/** Up to two initials of a name, upper case; `?` for a name without letters or digits. */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  return [...words.slice(0, 1), ...words.slice(1).slice(-1)].map(initial).join("") || "?";
}

const initial = (word: string) => String.fromCodePoint(word.codePointAt(0)!).toUpperCase();

export const hueOf = (id: string): number => hashOf(id) % 360;

/** A hash of a text of 32 bits (FNV-1a over its UTF-16 code units): for what may collide now and then. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
