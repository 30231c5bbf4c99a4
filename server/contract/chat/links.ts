export interface LinkedText {
  text: string;
  href?: string;
}

// Whitespace, quotes and the full stops and brackets of other scripts end an address; so do control and format
// characters, which could turn what is shown around. One class, repeated once: linear, whatever is sent.
const candidate = /\bhttps?:\/\/[^\s<>"“”«»„、。，！：；？（）「」『』【】《》\p{C}]+/giu;

/** Joined together the pieces are the text again. */
export function linkify(text: string): LinkedText[] {
  const pieces: LinkedText[] = [];
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

// `https://bank.example@evil.example` leads to the second; such a one stays text.
function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return !username && !password;
}

const opening: Record<string, string> = { ")": "(", "]": "[" };

/** The sentence's punctuation at the end is not the address's; a bracket is, if it was opened inside. */
function lengthWithoutPunctuation(found: string): number {
  const count: Record<string, number> = { "(": 0, ")": 0, "[": 0, "]": 0 };
  for (const char of found) if (char in count) count[char]++;
  let length = found.length;
  for (; length > 0; length--) {
    const last = found[length - 1];
    if (last in opening ? count[last] <= count[opening[last]] : !".,;:!?'*_~…’".includes(last)) break;
    if (last in opening) count[last]--;
  }
  return length;
}

/** The first address that everybody is to see: it is neither in code nor in hidden text. */
export const firstLink = (text: string): string | undefined =>
  linkify(withoutHidden(withoutCode(text))).find(({ href }) => href)?.href;

const withoutHidden = (text: string): string => text.replaceAll(/\|\|[^]*?\|\|/g, " ");

/** As CommonMark has them: fenced to the end where no fence ends it, and between as many backticks each. */
function withoutCode(text: string): string {
  const unfenced = text.replaceAll(/^ {0,3}(`{3,}(?=[^`\n]*$)|~{3,})[^]*?(?:\n {0,3}\1[`~]*[ \t]*$|(?![^]))/gm, " ");
  const runs = [...unfenced.matchAll(/`+/g)];
  const nextAlike = new Map<number, number>();
  const closing = runs.toReversed().map(({ 0: { length } }, fromEnd) => {
    const next = nextAlike.get(length);
    nextAlike.set(length, runs.length - 1 - fromEnd);
    return next;
  }).toReversed();
  const pieces: string[] = [];
  let end = 0;
  for (let n = 0; n < runs.length; n++) {
    const close = closing[n];
    if (close === undefined) continue;
    pieces.push(unfenced.slice(end, runs[n].index), " ");
    end = runs[close].index + runs[close][0].length;
    n = close;
  }
  return pieces.join("") + unfenced.slice(end);
}
