import { placeName } from "./places.ts";
import { percentAt } from "./positions.ts";
import type { CopyUnit } from "./shapes.ts";

/** Where somebody is, in a line. At the beginning of a book, that is its first page. */
export const placeLine = (page: number, position: number, unit: CopyUnit): string =>
  unit === "percent" ? `${percentAt(position)}%` : `${placeName(Math.max(1, page), unit)} · ${percentAt(position)}%`;
