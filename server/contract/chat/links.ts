/** A text in pieces, which are the text again when joined: those with `href` are addresses. */
export interface Linked {
  text: string;
  href?: string;
}

// Whitespace, quotes, bars, backticks and the full stops and brackets of other scripts end an address; so do control
// and format characters, which could turn what is shown around. One class, repeated once: linear, whatever is sent.
const candidate = /\bhttps?:\/\/[^\s<>|`"“”«»„、。，！：；？（）「」『』【】《》\p{C}]+/giu;

/** Finds the addresses of pages in a text, however many. Linear in its length. */
export function linkify(text: string): Linked[] {
  if (!text.includes("://")) return text ? [{ text }] : [];
  const pieces: Linked[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const address = found.slice(0, lengthWithoutPunctuation(found));
    if (!isPlainAddress(address)) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: address, href: address });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** One of `http` or `https`. `https://bank.example@evil.example` leads to the second name: such a one stays text. */
export function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return /^https?:$/.test(protocol) && !username && !password;
}

const opening: Record<string, string> = { ")": "(", "]": "[" };

/**
 * The sentence's punctuation at the end is not the address's; a bracket is, if it was opened inside. A square one that
 * was not ends it wherever it stands.
 */
function lengthWithoutPunctuation(found: string): number {
  const count: Record<string, number> = { "(": 0, ")": 0, "[": 0, "]": 0 };
  let length = 0;
  for (const char of found) {
    if (char in count) count[char]++;
    if (count["]"] > count["["]) break;
    length += char.length;
  }
  count["]"] = Math.min(count["]"], count["["]);
  for (; length > 0; length--) {
    const last = found[length - 1];
    if (last in opening ? count[last] <= count[opening[last]] : !".,;:!?'*_~…’".includes(last)) break;
    if (last in opening) count[last]--;
  }
  return length;
}
