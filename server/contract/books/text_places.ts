/**
 * A text that is read here is a copy of its book whose pages are its characters. The place of a character is its
 * position as if no chapter were known, so that it is the same in every group; what else is at that position of the
 * book is found by the copy's points.
 */
import type { Point } from "../reading/shapes.ts";
import { pageAt, positionOf, type Scale, textEnd } from "../reading/positions.ts";

const evenly = (characters: number): Scale => ({ pageCount: characters, points: null });

/** @param offset how many characters are before it */
export const placeOf = (characters: number, offset: number): number => positionOf(evenly(characters), offset);

/** The character that a place was made from. */
export const offsetAt = (characters: number, place: number): number => pageAt(evenly(characters), place);

/** By which places of a text and positions of its book are converted. */
export const scaleOf = ({ characters, points }: { characters: number; points: Point[] | null }): Scale => (
  { pageCount: characters, points }
);

/** Where in the book a place of its text is. @param text with the points of its copy */
export const positionAtPlace = (text: Scale, place: number): number =>
  positionOf(text, offsetAt(text.pageCount, place));

/** The place in the text at a position of the book. */
export const placeAtPosition = (text: Scale, position: number): number =>
  placeOf(text.pageCount, pageAt(text, position));

/** The page on which what follows a position is. */
export const firstPageAfter = (copy: Scale, position: number): number =>
  position >= textEnd ? copy.pageCount : pageAt(copy, position + 1);
