import { placeName } from "./places.ts";
import { percentAt } from "./positions.ts";
import type { CopyUnit } from "./shapes.ts";

/** Where somebody is, in a line. */
export const placeLine = (page: number, position: number, unit: CopyUnit): string =>
  unit === "percent" ? `${percentAt(position)}%` : `${placeName(page, unit)} · ${percentAt(position)}%`;
