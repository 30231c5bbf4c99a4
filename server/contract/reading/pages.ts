import { progressTexts } from "./texts.ts";

/** A whole number from 0 to the book's last page; 0 for NaN. */
export const clampPage = (page: number, pageCount: number): number =>
  Math.min(Math.max(Math.trunc(page) || 0, 0), pageCount);

export function pageProblem(typed: string, pageCount: number): string | undefined {
  if (!/^\d{1,15}$/.test(typed.trim())) return progressTexts.invalidPage;
  return Number(typed) > pageCount ? progressTexts.beyondEnd(pageCount) : undefined;
}
