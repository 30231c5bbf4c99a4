import type { ReactNode } from "react";
import { findLevels, listDayNumbers } from "../../../db/operator/site.ts";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";
import type { DayCountName, DayNumbers } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { operatorTab } from "./page.tsx";

export const numbers = router();

const here = operatorPaths.operatorTab("numbers");

const [month, year] = [30, 365] as const;

numbers.get(here, operatorPage, async (c) => {
  const { db, clock } = c.var.deps;
  const span = c.req.query("days") === String(year) ? year : month;
  const days = await listDayNumbers(db, span, clock());
  const today = days.at(-1)!;
  if (today.registered === null) Object.assign(today, await findLevels(db));
  // Days are those of UTC.
  const { day } = timeFormatter({ ...readerLocale(c), timeZone: "UTC" }, clock());
  const dayOf = (one: DayNumbers) => day(`${one.day}T12:00:00.000Z`);
  const ends = [days[0], today].map(dayOf);
  return await operatorTab(c, "numbers", {
    body: (
      <>
        <nav className="operator-states" aria-label={words.span}>
          {([month, year] as const).map((one) => (
            <a key={one} href={`${here}?days=${one}`} aria-current={one === span ? "page" : undefined}>
              {words.spans[one]}
            </a>
          ))}
        </nav>
        <div className="operator-charts">
          {names.map((name) => <Chart key={name} name={name} days={days} ends={ends} />)}
        </div>
        {days.some(hasSomething) && (
          <details className="fold">
            <summary>{words.byDay}</summary>
            <Table days={days} dayOf={dayOf} />
          </details>
        )}
      </>
    ),
  });
});

const levels = ["registered", "storage"] as const;
type Level = (typeof levels)[number];
type Happening = Exclude<DayCountName, Level>;

const names: DayCountName[] = ["registered", "people", "messages", "storage", "mails", "errors"];
const isLevel = (name: DayCountName): name is Level => (levels as readonly string[]).includes(name);

interface ChartProps<Name> {
  name: Name;
  days: DayNumbers[];
  /** What its first and last day are called. */
  ends: string[];
}

const Chart = ({ name, ...chart }: ChartProps<DayCountName>) =>
  isLevel(name) ? <Line name={name} {...chart} /> : <Bars name={name} {...chart} />;

const [width, height] = [360, 80];

/** A year is drawn by weeks: 365 bars would be too thin to read. */
function Bars({ name, days, ends }: ChartProps<Happening>) {
  const isWeekly = days.length > month;
  const counts = isWeekly ? byWeek(days.map((day) => day[name])) : days.map((day) => day[name]);
  const most = Math.max(...counts);
  const step = width / counts.length;
  const bars = counts.map((count, n) => {
    const size = most === 0 ? 0 : Math.max(1, count / most * height);
    return count === 0
      ? ""
      : `M${(n * step).toFixed(1)} ${height}v-${size.toFixed(1)}h${(step * 0.8).toFixed(1)}V${height}z`;
  });
  const total = counts.reduce((sum, count) => sum + count, 0);
  // Somebody who is active on two days is one person all the same.
  const note = most === 0 || name === "people" && isWeekly ? "" : words.atMost(plain(most), isWeekly);
  const figure = name === "people"
    ? words.today(plain(days.at(-1)!.people))
    : total === 0
    ? words.noneIn(days.length)
    : words.inDays(plain(total), days.length);
  return (
    <Figure name={name} ends={ends} figure={figure} note={note}>
      {most > 0 && <path d={bars.join("")} />}
    </Figure>
  );
}

const byWeek = (counts: number[]): number[] =>
  Array.from({ length: Math.floor(counts.length / 7) }, (_, week) => {
    const end = counts.length - 7 * (Math.floor(counts.length / 7) - 1 - week);
    return counts.slice(end - 7, end).reduce((sum, count) => sum + count, 0);
  });

function Line({ name, days, ends }: ChartProps<Level>) {
  const points = days.map((day, n) => ({ count: day[name], x: (n + 0.5) / days.length * width }))
    .filter((point): point is { count: number; x: number } => point.count !== null);
  const [first, last] = [points[0], points.at(-1)];
  if (!last) return null;
  const figure = written(name, last.count);
  if (points.length === 1) return <Figure name={name} ends={ends} figure={figure} note={words.notYet} />;
  const most = Math.max(...points.map(({ count }) => count), 1);
  const spots = points.map(({ count, x }) => `${x.toFixed(1)} ${(height - count / most * (height - 2)).toFixed(1)}`);
  const line = `M${spots.join("L")}`;
  const change = last.count - first.count;
  return (
    <Figure
      name={name}
      ends={ends}
      figure={figure}
      note={words.grown(`${change < 0 ? "−" : "+"}${written(name, Math.abs(change))}`)}
    >
      <path className="operator-area" d={`${line}L${last.x.toFixed(1)} ${height}H${first.x.toFixed(1)}z`} />
      <path className="operator-line" d={line} vectorEffect="non-scaling-stroke" />
    </Figure>
  );
}

interface FigureProps {
  name: DayCountName;
  ends: string[];
  figure: string;
  note: string;
  children?: ReactNode;
}

const Figure = ({ name, ends, figure, note, children }: FigureProps) => (
  <figure className="operator-chart card">
    <figcaption>{words.numbers[name]}</figcaption>
    <p>
      <strong>{figure}</strong> <span className="muted">{note}</span>
    </p>
    {children && (
      <>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={[words.numbers[name], figure, note].filter(Boolean).join(", ")}
        >
          {children}
        </svg>
        <p className="operator-ends muted">
          {ends.map((end) => <span key={end}>{end}</span>)}
        </p>
      </>
    )}
  </figure>
);

const plain = (count: number): string => count.toLocaleString("en-GB");

const written = (name: DayCountName, count: number): string =>
  name === "storage" ? `${(count / 1e6).toLocaleString("en-GB", { maximumFractionDigits: 1 })} MB` : plain(count);

const hasSomething = (day: DayNumbers): boolean => names.some((name) => !isLevel(name) && day[name] > 0);

const Table = ({ days, dayOf }: { days: DayNumbers[]; dayOf(day: DayNumbers): string }) => (
  <div className="operator-table" role="group" tabIndex={0} aria-label={words.byDay}>
    <table>
      <caption>{words.lastDays(days.length)}</caption>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          {names.map((name) => <th key={name} scope="col">{words.numbers[name]}</th>)}
        </tr>
      </thead>
      <tbody>
        {days.filter(hasSomething).toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">{dayOf(day)}</th>
            {names.map((name) => {
              const count = day[name];
              return <td key={name}>{count === null ? "–" : written(name, count)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
