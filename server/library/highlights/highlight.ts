import { giveWay } from "../../../db/engine/timing.ts";
import { note } from "../../contract/notes/limits.ts";

/** What a reader marked in a book elsewhere, as a file of theirs has it. */
export interface Highlight {
  title: string;
  author: string;
  /** What they marked; empty where they wrote a remark alone. */
  text: string;
  remark: string;
  page: number | null;
  /** Where it begins and ends, in a count of the device's own. */
  location: [from: number, to: number] | null;
  /** Of the whole book, from 0 to 1. */
  share: number | null;
}

/** Characters that are read of a title, an author, or a line with a place. */
const longestLine = 500;

// Marks of direction, which devices write around titles, are no part of them.
export const inOneLine = (text: string): string =>
  text.slice(0, longestLine).replace(/[\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").replace(/\s+/g, " ").trim();

/** Null for what is no number of a place. */
export const placeIn = (written: unknown): number | null =>
  /^\d{1,9}$/.test(String(written).trim()) ? Number(written) : null;

/** Asked before anything is taken apart: to refuse a number takes long. */
export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const key = ({ title }: Highlight, place: string | number) => `${place}\n${title}`;

/**
 * A remark is of the highlight that ends, or else begins, at its place; of none, it stays by itself. What is already
 * longer than a note may be gets no more of them.
 */
export async function joinRemarks(found: Highlight[]): Promise<Highlight[]> {
  const marked = new Map<string, Marked>();
  for (const highlight of found.filter(({ text }) => text)) {
    const own = { highlight, remarks: [highlight.remark].filter(Boolean), length: highlight.remark.length };
    for (const place of placesOf(highlight).reverse()) marked.set(key(highlight, place), own);
    await giveWay();
  }
  const alone = new Set<Highlight>();
  for (const highlight of found.filter(({ text }) => !text)) {
    const of = placesOf(highlight).map((place) => marked.get(key(highlight, place))).find((own) => own !== undefined);
    if (!of) alone.add(highlight);
    else if (of.length <= note.max) {
      of.remarks.push(highlight.remark);
      of.length += highlight.remark.length;
    }
    await giveWay();
  }
  for (const { highlight, remarks } of marked.values()) highlight.remark = remarks.join("\n\n");
  return found.filter((highlight) => highlight.text || alone.has(highlight));
}

interface Marked {
  highlight: Highlight;
  remarks: string[];
  length: number;
}

const placesOf = ({ location, page }: Highlight): (string | number)[] =>
  location ? [location[1], location[0]] : page === null ? [] : [`page ${page}`];
