/** `:tada:`, by the names of GitHub, or what an emoji is called. */
import type { Emoji } from "../runtime/emoji_data.ts";
import type { Change, Typed } from "./write_change.ts";
import { isLiteral } from "./write_places.ts";

export interface NamedEmoji {
  emoji: string;
  names: string[];
}

/** Of the data of the picker, in its order. */
export const namesIn = (groups: Emoji[][]): NamedEmoji[] =>
  groups.flat().map(([emoji, label, , names]) => ({ emoji, names: (names ?? nameOf(label)).split(" ") }));

const nameOf = (label: string): string =>
  label.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "");

const offered = 6;

export interface EmojiQuery {
  from: number;
  name: string;
  /** Its second colon is there. */
  isClosed: boolean;
}

/** What is typed of a name before the caret. */
export function queryAt({ value, start, end }: Typed): EmojiQuery | undefined {
  if (start !== end) return undefined;
  const [, , name, colon] =
    /(^|[^A-Za-z0-9_:/.]):([A-Za-z0-9_+-]{1,40})(:?)$/.exec(value.slice(Math.max(0, start - 44), start)) ?? [];
  if (name === undefined || name.length < 2 && !colon) return undefined;
  const from = start - 1 - name.length - colon.length;
  return isLiteral(value, from) ? undefined : { from, name: name.toLowerCase(), isClosed: colon === ":" };
}

/** What begins with it first, then what has a word that does. */
export function found(all: NamedEmoji[], name: string): { emoji: string; name: string }[] {
  const begins: { emoji: string; name: string }[] = [];
  const has: typeof begins = [];
  for (const { emoji, names } of all) {
    const first = names.find((one) => one.startsWith(name));
    const later = first ?? names.find((one) => one.includes(`_${name}`));
    if (later) (first ? begins : has).push({ emoji, name: later });
  }
  const isExact = (one: { name: string }) => Number(one.name === name);
  return [...begins.sort((a, b) => isExact(b) - isExact(a)), ...has].slice(0, offered);
}

export const named = (all: NamedEmoji[], name: string): string | undefined =>
  all.find(({ names }) => names.includes(name))?.emoji;

export function completed({ start }: Typed, { from }: EmojiQuery, emoji: string, { isClosed = false } = {}): Change {
  const text = isClosed ? emoji : `${emoji} `;
  return { from, to: start, text, start: from + text.length, end: from + text.length };
}
