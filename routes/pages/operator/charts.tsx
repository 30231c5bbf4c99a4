/** A number of the site, how it has changed, and a chart of it. */
import type { ReactNode } from "react";
import type { DayCountName, DayNumbers } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";

const levels = ["registered", "storage"] as const;
type Level = (typeof levels)[number];
type Happening = Exclude<DayCountName, Level>;

export const names: DayCountName[] = ["registered", "people", "messages", "storage", "mails", "errors"];
export const isLevel = (name: DayCountName): name is Level => (levels as readonly string[]).includes(name);

interface ChartProps<Name> {
  name: Name;
  days: DayNumbers[];
  /** As many days before those, for comparison. */
  before: DayNumbers[];
  dayOf(day: DayNumbers): string;
}

export const Chart = ({ name, ...chart }: ChartProps<DayCountName>) =>
  isLevel(name) ? <Line name={name} {...chart} /> : <Bars name={name} {...chart} />;

const [width, height] = [360, 80];

/** A day or a week, and how much there was. */
interface Step {
  day: DayNumbers;
  count: number;
}

/** A year is drawn by weeks: 365 bars would be too thin to read. */
function Bars({ name, days, before, dayOf }: ChartProps<Happening>) {
  const isWeekly = days.length > 31;
  const steps = isWeekly ? byWeek(days, name) : days.map((day) => ({ day, count: day[name] }));
  const most = Math.max(...steps.map(({ count }) => count));
  const top = scaleOf(most);
  const step = width / steps.length;
  const total = sum(days, name);
  const isPeople = name === "people";
  const note = total === 0
    ? words.counted[name]
    : compared(total, sum(before, name), days.length) ?? words.atMost(plain(most), isWeekly && !isPeople);
  return (
    <Figure
      name={name}
      ends={[dayOf(days[0]), dayOf(days.at(-1)!)]}
      figure={isPeople ? plain(days.at(-1)!.people) : total === 0 ? words.noneYet : plain(total)}
      of={isPeople ? words.today : words.inDays(days.length)}
      note={note}
      top={total === 0 ? undefined : top}
    >
      {total > 0 && steps.map(({ day, count }, n) => (
        <Spot
          key={day.day}
          title={words.on(isWeekly ? words.weekFrom(dayOf(day)) : dayOf(day), plain(count))}
          start={n * step}
          size={step}
        >
          {count > 0 && <path d={bar(n * step, step * 0.8, Math.max(1, count / top * height))} />}
        </Spot>
      ))}
    </Figure>
  );
}

const bar = (start: number, size: number, tall: number): string =>
  `M${start.toFixed(1)} ${height}v-${tall.toFixed(1)}h${size.toFixed(1)}V${height}z`;

const sum = (days: DayNumbers[], name: Happening): number => days.reduce((total, day) => total + day[name], 0);

function byWeek(days: DayNumbers[], name: Happening): Step[] {
  const first = days.length % 7;
  return Array.from({ length: Math.floor(days.length / 7) }, (_, week) => {
    const start = first + 7 * week;
    const those = days.slice(start, start + 7);
    // Somebody who is active on two days is one person all the same.
    const count = name === "people" ? Math.max(...those.map(({ people }) => people)) : sum(those, name);
    return { day: those[0], count };
  });
}

/** Undefined where there is nothing to compare with. */
const compared = (total: number, before: number, days: number): string | undefined =>
  before === 0 ? undefined : words.compared(Math.round((total / before - 1) * 100), days);

function Line({ name, days, dayOf }: ChartProps<Level>) {
  const step = width / days.length;
  const points = days.map((day, n) => ({ day, count: day[name], x: (n + 0.5) * step }))
    .filter((point): point is typeof point & { count: number } => point.count !== null);
  const [first, last] = [points[0], points.at(-1)];
  if (!last) return null;
  const top = scaleOf(Math.max(...points.map(({ count }) => count)));
  const spots = points.map(({ count, x }) => `${x.toFixed(1)} ${(height - count / top * height).toFixed(1)}`);
  const line = `M${spots.join("L")}`;
  const change = last.count - first.count;
  const isNew = points.length === 1;
  return (
    <Figure
      name={name}
      ends={[dayOf(days[0]), dayOf(days.at(-1)!)]}
      figure={written(name, last.count)}
      of={words.now}
      note={isNew
        ? words.notYet
        : words.grown(`${change < 0 ? "−" : "+"}${written(name, Math.abs(change))}`, days.length)}
      top={isNew ? undefined : top}
    >
      {!isNew && (
        <>
          <path className="operator-area" d={`${line}L${last.x.toFixed(1)} ${height}H${first.x.toFixed(1)}z`} />
          <path className="operator-line" d={line} vectorEffect="non-scaling-stroke" />
          {points.map(({ day, count, x }) => (
            <Spot
              key={day.day}
              title={words.on(dayOf(day), written(name, count))}
              start={x - step / 2}
              size={step}
            />
          ))}
        </>
      )}
    </Figure>
  );
}

interface SpotProps {
  title: string;
  start: number;
  size: number;
  children?: ReactNode;
}

/** Shows its title wherever the pointer is above it. */
const Spot = ({ title, start, size, children }: SpotProps) => (
  <g>
    <title>{title}</title>
    <path className="operator-spot" d={bar(start, size, height)} />
    {children}
  </g>
);

interface FigureProps {
  name: DayCountName;
  ends: string[];
  figure: string;
  of: string;
  note: string;
  /** The number at the upper end of the scale; undefined where there is nothing to draw yet. */
  top?: number;
  children?: ReactNode;
}

const Figure = ({ name, ends, figure, of, note, top, children }: FigureProps) => (
  <figure className="operator-chart card">
    <figcaption>{words.numbers[name]}</figcaption>
    <p>
      <strong>{figure}</strong> <span className="muted">{of}</span>
    </p>
    <p className="muted">{note}</p>
    {top === undefined ? <Ends ends={ends} /> : (
      <div className="operator-plot">
        <p className="operator-scale" aria-hidden="true">
          <span>{onScale(name, top)}</span>
          <span>{top % 2 === 0 && onScale(name, top / 2)}</span>
          <span>0</span>
        </p>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${words.numbers[name]}: ${figure} ${of}. ${note}`}
        >
          <path
            className="operator-grid"
            d={`M0 0H${width}M0 ${height / 2}H${width}`}
            vectorEffect="non-scaling-stroke"
          />
          {children}
        </svg>
        <Ends ends={ends} />
      </div>
    )}
  </figure>
);

const Ends = ({ ends }: Pick<FigureProps, "ends">) => (
  <p className="operator-ends" aria-hidden="true">
    {ends.map((end) => <span key={end}>{end}</span>)}
  </p>
);

/** The next round number whose half is round too. */
function scaleOf(most: number): number {
  const ten = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return [1, 2, 4, 6, 8].map((n) => n * ten).find((n) => n >= most) ?? 10 * ten;
}

const plain = (count: number): string => count.toLocaleString("en");

export const written = (name: DayCountName, count: number): string =>
  name === "storage" ? `${(count / 1e6).toLocaleString("en-GB", { maximumFractionDigits: 1 })} MB` : plain(count);

const onScale = (name: DayCountName, count: number): string =>
  name === "storage" || count < 10_000 ? written(name, count) : count.toLocaleString("en-GB", { notation: "compact" });
