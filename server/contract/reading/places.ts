import type { CopyUnit } from "./shapes.ts";

export const unitNames: Record<CopyUnit, string> = { pages: "Page", minutes: "Minute", percent: "Percent" };

export const placeName = (page: number, unit: CopyUnit): string =>
  unit === "percent" ? `${page}%` : `${unitNames[unit]} ${page}`;

export const placeWithin = (page: number, unit: CopyUnit): string => placeName(page, unit).toLowerCase();
