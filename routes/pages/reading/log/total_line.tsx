import type { ReadingLog } from "../../../../server/contract/reading/shapes.ts";
import { monthsOf } from "./months.ts";

const height = 1000;

/** The pages of a year, added up from its first day to the last one on which something was read. */
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

/** A step up on each day with pages, from the left below to the right above. */
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
