/** Places in a copy of a book, in words. */
import type { CopyUnit } from "./shapes.ts";

/** What one of a unit is called. */
export const unitNames: Record<CopyUnit, string> = { pages: "Page", minutes: "Minute", percent: "Percent" };

/** "Page 3", "Minute 3" or "3%". */
export const placeName = (page: number, unit: CopyUnit): string =>
  unit === "percent" ? `${page}%` : `${unitNames[unit]} ${page}`;

/** As it is written within a sentence. */
export const placeWithin = (page: number, unit: CopyUnit): string => placeName(page, unit).toLowerCase();
