/** What a place of a text is in. */

export const lineStart = (value: string, place: number): number =>
  place === 0 ? 0 : value.lastIndexOf("\n", place - 1) + 1;

export function lineEnd(value: string, place: number): number {
  const end = value.indexOf("\n", place);
  return end < 0 ? value.length : end;
}

const fence = /^[ \t>]*(`{3,}|~{3,})(.*)$/;

/** The fence that is open at a place. */
function fenceAt(value: string, place: number): string | undefined {
  let open: string | undefined;
  const before = value.slice(0, lineStart(value, place));
  for (const line of before.split("\n")) {
    const [, marks, info] = fence.exec(line) ?? [];
    if (!marks) continue;
    if (open === undefined) open = marks[0] === "`" && info.includes("`") ? undefined : marks;
    else if (marks.startsWith(open) && !info.trim()) open = undefined;
  }
  return open;
}

export const isInFence = (value: string, place: number): boolean => fenceAt(value, place) !== undefined;

export interface FormulaPlace {
  source: string;
  display: boolean;
  /** Its second mark is there. */
  isClosed: boolean;
}

/** The formula that a place is in, also one that has no end yet. */
export function formulaAt(value: string, place: number): FormulaPlace | undefined {
  if (!value.includes("$") || isInFence(value, place)) return undefined;
  const until = paragraphEnd(value, place);
  const marks = /`[^`\n]+`|\\.|\$\$|\$/g;
  marks.lastIndex = paragraphStart(value, place);
  let open: { at: number; sign: string } | undefined;
  for (let found = marks.exec(value); found && found.index < until; found = marks.exec(value)) {
    const { index, 0: sign } = found;
    if (sign[0] !== "$") continue;
    if (open?.sign === sign && (sign === "$$" || closes(value, index))) {
      const start = open.at + sign.length;
      if (place <= index) return place < start ? undefined : formula(value, { start, end: index, sign });
      open = undefined;
    } else if (open?.sign !== sign && open?.sign !== "$$" && (sign === "$$" || opens(value, index))) {
      open = { at: index, sign };
    }
  }
  return open && unfinished(value, open, { place, until });
}

interface Bounds {
  start: number;
  end: number;
  sign: string;
}

function formula(value: string, { start, end, sign }: Bounds, isClosed = true): FormulaPlace | undefined {
  const source = value.slice(start, end);
  return source.trim() ? { source, display: sign === "$$", isClosed } : undefined;
}

/** As the parser has it. */
const opens = (value: string, at: number): boolean =>
  !/[\p{L}\p{N}]/u.test(value[at - 1] ?? " ") && !/\s/.test(value[at + 1] ?? " ");
const closes = (value: string, at: number): boolean => !/\s/.test(value[at - 1]) && !/\d/.test(value[at + 1] ?? " ");

/** Money has no such signs. */
const ofFormula = /[\\^_{=]/;

function unfinished(
  value: string,
  { at, sign }: { at: number; sign: string },
  { place, until }: { place: number; until: number },
): FormulaPlace | undefined {
  const start = at + sign.length;
  const end = sign === "$$" ? until : Math.min(lineEnd(value, start), until);
  if (place < start || place > end || !ofFormula.test(value.slice(start, end))) return undefined;
  return formula(value, { start, end, sign }, false);
}

function paragraphStart(value: string, place: number): number {
  for (let start = lineStart(value, place); start > 0;) {
    const before = lineStart(value, start - 1);
    if (value.slice(before, start).trim() === "") return start;
    start = before;
  }
  return 0;
}

function paragraphEnd(value: string, place: number): number {
  const blank = value.slice(place).search(/\n[ \t]*\n/);
  return blank < 0 ? value.length : place + blank;
}

/** In a fence, between backticks or dollars, or in an address. */
export function isLiteral(value: string, place: number): boolean {
  if (isInFence(value, place)) return true;
  const line = value.slice(lineStart(value, place), place);
  if (/\S*:\/\/\S*$/.test(line)) return true;
  const isBetween = (sign: string) => line.split(sign).length % 2 === 0;
  return isBetween("`") || formulaAt(value, place) !== undefined;
}
