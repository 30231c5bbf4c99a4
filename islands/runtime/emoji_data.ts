/** Of the build: the emoji that the picker offers, as a file of its own, which it fetches when it opens. */
import { createHash } from "node:crypto";
import compact from "emojibase-data/en/compact.json" with { type: "json" };
import github from "emojibase-data/en/shortcodes/github.json" with { type: "json" };

/** The emoji, its name, further words by which it is found, and what GitHub calls it between colons, if anything. */
export type Emoji = [unicode: string, label: string, tags: string, names?: string];

interface Described {
  hexcode: string;
  unicode: string;
  label: string;
  tags?: string[];
  /** Without the letters that flags are made of. */
  group?: number;
  order?: number;
}

/** Colours of skin and hair, which are no emoji by themselves. */
const components = 2;

const described = (compact as Described[]).filter(({ group }) => group !== undefined && group !== components)
  .sort((a, b) => a.order! - b.order!);

const shortNames: Record<string, string | string[]> = github;

const groups = Map.groupBy(described, ({ group }) => group);

const data = [...groups.values()].map((group) => group.map(entryOf));

/** Words of its name are not repeated. */
function entryOf({ hexcode, unicode, label, tags = [] }: Described): Emoji {
  const words = label.split(" ");
  const further = tags.filter((tag) => !words.includes(tag)).join(" ");
  const names = [shortNames[hexcode] ?? []].flat();
  return names.length > 0 ? [unicode, label, further, names.join(" ")] : [unicode, label, further];
}

const content = JSON.stringify(data);
const hash = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();

export const emojiData = { name: `emoji-${hash}.json`, content };
