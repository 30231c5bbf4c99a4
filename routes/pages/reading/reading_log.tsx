import type { ReactNode } from "react";
import { z } from "zod";
import { findGoal } from "../../../db/reading/goals.ts";
import { listReadingYears } from "../../../db/reading/reading_list.ts";
import { Field, fieldOf } from "../../../islands/forms/Field.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { saveGoal } from "../../../server/actions/reading/goals.ts";
import { importReadingList, readLog, removeListedBook } from "../../../server/actions/reading/reading_list.ts";
import { openOwnShelf } from "../../../server/actions/groups/own_shelf.ts";
import { ReadingLogQuery } from "../../../server/contract/reading/input_shapes.ts";
import { calendarDay } from "../../../server/contract/reading/days.ts";
import { goalLine, goalTexts } from "../../../server/contract/reading/goal.ts";
import { goal as goalLimits, readingList as limits } from "../../../server/contract/reading/limits.ts";
import { readingLogTexts as words } from "../../../server/contract/reading/log_texts.ts";
import { Tabs } from "../../../islands/ui/Tabs.tsx";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import {
  ownShelfPath,
  readingGoalPath,
  readingPaths,
  readingYearPath,
  wantedPath,
} from "../../../server/contract/reading/paths.ts";
import { wantedTexts } from "../../../server/contract/reading/wanted_texts.ts";
import type { Goal, ReadingLog } from "../../../server/contract/reading/shapes.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { flashAndRedirect, runFormAction } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { finished, receiveList, sendList } from "../../api/reading_files.ts";
import { type C, type FailedForm, failures, LoadError, page, tryLoad } from "../../layout/page.tsx";
import { FileField, FileProgress, LinkRow, PostButton, Submit } from "../../layout/parts.tsx";
import { Calendar, MonthTable, TotalLine } from "./calendar.tsx";
import { BookList, showReadingList } from "./reading_list.tsx";

async function showLog(c: C, failed?: FailedForm): Promise<Response> {
  const { year } = ReadingLogQuery.parse(failed?.sent ?? c.req.query());
  const loaded = await tryLoad(c, () => load(c, year));
  const { language } = readerLocale(c);
  return await page(c, {
    title: words.title,
    description: descriptions.readingLog,
    width: "wide",
    styles: ["reading-log"],
    refusal: failed?.refusal,
    toasts: failures(failed?.refusal.message, !loaded && words.loadFailed),
    body: loaded
      ? (
        <div className="reading-log">
          <div className="stack">
            <h1>{words.title}</h1>
            <Years {...loaded} />
          </div>
          <Numbers {...loaded.log} language={language} />
          <Days log={loaded.log} language={language} />
          <OwnShelf />
          <GoalSection goal={loaded.goal} today={loaded.today} failed={failed} />
          {loaded.log.days.length + loaded.log.books.length > 0 && (
            <section className="stack" aria-labelledby="books-title">
              <h2 id="books-title">{words.booksOf(loaded.log.year)}</h2>
              <Books {...loaded.log} language={language} />
            </section>
          )}
          <Files />
        </div>
      )
      : <LoadError text={words.loadFailed} href={readingPaths.reading} />,
  });
}

async function load(c: C, year?: number) {
  const { deps, user } = c.var;
  const { timeZone } = readerLocale(c);
  const [log, years] = await Promise.all([
    readLog(deps, user, { year, timeZone, limit: limits.shown }),
    listReadingYears(deps.db, user.id),
  ]);
  const goal = await findGoal(deps.db, user.id, log.year);
  return { log, years, goal, today: calendarDay({ now: deps.clock(), timeZone }) };
}

const OwnShelf = () => (
  <section className="card stack" aria-labelledby="own-shelf">
    <h2 id="own-shelf">{words.ownBooks}</h2>
    <p className="muted">{words.ownBooksHint}</p>
    <PostButton icon="book" action={ownShelfPath}>{words.openOwnBooks}</PostButton>
  </section>
);

function GoalSection({ goal, today, failed }: { goal: Goal; today: string; failed?: FailedForm }) {
  const line = goalLine({ ...goal, today });
  return (
    <section className="card stack" aria-labelledby="goal">
      <h2 id="goal">{goalTexts.title}</h2>
      {line && <p>{line}</p>}
      <form method="post" action={readingGoalPath} className="stack">
        <input type="hidden" name="year" value={goal.year} />
        <Field
          label={goalTexts.booksIn(goal.year)}
          hint={goalTexts.hint}
          {...fieldOf("books", failed?.refusal.issues)}
          type="number"
          min={0}
          max={goalLimits.books}
          defaultValue={failed?.sent.books ?? (goal.books || "")}
        />
        <Submit>{goalTexts.save}</Submit>
      </form>
    </section>
  );
}

function Years({ log, years }: { log: ReadingLog; years: number[] }) {
  const all = [...new Set([log.year, ...years])].sort((a, b) => b - a);
  return (
    <Tabs
      label={words.years}
      tabs={[
        ...all.map((year) => ({
          href: readingYearPath(year),
          text: String(year),
          current: year === log.year,
        })),
        { href: readingPaths.readingList, text: words.allBooks, current: false },
        { href: wantedPath, text: wantedTexts.title, current: false },
      ]}
    />
  );
}

function Numbers({ pages, days, finished, language }: ReadingLog & { language: string }) {
  const format = new Intl.NumberFormat(language);
  const { counts } = words;
  const numbers = [[counts.pages, pages], [counts.days, days.length], [counts.books, finished]] as const;
  return (
    <dl className="reading-numbers">
      {numbers.map(([name, number]) => (
        <div key={name(0)}>
          <dt>{name(number)}</dt>
          <dd>{format.format(number)}</dd>
        </div>
      ))}
    </dl>
  );
}

const Days = ({ log, language }: { log: ReadingLog; language: string }) =>
  log.days.length === 0
    ? (
      <EmptyState picture="books" text={words.noDays}>
        <p className="muted">{words.noDaysHint}</p>
        <LinkButton href={sitePaths.dashboard}>{words.openGroup}</LinkButton>
      </EmptyState>
    )
    : (
      <section className="card reading-days">
        <Figure caption={words.calendar(log.year)} hint={words.calendarHint}>
          <Calendar log={log} language={language} />
        </Figure>
        {log.days.length >= limits.daysAddedUp && (
          <Figure caption={words.total(log.year)}>
            <TotalLine log={log} language={language} />
          </Figure>
        )}
        <details className="fold">
          <summary>{words.asTable}</summary>
          <MonthTable log={log} language={language} />
        </details>
      </section>
    );

const Figure = ({ caption, hint, children }: { caption: string; hint?: string; children: ReactNode }) => (
  <figure>
    <figcaption>
      <h2>{caption}</h2>
      {hint && <p className="muted">{hint}</p>}
    </figcaption>
    {children}
  </figure>
);

const Books = ({ books, hasMore, language }: ReadingLog & { language: string }) =>
  books.length === 0
    ? (
      <div>
        <p>{words.noBooks}</p>
        <p className="muted">{words.noBooksHint}</p>
      </div>
    )
    : (
      <>
        <BookList books={books} language={language} heading="h3" />
        {hasMore && <LinkRow href={readingPaths.readingList}>{words.more}</LinkRow>}
      </>
    );

const Files = () => (
  <section className="card stack" id="import" aria-labelledby="import-title">
    <h2 id="import-title">{words.importTitle}</h2>
    <form
      method="post"
      action={readingPaths.readingImport}
      encType="multipart/form-data"
      className="reading-import"
      data-import
      data-own-script
    >
      <FileField label={words.file} hint={words.importHint} accept=".csv,text/csv" />
      <Button type="submit">{words.import}</Button>
    </form>
    <FileProgress />
    <div className="stack" data-import-result hidden>
      <p role="status" />
      <ul className="import-lines" />
      <LinkButton href={readingPaths.readingList}>{words.showBooks}</LinkButton>
    </div>
    <div className="reading-export">
      <LinkButton href={readingPaths.readingExport} icon="download" download>{words.export}</LinkButton>
      <p className="muted">{words.exportHint}</p>
    </div>
  </section>
);

export const readingLog = router();

readingLog.get(readingPaths.reading, signedInPage, (c) => showLog(c));
readingLog.get(readingPaths.readingList, signedInPage, showReadingList);
readingLog.get(readingPaths.readingExport, signedInPage, sendList);

mountForm(readingLog, openOwnShelf);
mountForm(readingLog, removeListedBook);
mountForm(readingLog, saveGoal, {
  refused: (c, refusal, { fields }) => showLog(c, { refusal, sent: fields }),
});
mountForm(readingLog, importReadingList, {
  async respond(c) {
    const whole = { schema: z.unknown(), fields: undefined };
    const outcome = await runFormAction(c, whole, async () => await finished(await receiveList(c)));
    const success = outcome.ok ? words.imported(outcome.value) : "";
    return flashAndRedirect(c, outcome, { success, to: outcome.ok ? readingPaths.readingList : readingPaths.reading });
  },
});
