/** A year of somebody's reading, month by month. */
import type { ReadingDay } from "../../../../server/contract/reading/shapes.ts";

export interface Month {
  /** As the reader writes it, in short and in full. */
  short: string;
  name: string;
  /** Of each day, from the first: its pages. */
  pages: number[];
  /** In which column of a week, from 0, its first day stands. */
  firstColumn: number;
}

const dayLength = 24 * 3600_000;

/** The twelve months of a year. Weeks begin as the reader's do, where that is known, else on a Monday. */
export function monthsOf(year: number, days: ReadingDay[], language: string): Month[] {
  const pagesOn = new Map(days.map(({ day, pages }) => [day, pages]));
  const write = (month: "short" | "long") => new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
  const [short, long] = [write("short"), write("long")];
  const weekStart = firstDayOfWeek(language);
  return Array.from({ length: 12 }, (_, month) => {
    const first = utc(year, month);
    const length = Math.round((utc(year, month + 1) - first) / dayLength);
    const dates = Array.from({ length }, (_, n) => new Date(first + n * dayLength).toISOString().slice(0, 10));
    return {
      short: short.format(first),
      name: long.format(first),
      pages: dates.map((date) => pagesOn.get(date) ?? 0),
      firstColumn: (new Date(first).getUTCDay() - weekStart + 7) % 7,
    };
  });
}

/** `Date.UTC` takes the years before 100 for others. */
const utc = (year: number, month: number): number => new Date(0).setUTCFullYear(year, month, 1);

/** From 0 for Sunday to 6. */
function firstDayOfWeek(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}

/** Which of five tints a day has, from 1: by how many days have fewer pages, so that one long day darkens no other. */
export function tinter(days: ReadingDay[]): (pages: number) => number {
  const sorted = days.map(({ pages }) => pages).sort((a, b) => a - b);
  return (pages) => {
    const fewer = sorted.findIndex((other) => other >= pages);
    return sorted.length < 2 ? 3 : 1 + Math.round(4 * fewer / (sorted.length - 1));
  };
}
