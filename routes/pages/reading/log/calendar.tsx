import { writeDate } from "../../../../islands/ui/time_format.ts";
import { readingLogTexts as words } from "../../../../server/contract/reading/log_texts.ts";
import type { ReadingLog } from "../../../../server/contract/reading/shapes.ts";
import { type Month, monthsOf, tinter } from "./months.ts";

interface Props {
  log: ReadingLog;
  language: string;
}

/** A square a day, in a drawing for each month. The table beside it is for readers who cannot see it. */
export function Calendar({ log: { year, days }, language }: Props) {
  const tintOf = tinter(days);
  return (
    <div className="calendar" aria-hidden="true">
      {monthsOf(year, days, language).map((month, index) => (
        <div key={month.name}>
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

/** Each month with its pages and the days on which something was read. */
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
