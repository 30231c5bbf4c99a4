import { findAnnouncement, listDayNumbers } from "../../../db/operator/site.ts";
import { Field, fieldOf, TextArea } from "../../../islands/forms/Field.tsx";
import { announce, withdrawAnnouncement } from "../../../server/actions/operator/site.ts";
import * as operatorLimits from "../../../server/contract/operator/limits.ts";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";
import { type DayCountName, dayCountNames, type DayNumbers } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { ownPath, sitePaths } from "../../../server/contract/site/paths.ts";
import { setClosed } from "../../../server/http/cookies.ts";
import { type Fields, readForm, type Refusal } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { type Ctx, type Env, router } from "../../../server/http/router.ts";
import type { C } from "../../layout/page.tsx";
import { PostButton, Submit } from "../../layout/parts.tsx";
import { formatOf, operatorTab } from "./page.tsx";

export const site = router();

const here = operatorPaths.operatorTab("announcement");

site.get("/operator/announcement", operatorPage, (c) => show(c));

mountForm(site, announce, { refused: (c, refusal, { fields }) => show(c, { fields, refusal }) });
mountForm(site, withdrawAnnouncement);

async function show(c: C, failed?: { fields: Fields; refusal: Refusal }) {
  const { db, clock } = c.var.deps;
  const present = await findAnnouncement(db, clock());
  const format = formatOf(c);
  const issues = failed?.refusal.issues;
  return await operatorTab(c, "announcement", {
    refusal: failed?.refusal,
    body: (
      <>
        <p className="muted">{words.announcementHint}</p>
        {present
          ? (
            <section className="card stack">
              <p className="operator-text">{present.text}</p>
              <p className="muted">
                {words.shownUntil(`${format.day(present.endsAt)}, ${format.time(present.endsAt)}`)}
              </p>
              <PostButton action={`${here}/withdraw`}>{words.withdraw}</PostButton>
            </section>
          )
          : <p>{words.noneShown}</p>}
        <form method="post" action={here} className="card stack">
          <TextArea
            label={words.announcementText}
            rows={3}
            maxLength={operatorLimits.announcement.max}
            defaultValue={failed?.fields.text}
            required
            {...fieldOf("text", issues)}
          />
          <Field
            label={words.hours}
            type="number"
            min={1}
            max={operatorLimits.announcement.hours}
            defaultValue={failed?.fields.hours ?? 24}
            required
            {...fieldOf("hours", issues)}
          />
          <Submit kind="primary">{words.announce}</Submit>
        </form>
      </>
    ),
  });
}

const back = <E extends Env>(c: Ctx<E>) => c.redirect(ownPath(c.req.query("next")) ?? sitePaths.home, 303);

site.get(operatorPaths.closeAnnouncement, back);

site.post(operatorPaths.closeAnnouncement, async (c) => {
  const { id } = await readForm(c);
  setClosed(c, "announcement", { id, where: "/", seconds: operatorLimits.announcement.hours * 3600 });
  return back(c);
});

site.get("/operator/numbers", operatorPage, async (c) => {
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
