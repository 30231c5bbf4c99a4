/** The HTML of a part of a text, with what is marked in it. */
import { escaped } from "../site/written_html.ts";
import type { HighlightColor } from "./mark_colors.ts";

export interface MarkInText {
  id: string;
  /** Characters of the whole text. */
  from: number;
  to: number;
  color: HighlightColor;
  /** Null for the reader's own. */
  by: string | null;
}

const tagOrText = /<(?:[^">]|"[^"]*")*>|[^<]+/g;
const tagName = /^<(\/?)([a-z0-9]*)/i;
/** As parts of texts have them, and as a browser writes them. */
const entity = /&(?:amp|lt|gt|quot|nbsp);/g;
const blockId = /\sid="c(\d+)"/;

/**
 * Puts `mark` elements around the characters of highlights: of each element and each run of characters that the same
 * ones have, one, whose `data-mark` names the first of them, or the reader's own. The text stays as it is; MathML has none.
 *
 * @param html blocks with the ids `cN`, as parts of texts have them @param marks in any order, a few hundred at most
 */
export function withMarks(html: string, marks: readonly MarkInText[]): string {
  const runs = runsOf(marks);
  if (runs.length === 0) return html;
  let [at, next, formulas] = [0, 0, 0];
  let block: { name: string; open: number } | undefined;
  const written: string[] = [];
  for (const [token] of html.matchAll(tagOrText)) {
    if (token.startsWith("<")) {
      const [, end, name] = tagName.exec(token)!;
      const id = blockId.exec(token);
      if (name === block?.name) block.open += end ? -1 : 1;
      if (name === "math") formulas += end ? -1 : 1;
      if (id) {
        if (Number(id[1]) < at) next = 0;
        at = Number(id[1]);
        block = { name, open: 1 };
      }
      if (block?.open === 0) block = undefined;
      written.push(token);
      continue;
    }
    // What is between blocks counts nowhere.
    const end = block ? at + charactersIn(token) : at;
    while (next < runs.length && runs[next].to <= at) next++;
    written.push(!block || formulas > 0 ? token : markedText(token, { at, end, runs, next }));
    at = end;
  }
  return written.join("");
}

const blockStart = /<(?:p|li|h[1-6]|dt|dd|pre)\s(?:[^">]|"[^"]*")*>/g;

/** With a link at the beginning of each paragraph; its sign is a style's, so that the text stays as it is. */
export const withLinks = (html: string, { label, to }: { label: string; to(character: number): string }): string =>
  html.replace(blockStart, (tag) => {
    const id = blockId.exec(tag);
    return id
      ? `${tag}<a class="text-paragraph" href="${escaped(to(Number(id[1])))}" aria-label="${escaped(label)}"></a>`
      : tag;
  });

/** Of text as it is in HTML. */
const charactersIn = (escaped: string): number =>
  escaped.includes("&") ? escaped.replaceAll(entity, "&").length : escaped.length;

interface Run {
  from: number;
  to: number;
  opening: string;
}

/** What the same highlights cover, in the order of the text. */
function runsOf(marks: readonly MarkInText[]): Run[] {
  const given = marks.filter(({ from, to }) => from < to);
  const bounds = [...new Set(given.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  return bounds.slice(0, -1).flatMap((from, n) => {
    const to = bounds[n + 1];
    const covering = given.filter((mark) => mark.from <= from && mark.to >= to);
    return covering.length === 0 ? [] : [{ from, to, opening: openingOf(covering) }];
  });
}

function openingOf(marks: MarkInText[]): string {
  const own = marks.filter(({ by }) => by === null);
  const others = marks.filter(({ by }) => by !== null);
  const people = Math.min(3, new Set(others.map(({ by }) => by)).size);
  const classes = [
    "text-mark",
    ...own.length > 0 ? [`text-mark-${own.at(-1)!.color}`] : [],
    ...people > 0 ? [`text-mark-by-${people}`] : [],
  ];
  const [{ id }] = [...own, ...others];
  return `<mark class="${classes.join(" ")}" data-mark="${id.replace(/[^\w-]/g, "")}">`;
}

interface Position {
  at: number;
  end: number;
  runs: Run[];
  next: number;
}

function markedText(text: string, { at, end, runs, next }: Position): string {
  if (next >= runs.length || runs[next].from >= end) return text;
  const written: string[] = [];
  let [rest, character] = [text, at];
  const take = (until: number): string => {
    const index = indexAfter(rest, until - character);
    const taken = rest.slice(0, index);
    rest = rest.slice(index);
    character = until;
    return taken;
  };
  for (let n = next; n < runs.length && runs[n].from < end; n++) {
    const { from, to, opening } = runs[n];
    written.push(take(Math.max(from, at)), opening, take(Math.min(to, end)), "</mark>");
  }
  return written.join("") + rest;
}

/** Where so many characters of escaped text end. */
function indexAfter(escaped: string, characters: number): number {
  if (!escaped.includes("&")) return characters;
  let [index, counted] = [0, 0];
  for (const match of escaped.matchAll(entity)) {
    const plain = match.index - index;
    if (counted + plain >= characters) break;
    counted += plain + 1;
    index = match.index + match[0].length;
  }
  return index + characters - counted;
}
