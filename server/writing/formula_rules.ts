/** `$…$` and `$$…$$`. What opens or closes one is as Pandoc has it: `$5 and $6` is money. */
import type { Env, StateBlock, StateInline } from "markdown-it";
import { written as limits } from "../contract/site/written_limits.ts";

export function inlineFormula(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== "$") return false;
  if (isOneTooMany(state.env)) return skipDollars(state, silent);
  const isDisplay = src.startsWith("$$", pos);
  const marker = isDisplay ? "$$" : "$";
  const start = pos + marker.length;
  const end = isDisplay ? displayEnd(src, start) : inlineEnd(src, start);
  if (end < 0 || end + marker.length > posMax || src.slice(start, end).trim() === "") return skipDollars(state, silent);
  if (!silent) {
    const token = state.push("formula", "", 0);
    token.content = src.slice(start, end);
    token.markup = marker;
  }
  state.pos = end + marker.length;
  return true;
}

/** Each dollar may be the beginning of one, and is looked after for as long as one may be. */
function isOneTooMany(env: Env): boolean {
  env.dollars = Number(env.dollars ?? 0) + 1;
  return Number(env.dollars) > limits.dollars;
}

/** All at once: none of them opens one. */
function skipDollars(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  let end = pos;
  while (end < posMax && src[end] === "$") end++;
  if (!silent) state.pending += src.slice(pos, end);
  state.pos = end;
  return true;
}

function displayEnd(src: string, start: number): number {
  const end = src.slice(start, start + limits.formula + 2).indexOf("$$");
  return end < 0 ? -1 : start + end;
}

function inlineEnd(src: string, start: number): number {
  if (/\s/.test(src[start] ?? " ") || /[\p{L}\p{N}]/u.test(src[start - 2] ?? " ")) return -1;
  const most = Math.min(src.length, start + limits.formula + 1);
  for (let end = src.indexOf("$", start); end >= 0 && end < most; end = src.indexOf("$", end + 1)) {
    if (src[end - 1] === "\\") continue;
    if (mayClose(src[end - 1], src[end + 1] ?? " ")) return end;
    // A price before a formula.
    if (/\d/.test(src[start])) return -1;
  }
  return -1;
}

/** Not before a further price or, as in `$PATH:$HOME`, variable; but before letters, as in `$n$th`. */
const mayClose = (before: string, after: string): boolean =>
  !/\s/.test(before) && !/\d/.test(after) && !(/[:/.,;=-]/.test(before) && /[\p{L}_({]/u.test(after));

/** One that begins and ends a line, whatever its lines begin with. */
export function formulaBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const first = lineOf(state, startLine);
  if (!first.startsWith("$$") || isOneTooMany(state.env)) return false;
  const lines = [first.slice(2)];
  let length = 0;
  while (!lines.at(-1)!.trimEnd().endsWith("$$")) {
    const line = startLine + lines.length;
    length += lines.at(-1)!.length + 1;
    if (length > limits.formula || line >= endLine || state.sCount[line] < state.blkIndent) return false;
    lines.push(lineOf(state, line));
  }
  const source = lines.join("\n").trimEnd().slice(0, -2);
  if (source.trim() === "" || source.includes("$$")) return false;
  if (silent) return true;
  const token = state.push("formula_block", "", 0);
  token.content = source;
  state.line = startLine + lines.length;
  return true;
}

const lineOf = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string =>
  src.slice(bMarks[line] + tShift[line], eMarks[line]);
