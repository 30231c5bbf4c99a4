import type { Emoji } from "../../runtime/emoji_data.ts";
import { readStored, store } from "../../runtime/storage.ts";

export type { Emoji };

/** By groups: smileys, people, animals, food, travel, activities, objects, symbols, flags. */
export type EmojiGroups = Emoji[][];

export function findEmoji(groups: EmojiGroups, query: string, most: number): Emoji[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked = groups.flat().map((emoji) => ({ emoji, rank: rankOf(emoji, words) })).filter(({ rank }) => rank > 0);
  return ranked.sort((a, b) => b.rank - a.rank).slice(0, most).map(({ emoji }) => emoji);
}

/** 0 where a word begins none of its words; more for its name than for others. */
function rankOf([, label, tags]: Emoji, words: string[]): number {
  const begins = (text: string, word: string) => text.split(/[^\p{L}\p{N}]+/u).some((one) => one.startsWith(word));
  return words.every((word) => begins(label.toLowerCase(), word))
    ? 2
    : Number(words.every((word) => begins(`${label} ${tags}`.toLowerCase(), word)));
}

const key = "chapterhouse.emoji";
const mostRecent = 21;

export function recentEmoji(): string[] {
  try {
    const stored = JSON.parse(readStored(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string").slice(0, mostRecent) : [];
  } catch {
    return [];
  }
}

export function noteRecent(emoji: string): void {
  const others = recentEmoji().filter((one) => one !== emoji);
  store(key, JSON.stringify([emoji, ...others].slice(0, mostRecent)));
}
