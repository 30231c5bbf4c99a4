import { listRemovable } from "../../../db/books/removal.ts";
import { Field, fieldOf, Select } from "../../../islands/forms/Field.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { type ReaderLocale, timeFormatter, writeDate } from "../../../islands/ui/time_format.ts";
import { listChanges } from "../../../server/actions/books/removal.ts";
import { readSettings } from "../../../server/actions/groups/settings.ts";
import { aboutParts, aboutPaths } from "../../../server/contract/groups/about_paths.ts";
import {
  type BookChange,
  type QuietHours as Hours,
  type Settings,
  settingsIn,
  switches,
  unusualIn,
  usualSettings,
} from "../../../server/contract/groups/settings_shapes.ts";
import { askTexts, changesTexts, removalTexts, settingsTexts } from "../../../server/contract/groups/settings_texts.ts";
import { changers } from "../../../server/contract/groups/shapes.ts";
import type { Issue } from "../../../server/contract/site/shapes.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { LinkRow, PostButton, Submit } from "../../layout/parts.tsx";
import type { AboutSection } from "./about_sections.tsx";
import { Fold, SettingRow, SettingSelect } from "./setting_row.tsx";
import { zoneOptions } from "./time_zones.ts";

const words = settingsTexts;

const choices = ["shelf", "texts", "plan", "contents"] as const;

export const settingsSection: AboutSection = {
  id: "settings",
  title: words.title,
  async content({ c, group }, failed) {
    if (group.role === "member") return null;
    const { settings } = await readSettings(c.var.deps, c.var.user, group.id);
    const shown = failed ? { ...settings, ...settingsIn(failed.sent) as Settings } : settings;
    const issues = failed?.refusal.issues ?? [];
    return (
      <Fold now={decided(settings)} open={failed !== undefined}>
        <form method="post" action={aboutPaths.saveSettings(group.id)} id={aboutParts.settings} className="settings">
          <input type="hidden" name="was" value={failed?.sent.was ?? JSON.stringify(unusualIn(settings))} />
          <fieldset>
            <legend>{words.groups.books}</legend>
            {choices.map((name) => <Choice key={name} name={name} value={shown[name]} />)}
          </fieldset>
          <fieldset>
            <legend>{words.groups.members}</legend>
            {(["hideMembers", "askToShare", "overview"] as const).map((name) => (
              <Switch key={name} name={name} on={shown[name]} />
            ))}
          </fieldset>
          <fieldset>
            <legend>{words.groups.listed}</legend>
            <Switch name="listed" on={shown.listed} />
          </fieldset>
          <fieldset>
            <legend>{words.groups.messages}</legend>
            <Switch name="everyone" on={shown.everyone} />
            <QuietHours hours={shown.quietHours} issues={issues} ownZone={readerLocale(c).timeZone} />
          </fieldset>
          <Submit>{words.save}</Submit>
        </form>
        {settings.overview && <LinkRow href={aboutPaths.overview(group.id)}>{askTexts.overviewLink}</LinkRow>}
      </Fold>
    );
  },
};

/** What is not as in a new group. */
function decided(settings: Settings): string {
  const { rows, changers, usual } = words;
  const { from, to } = settings.quietHours ?? {};
  const parts = [
    ...choices.filter((name) => settings[name] !== usualSettings[name])
      .map((name) => `${rows[name].label}: ${changers[settings[name]].toLowerCase()}`),
    ...switches.filter((name) => settings[name]).map((name) => rows[name].label),
    ...from ? [`${rows.quiet.label}: ${from}–${to}`] : [],
  ];
  return parts.join(" · ") || usual;
}

const options = changers.map((value) => ({ value, label: words.changers[value] }));

const Choice = ({ name, value }: { name: (typeof choices)[number]; value: Settings["plan"] }) => (
  <SettingRow id={name} {...words.rows[name]}>
    <SettingSelect
      id={name}
      value={value}
      options={options}
      aria-describedby={words.rows[name].hint ? `${name}-hint` : undefined}
    />
  </SettingRow>
);

const Switch = ({ name, on }: { name: (typeof switches)[number]; on: boolean }) => (
  <SettingRow id={name} {...words.rows[name]} kind="switch">
    <input
      type="checkbox"
      role="switch"
      className="switch"
      id={name}
      name={name}
      defaultChecked={on}
      aria-describedby={`${name}-hint`}
    />
  </SettingRow>
);

interface QuietProps {
  hours: Settings["quietHours"];
  issues: Issue[];
  ownZone: string;
}

function QuietHours({ hours, issues, ownZone }: QuietProps) {
  const fieldFor = (path: keyof Hours) => {
    const { error, autoFocus } = fieldOf(`quietHours.${path}`, issues);
    return { error, autoFocus };
  };
  const zone = hours?.timeZone ?? ownZone;
  return (
    <SettingRow id="quiet" {...words.rows.quiet} kind="group">
      <div className="setting-hours" role="group" aria-labelledby="quiet" aria-describedby="quiet-hint">
        {([["quietFrom", "from"], ["quietTo", "to"]] as const).map(([name, end]) => (
          <Field
            key={name}
            label={words[name]}
            type="time"
            name={name}
            {...fieldFor(end)}
            defaultValue={hours?.[end] ?? ""}
          />
        ))}
        <Select
          label={words.timeZone}
          name="timeZone"
          {...fieldFor("timeZone")}
          defaultValue={zone}
          options={zoneOptions(ownZone, zone)}
        />
      </div>
    </SettingRow>
  );
}

/** What a member has answered, to be changed at any time. */
export const ownSection: AboutSection = {
  id: "own",
  title: askTexts.own,
  async content({ c, group }) {
    const { settings, own, isOrganizer } = await readSettings(c.var.deps, c.var.user, group.id);
    const rows = [
      { question: "sharing", texts: askTexts.share, asked: settings.askToShare, answer: own.sharesPages },
      {
        question: "overview/agreement",
        texts: askTexts.overview,
        asked: settings.overview,
        answer: own.inOverview ?? (isOrganizer ? false : null),
      },
    ] as const;
    // While it is asked the question stands at the top of the page.
    const shown = rows.filter(({ asked, answer }) => answer !== null && (asked || answer));
    if (shown.length === 0) return null;
    return (
      <ul className="lined-list">
        {shown.map(({ question, texts, answer }) => (
          <li key={question}>
            <p>{answer ? texts.isOn : texts.isOff}</p>
            <form method="post" action={aboutPaths.answer(group.id, question)}>
              <Button type="submit" name="shared" value={String(!answer)}>{answer ? texts.stop : texts.yes}</Button>
            </form>
          </li>
        ))}
      </ul>
    );
  },
};

export const changesSection: AboutSection = {
  id: "changes",
  title: changesTexts.title,
  async content({ c, group }) {
    if (group.role === "member") return null;
    const changes = await listChanges(c.var.deps, c.var.user, group.id);
    const locale = readerLocale(c);
    const format = timeFormatter(locale, c.var.deps.clock());
    const when = (at: string) => `${format.day(at)}, ${format.time(at)}`;
    if (changes.length === 0) return <p className="muted">{changesTexts.empty}</p>;
    return (
      <Fold now={changesTexts.latest(changes.length, when(changes[0].createdAt))}>
        <p className="muted">{changesTexts.hint}</p>
        <ul className="lined-list changes" id={aboutParts.changes}>
          {changes.map((change) => (
            <li key={change.id}>
              <div>
                <p>
                  <bdi>{change.by ?? changesTexts.somebody}</bdi> {sentenceOf(change)}
                </p>
                <p className="muted">
                  {`${when(change.createdAt)}. ${
                    change.undoneAt ? changesTexts.undoneAt(when(change.undoneAt)) : effectOf(change, locale)
                  }`}
                </p>
              </div>
              {!change.undoneAt && (
                <PostButton
                  action={aboutPaths.undoChange(group.id, change.id)}
                  aria-label={changesTexts.undoOf(sentenceOf(change))}
                >
                  {changesTexts.undo}
                </PostButton>
              )}
            </li>
          ))}
        </ul>
      </Fold>
    );
  },
};

const sentenceOf = ({ kind, title }: BookChange): string => changesTexts.kinds[kind](title);

function effectOf({ kind, plan, chapters }: BookChange, { language }: ReaderLocale): string {
  const { brings } = changesTexts;
  if (plan) return brings.plan(writeDate(plan.startsOn, language), writeDate(plan.targetOn, language));
  if (kind === "plan") return brings.noPlan;
  if (kind === "contents") return chapters ? brings.chapters(chapters) : brings.noChapters;
  return brings[kind];
}

/** Most have only a few. */
const unfolded = 5;

export const booksSection: AboutSection = {
  id: "books",
  title: removalTexts.title,
  async content({ c, group }) {
    const books = await listRemovable(c.var.deps.db, c.var.user.id, group.id);
    if (books.length === 0) return null;
    return (
      <details className="fold" open={books.length <= unfolded && c.req.query("books") !== undefined}>
        <summary>{removalTexts.list}</summary>
        <ul className="lined-list">
          {books.map(({ id, title, author }) => (
            <li key={id}>
              <div className="settings-book">
                <p dir="auto">{title}</p>
                {author && <p className="muted" dir="auto">{author}</p>}
              </div>
              <LinkButton
                kind="plain"
                href={aboutPaths.confirmRemoveBook(group.id, id)}
                aria-label={removalTexts.removeOf(title)}
              >
                {removalTexts.ask}
              </LinkButton>
            </li>
          ))}
        </ul>
      </details>
    );
  },
};
