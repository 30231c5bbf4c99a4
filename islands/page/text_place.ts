/** Where a reader is in a text, by what was in view of it: without a page, so that it can be tried. */
import { placeOf, positionAtPlace } from "../../server/contract/books/text_places.ts";
import { pageAt } from "../../server/contract/reading/positions.ts";
import type { Copy, Point } from "../../server/contract/reading/shapes.ts";

/** The first characters of the first and of the last block that is in view. */
export interface InView {
  first: number;
  last: number;
  /** Of the block before them; without it they begin the part. */
  before?: number;
}

/** Of what was in view, and is a moment later, what has been all the while; undefined where that is nothing. */
export function stayedInView(before: InView, now: InView): InView | undefined {
  const last = Math.min(before.last, now.last);
  const later = now.first > before.first ? now : before;
  return later.first <= last ? { ...later, last } : undefined;
}

/** Characters that may be passed over between what was read and what is: about a screen. */
const passedOver = 1500;

/**
 * Where a reader is who was at a character: further on where they have gone on from there, and else where they were.
 * What follows a paragraph of several screens is gone on to, however far its beginning is.
 */
export const readTo = (own: number, { first, last, before = first }: InView): number =>
  first <= own + passedOver || before <= own ? Math.max(own, last) : own;

/** So many views, each going on from the one before it, are reading: of somebody who looks around there are fewer. */
const enoughViews = 3;

/** Follows a reader through a text, also from further ahead once they read on there. */
export function followReader(): (own: number, inView: InView) => number {
  let ahead: { last: number; views: number } | undefined;
  return (own, inView) => {
    const near = readTo(own, inView);
    if (near > own || inView.first <= own) {
      ahead = undefined;
      return near;
    }
    const goesOn = ahead !== undefined && readTo(ahead.last, inView) > ahead.last;
    const isAgain = ahead !== undefined && !goesOn && inView.first <= ahead.last;
    if (!isAgain) ahead = { last: inView.last, views: goesOn ? ahead!.views + 1 : 1 };
    if (ahead!.views < enoughViews) return own;
    ahead = undefined;
    return inView.last;
  };
}

export interface ReadText {
  characters: number;
  points: Point[] | null;
  /** The reader's. */
  copy: Copy;
}

/** The page of the reader's copy that a place is on. */
export const pageOfPlace = ({ characters, points, copy }: ReadText, place: number): number =>
  pageAt(copy, positionAtPlace({ pageCount: characters, points }, place));

export const placeOfCharacter = ({ characters }: ReadText, character: number): number => placeOf(characters, character);

interface Key {
  key: string;
  shiftKey: boolean;
}

/** What a key turns to: forward, back, or neither. `isPaged`: with nothing to scroll, more keys turn. */
export function turnOfKey(
  { key, shiftKey }: Key,
  { isPaged, isRightToLeft }: { isPaged: boolean; isRightToLeft: boolean },
) {
  if (key === "ArrowRight" || key === "ArrowLeft") return (key === "ArrowRight") === isRightToLeft ? -1 : 1;
  if (!isPaged) return undefined;
  if (key === "PageDown" || key === " " && !shiftKey) return 1;
  if (key === "PageUp" || key === " ") return -1;
}

interface Touched {
  x: number;
  y: number;
  /** Milliseconds. */
  at: number;
}

const swipe = { least: 40, steepest: 0.6, longest: 700 };

/** What a finger turns to that went over the text. */
export function turnOfSwipe(from: Touched, to: Touched, { isRightToLeft }: { isRightToLeft: boolean }) {
  const [x, y] = [to.x - from.x, Math.abs(to.y - from.y)];
  if (Math.abs(x) < swipe.least || y > swipe.steepest * Math.abs(x) || to.at - from.at > swipe.longest) {
    return undefined;
  }
  return x < 0 === isRightToLeft ? -1 : 1;
}

const tap = { farthest: 12, longest: 400 };

/** Rather than a swipe, or a press that selects. */
export const isTap = (from: Touched, to: Touched): boolean =>
  Math.hypot(to.x - from.x, to.y - from.y) <= tap.farthest && to.at - from.at <= tap.longest;

/** A tap at a side turns; in the middle it does nothing. @param share from the left, of the width */
export function turnOfTap(share: number, { isRightToLeft }: { isRightToLeft: boolean }) {
  if (share > 0.25 && share < 0.75) return undefined;
  return share <= 0.25 === isRightToLeft ? 1 : -1;
}
