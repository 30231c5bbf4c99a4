/** `||hidden||`, paired as the parser pairs `~~`. */
import type { Delimiter, StateInline } from "markdown-it";

const bar = "|".charCodeAt(0);

/**
 * Stands for each bar of two that follow each other where a text may have tables: else these would part their cells,
 * and show what is hidden. From the private use area, where no text has anything to say.
 */
export const heldBar = "\uE000";

export const holdBars = (text: string): string => text.replaceAll("||", heldBar + heldBar);
export const releaseBars = (text: string): string => text.replaceAll(heldBar, "|");

/** Whatever stands beside them: what was meant to be hidden and is not does more harm than the opposite. */
export function hiddenText(state: StateInline, silent: boolean): boolean {
  const { pos, src } = state;
  if (silent || src[pos] !== "|" && src[pos] !== heldBar) return false;
  const { length } = state.scanDelims(pos, true);
  const isMark = length === 2 || length === 3;
  if (isMark) {
    state.push("text", "", 0).content = "||";
    state.delimiters.push({ marker: bar, length: 0, token: state.tokens.length - 1, end: -1, open: true, close: true });
  }
  state.pending += src.slice(isMark ? pos + 2 : pos, pos + length);
  state.pos += length;
  return true;
}

export function pairHiddenText(state: StateInline): void {
  pair(state, state.delimiters);
  for (const meta of state.tokens_meta) if (meta?.delimiters) pair(state, meta.delimiters);
}

function pair({ tokens }: StateInline, delimiters: Delimiter[]): void {
  for (const { marker, token, end } of delimiters) {
    if (marker !== bar || end === -1) continue;
    for (const [at, nesting] of [[token, 1], [delimiters[end].token, -1]] as const) {
      Object.assign(tokens[at], { type: nesting === 1 ? "spoiler_open" : "spoiler_close", nesting, content: "" });
    }
  }
}
