/** The marks around a selection: put there, and taken away where they are. */
import type { Change, Typed } from "./write_change.ts";
import { lineEnd, lineStart } from "./write_places.ts";

export type MarkName = "bold" | "italic" | "code" | "formula" | "hidden";

interface Mark {
  /** The first is written, each is taken away. */
  signs: string[];
  /** What stands on lines of their own around several lines. */
  block?: string;
}

const marks: Record<MarkName, Mark> = {
  bold: { signs: ["**", "__"] },
  italic: { signs: ["*", "_"] },
  code: { signs: ["`"], block: "```" },
  formula: { signs: ["$", "$$"], block: "$$" },
  hidden: { signs: ["||"] },
};

export function toggle(typed: Typed, name: MarkName): Change {
  const { signs, block } = marks[name];
  const inner = trimmed(typed);
  const lines = block && blockAround(inner, block);
  if (lines) return lines;
  for (const sign of signs) {
    const span = emptySpan(inner, sign) ?? spanAround(inner, sign);
    if (span) return withoutMarks(inner, span, sign);
  }
  const text = inner.value.slice(inner.start, inner.end);
  return block && text.includes("\n") ? asBlock(inner, block) : around(inner, signs[0]);
}

/** Marks that a space follows, or comes before, mark nothing. */
function trimmed({ value, start, end }: Typed): Typed {
  const text = value.slice(start, end);
  if (!text.trim()) return { value, start: end, end };
  const from = start + text.length - text.trimStart().length;
  return { value, start: from, end: from + text.trim().length };
}

interface Span {
  /** Where the first mark begins, and the last one. */
  open: number;
  close: number;
}

/** The caret between two marks. */
function emptySpan({ value, start, end }: Typed, sign: string): Span | undefined {
  const { length } = sign;
  const run = value.slice(Math.max(0, start - length - 1), start + length + 1);
  const isBetween = start === end && run.includes(sign + sign) &&
    value.slice(start - length, start + length) === sign + sign;
  return isBetween && run.split(sign[0]).length === 2 * length + 1 ? { open: start - length, close: start } : undefined;
}

/** On the same line, or over the lines that are selected. */
function spanAround({ value, start, end }: Typed, sign: string): Span | undefined {
  const { length } = sign;
  const from = lineStart(value, start);
  const places = placesOf(value.slice(from, lineEnd(value, end)), sign).map((place) => place + from);
  for (let at = 0; at + 1 < places.length; at++) {
    const [open, close] = [places[at], places[at + 1]];
    if (/\s/.test(value[open + length]) || /\s/.test(value[close - 1])) continue;
    const isInside = start >= open + length && end <= close;
    const isSelected = start < end && start >= open && end <= close + length;
    if (isInside || isSelected) return { open, close };
    at++;
  }
}

/** Where there are three, one of them is of italics; longer runs are of neither. */
function placesOf(line: string, sign: string): number[] {
  const places: number[] = [];
  for (const { index, 0: run } of line.matchAll(/([*_`$|])\1*/g)) {
    const isBoth = run.length === 3 && "*_".includes(run[0]);
    if (run[0] === sign[0] && (run.length === sign.length || isBoth)) places.push(index);
  }
  return places;
}

/** Lines of their own right above and below. */
function blockAround({ value, start, end }: Typed, sign: string): Change | undefined {
  const first = lineStart(value, start);
  const last = lineEnd(value, end);
  if (first === 0 || last === value.length) return undefined;
  const open = lineStart(value, first - 1);
  const close = lineEnd(value, last + 1);
  if (!value.slice(open, first).startsWith(sign) || value.slice(last + 1, close).trim() !== sign) return undefined;
  return {
    from: open,
    to: close,
    text: value.slice(first, last),
    start: open + start - first,
    end: open + end - first,
  };
}

function withoutMarks({ value, start, end }: Typed, { open, close }: Span, { length }: string): Change {
  // At its end what is typed next is without the mark.
  if (start === end && start === close && close > open + length) return passed(value, { from: close, length });
  const place = (at: number) => Math.min(Math.max(at, open + length), close) - length;
  return {
    from: open,
    to: close + length,
    text: value.slice(open + length, close),
    start: place(start),
    end: place(end),
  };
}

const passed = (value: string, { from, length }: { from: number; length: number }): Change => {
  const to = from + length;
  return { from, to, text: value.slice(from, to), start: to, end: to };
};

function around({ value, start, end }: Typed, sign: string): Change {
  const { length } = sign;
  const text = sign + value.slice(start, end) + sign;
  return { from: start, to: end, text, start: start + length, end: end + length };
}

function asBlock({ value, start, end }: Typed, sign: string): Change {
  const before = start > 0 && value[start - 1] !== "\n" ? "\n" : "";
  const after = end < value.length && value[end] !== "\n" ? "\n" : "";
  const opening = `${before}${sign}\n`;
  const text = `${opening}${value.slice(start, end)}\n${sign}${after}`;
  return { from: start, to: end, text, start: start + opening.length, end: end + opening.length };
}
