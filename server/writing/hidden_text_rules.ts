/** `||hidden||`, paired as the parser pairs `~~`. */
import type { Delimiter, StateInline } from "markdown-it";

const bar = "|".charCodeAt(0);

/** Between letters of a program, as in `a||b`, it hides nothing. */
const ofProgram = /[a-z0-9]/i;

export function hiddenText(state: StateInline, silent: boolean): boolean {
  const { pos, src } = state;
  if (silent || src.charCodeAt(pos) !== bar) return false;
  const { length, can_open, can_close } = state.scanDelims(pos, true);
  if (length !== 2) {
    state.pending += src.slice(pos, pos + length);
    state.pos += length;
    return true;
  }
  state.push("text", "", 0).content = "||";
  state.delimiters.push({
    marker: bar,
    length: 0,
    token: state.tokens.length - 1,
    end: -1,
    open: can_open && !ofProgram.test(src[pos - 1] ?? " "),
    close: can_close && !ofProgram.test(src[pos + length] ?? " "),
  });
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
