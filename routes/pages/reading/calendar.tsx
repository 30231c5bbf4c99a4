import { writeDate } from "../../../islands/ui/time_format.ts";
import { readingLogTexts as words } from "../../../server/contract/reading/log_texts.ts";
import type { ReadingDay, ReadingLog } from "../../../server/contract/reading/shapes.ts";

interface Props {
  log: ReadingLog;
  language: string;
}

export function Calendar({ log: { year, days }, language }: Props) {
  const tintOf = tinter(days);
  return (
    <div className="calendar" aria-hidden="true">
      {monthsOf(year, days, language).map((month, index) => (
        <div
          key={month.name}
          data-empty={month.pages.every((pages) => pages === 0) || undefined}
        >
          <p className="calendar-month">{month.short}</p>
          <svg viewBox="0 0 70 60">
            <path className="calendar-days" d={squares(month)} />
            {month.pages.map((pages, day) => {
              if (pages === 0) return null;
              const [x, y] = placeOf(month, day);
              const date = `${String(year).padStart(4, "0")}-${twoDigits(index + 1)}-${twoDigits(day + 1)}`;
              return (
                <rect key={day} x={x} y={y} width="9" height="9" rx="1.5" className={`tint-${tintOf(pages)}`}>
                  <title>{words.day(writeDate(date, language), pages)}</title>
                </rect>
              );
            })}
          </svg>
        </div>
      ))}
    </div>
  );
}

const twoDigits = (number: number) => String(number).padStart(2, "0");

const placeOf = ({ firstColumn }: Month, day: number): [number, number] => {
  const cell = firstColumn + day;
  return [10 * (cell % 7), 10 * Math.floor(cell / 7)];
};

/** All days in one path: most of a year may have no pages. */
const squares = (month: Month): string =>
  month.pages.map((_, day) => `M${placeOf(month, day).join(" ")}h9v9h-9z`).join("");

export const MonthTable = ({ log: { year, days }, language }: Props) => (
  <table className="reading-table">
    <thead>
      <tr>
        <th scope="col">{words.month}</th>
        <th scope="col">{words.pages}</th>
        <th scope="col">{words.daysRead}</th>
      </tr>
    </thead>
    <tbody>
      {monthsOf(year, days, language).map(({ name, pages }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{pages.reduce((sum, more) => sum + more, 0)}</td>
          <td>{pages.filter((pages) => pages > 0).length}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const height = 1000;

export function TotalLine({ log, language }: { log: ReadingLog; language: string }) {
  const line = stepsOf(log);
  return (
    <div className="total-line" aria-hidden="true">
      <p className="total-line-most">{new Intl.NumberFormat(language).format(log.pages)}</p>
      <svg viewBox={`0 0 366 ${height}`} preserveAspectRatio="none">
        <path className="total-line-area" d={`${line}V${height}Z`} />
        <path className="total-line-stroke" d={line} />
      </svg>
      <ol className="total-line-months">
        {monthsOf(log.year, [], language).map(({ name, short }) => <li key={name}>{short}</li>)}
      </ol>
    </div>
  );
}

function stepsOf({ year, days, pages }: ReadingLog): string {
  const start = Date.parse(`${String(year).padStart(4, "0")}-01-01`);
  let total = 0;
  const steps = days.map((day) => {
    total += day.pages;
    const x = (Date.parse(day.day) - start) / 86_400_000;
    return `H${x}V${Math.round(height * (1 - total / Math.max(1, pages)))}`;
  });
  return `M0 ${height}${steps.join("")}`;
}

interface Month {
  short: string;
  name: string;
  pages: number[];
  firstColumn: number;
}

const dayLength = 24 * 3600_000;

/** Weeks begin as the reader's do, where that is known, else on a Monday. */
function monthsOf(year: number, days: ReadingDay[], language: string): Month[] {
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

function firstDayOfWeek(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}

/** Which of five tints a day has, from 1: by how many days have fewer pages, so that one long day darkens no other. */
function tinter(days: ReadingDay[]): (pages: number) => number {
  const sorted = days.map(({ pages }) => pages).sort((a, b) => a - b);
  return (pages) => {
    const fewer = sorted.findIndex((other) => other >= pages);
    return sorted.length < 2 ? 3 : 1 + Math.round(4 * fewer / (sorted.length - 1));
  };
}
