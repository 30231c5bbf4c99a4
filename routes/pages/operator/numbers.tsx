import { findLevels, listDayNumbers } from "../../../db/operator/site.ts";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";
import type { DayNumbers } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { Chart, isLevel, names, written } from "./charts.tsx";
import { operatorTab } from "./page.tsx";

export const numbers = router();

const here = operatorPaths.operatorTab("numbers");

const [month, year] = [30, 365] as const;

numbers.get(here, operatorPage, async (c) => {
  const { db, clock } = c.var.deps;
  const span = c.req.query("days") === String(year) ? year : month;
  const all = await listDayNumbers(db, 2 * span, clock());
  const [before, days] = [all.slice(0, span), all.slice(span)];
  const today = days.at(-1)!;
  if (today.registered === null) Object.assign(today, await findLevels(db));
  // Days are those of UTC.
  const { day } = timeFormatter({ ...readerLocale(c), timeZone: "UTC" }, clock());
  const dayOf = (one: DayNumbers) => day(`${one.day}T12:00:00.000Z`);
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
        {!all.slice(0, -1).some(hasSomething) && <p className="muted">{words.countingBegins}</p>}
        <div className="operator-charts">
          {names.map((name) => <Chart key={name} name={name} days={days} before={before} dayOf={dayOf} />)}
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
            {names.map((name) => <td key={name}>{day[name] === null ? "–" : written(name, day[name])}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
