/** Places in a copy of a book, in words. */
import type { EditionUnit } from "./positions.ts";

/** What one of a unit is called. */
export const unitNames: Record<EditionUnit, string> = { pages: "Page", minutes: "Minute", percent: "Percent" };

/** "Page 3", "Minute 3" or "3%". */
export const placeName = (page: number, unit: EditionUnit): string =>
  unit === "percent" ? `${page}%` : `${unitNames[unit]} ${page}`;

/** The same within a sentence. */
export const placeWithin = (page: number, unit: EditionUnit): string => placeName(page, unit).toLowerCase();
