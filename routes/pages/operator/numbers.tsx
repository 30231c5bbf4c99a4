import { listDayNumbers } from "../../../db/operator/numbers.ts";
import { type DayCountName, dayCountNames, type DayNumbers } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { operatorTab } from "./page.tsx";

export const numbers = router();

numbers.get("/operator/numbers", operatorPage, async (c) => {
  const { db, clock } = c.var.deps;
  const year = await listDayNumbers(db, 365, clock());
  const month = year.slice(-30);
  return await operatorTab(c, "numbers", {
    body: (
      <>
        {[month, year].map((days) => (
          <section key={days.length} className="stack" aria-labelledby={`days-${days.length}`}>
            <h3 id={`days-${days.length}`}>{words.lastDays(days.length)}</h3>
            <div className="operator-charts">
              {dayCountNames.map((name) => <Chart key={name} name={name} days={days} />)}
            </div>
          </section>
        ))}
        <Table days={month} />
      </>
    ),
  });
});

const [width, height] = [365, 80];

function Chart({ name, days }: { name: DayCountName; days: DayNumbers[] }) {
  const counts = days.map((day) => day[name]);
  const most = Math.max(...counts);
  const step = width / days.length;
  const bars = counts.map((count, n) => {
    const size = most === 0 ? 0 : count / most * height;
    return count === 0
      ? ""
      : `M${(n * step).toFixed(1)} ${height}v${(-size).toFixed(1)}h${(step * 0.8).toFixed(1)}V${height}z`;
  });
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <figure className="operator-chart">
      <figcaption>{words.numbers[name]}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={words.numbers[name]}>
        <path d={bars.join("")} />
      </svg>
      <p className="muted">{words.total(total, most)}</p>
    </figure>
  );
}

const Table = ({ days }: { days: DayNumbers[] }) => (
  <div className="operator-table" role="group" tabIndex={0} aria-label={words.byDay}>
    <table>
      <caption>{words.lastDays(days.length)}</caption>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          {dayCountNames.map((name) => <th key={name} scope="col">{words.numbers[name]}</th>)}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row">{day.day}</th>
            {dayCountNames.map((name) => <td key={name}>{day[name]}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
