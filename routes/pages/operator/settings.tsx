import type { ComponentProps, ReactNode } from "react";
import { iso } from "../../../db/engine/query.ts";
import { findStoredSite } from "../../../db/operator/site_settings.ts";
import { fileOf } from "../../../db/engine/database_file.ts";
import { Field, fieldOf, Select } from "../../../islands/forms/Field.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { Icon } from "../../../islands/ui/Icon.tsx";
import { settingsOf, updateSiteSettings } from "../../../server/actions/operator/settings.ts";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";
import type { MailTest, SiteSettings } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import type { Fields, Refusal } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { nameOf, type StoredKey } from "../../../server/settings/settings.ts";
import { backupFolderOf } from "../../../server/settings/backup_folder.ts";
import { type C, page } from "../../layout/page.tsx";
import { NoticeLine } from "../../layout/parts.tsx";
import { stateOf } from "../../../server/actions/operator/state.ts";
import * as operatorLimits from "../../../server/contract/operator/limits.ts";
import { megabytes } from "../../../server/operations/files.ts";
import { version } from "../../../server/version.ts";
import { formatOf, operatorTab, SetUp } from "./page.tsx";

export const settings = router();

const here = operatorPaths.operatorTab("setup");

settings.get(here, operatorPage, (c) => show(c));

mountForm(settings, updateSiteSettings, {
  refused: (c, refusal, { fields }) => show(c, { fields, refusal }),
  // The outcome of a test mail is shown with the form, so that the settings can be corrected beside it.
  done: (c, { test }: { test: MailTest | null }) => test ? show(c, { test }) : undefined,
});

interface Shown {
  fields?: Fields;
  refusal?: Refusal;
  test?: MailTest;
}

/** The first time it stands alone, until its operator saves it or goes elsewhere. */
async function show(c: C, { fields, refusal, test }: Shown = {}): Promise<Response> {
  const { deps } = c.var;
  const stored = (await findStoredSite(deps.db)).settings;
  const isFirst = stored === undefined;
  const form = (
    <form method="post" action={here} className="stack operator-settings">
      {/* The form's first button is what Enter presses in a field: a test mail is sent by its own alone. */}
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      {isFirst && <input type="hidden" name="first" value="1" />}
      {refusal && !refusal.issues?.length && <FormError text={refusal.message} />}
      <Sections
        c={c}
        settings={settingsOf(deps.config)}
        typed={fields}
        issues={refusal?.issues}
        stored={stored}
        test={test}
      />
      <div className="operator-save">
        <Button type="submit" kind="primary">{isFirst ? words.saveFirst : words.save}</Button>
        {isFirst && <LinkButton kind="plain" href={sitePaths.dashboard}>{words.later}</LinkButton>}
      </div>
    </form>
  );
  if (!isFirst) {
    const body = (
      <>
        <State c={c} {...await stateOf(deps)} />
        <Safety c={c} />
        {form}
      </>
    );
    const toast = refusal?.issues?.length ? words.seeMarked : undefined;
    return await operatorTab(c, "setup", { refusal, toast, body });
  }
  return await page(c, {
    title: words.welcome,
    description: words.description,
    styles: ["operator-page"],
    path: operatorPaths.operator,
    refusal,
    body: (
      <div className="operator stack">
        <h1>{words.welcome}</h1>
        <p>{words.welcomeHint}</p>
        {form}
        <Safety c={c} />
      </div>
    ),
  });
}

interface SectionsProps {
  c: C;
  settings: SiteSettings;
  /** What is stored, as the environment would write it. */
  stored?: Record<string, string>;
  /** What was refused stays as it was typed. */
  typed?: Fields;
  issues?: Refusal["issues"];
  test?: MailTest;
}

/** What the sections are made of. A setting that the environment has fixed is shown in place of its control. */
function controlsOf({ c, settings, typed, issues }: SectionsProps) {
  const { fromEnvironment } = c.var.deps.config;
  const given = (key: keyof SiteSettings & StoredKey, value = settings[key] ?? "") => typed?.[key] ?? value;
  const setting = (key: StoredKey, shown: ReactNode, control: ReactNode) =>
    fromEnvironment.has(key) ? <Fixed name={key} key={key}>{shown}</Fixed> : control;
  const field = (name: keyof typeof words.settings, more: Partial<ComponentProps<typeof Field>>) => (
    <Field label={words.settings[name]} {...more} {...fieldOf(name, issues)} />
  );
  const choices = (name: ChoicesProps["name"], labels: Record<string, string>) =>
    setting(
      name,
      labels[settings[name]],
      <Choices
        name={name}
        options={Object.entries(labels).map(([value, label]) => ({ value, label }))}
        chosen={given(name)}
      />,
    );
  return { given, setting, field, choices };
}

function Sections(props: SectionsProps) {
  const { c: { var: { deps: { config }, user } }, settings, stored, typed, issues, test } = props;
  const { given, setting, field, choices } = controlsOf(props);
  return (
    <>
      <Section title={words.sections.site}>
        {setting(
          "siteName",
          settings.siteName,
          field("siteName", { hint: words.siteNameHint, maxLength: 30, defaultValue: given("siteName") }),
        )}
      </Section>
      <Section title={words.sections.people}>
        {choices("registration", words.registrations)}
        {choices("emailsShown", words.emailsShown)}
      </Section>
      <Section title={words.sections.mail}>
        {setting(
          "mailUrl",
          settings.mailUrl,
          <>
            {field("mailUrl", {
              hint: words.mailUrlHint,
              inputMode: "url",
              autoCapitalize: "none",
              spellCheck: false,
              defaultValue: given("mailUrl"),
            })}
            {field("mailPassword", {
              hint: settings.hasMailPassword ? words.mailPasswordStored : undefined,
              type: "password",
              autoComplete: "off",
            })}
          </>,
        )}
        {setting(
          "mailFrom",
          settings.mailFrom,
          field("mailFrom", {
            hint: words.mailFromHint,
            placeholder: settings.mailFrom,
            defaultValue: typed?.mailFrom ?? stored?.mailFrom,
          }),
        )}
        {test && (test.sent ? <NoticeLine kind="success" text={test.text} /> : <FormError text={test.text} />)}
        {user.email !== null && (
          <div>
            <Button type="submit" name="test" value="1" icon="mail">{words.saveAndTest(user.email)}</Button>
          </div>
        )}
      </Section>
      <Section title={words.sections.backups}>
        {fileOf(config.databaseUrl) === undefined ? <p>{words.backupsOfServer}</p> : (
          <>
            {setting(
              "backupDir",
              settings.backupDir,
              field("backupDir", {
                hint: words.backupDirHint,
                placeholder: backupFolderOf(config),
                autoCapitalize: "none",
                spellCheck: false,
                defaultValue: given("backupDir", stored ? settings.backupDir ?? "" : backupFolderOf(config)),
              }),
            )}
            {setting(
              "backupEvery",
              settings.backupEvery,
              <Select
                label={words.settings.backupEvery}
                options={intervalsWith(given("backupEvery"))}
                defaultValue={given("backupEvery")}
                {...fieldOf("backupEvery", issues)}
              />,
            )}
          </>
        )}
      </Section>
    </>
  );
}

/** What runs, and what of it needs somebody. */
function State({ c, backedUpAt, free }: { c: C } & Awaited<ReturnType<typeof stateOf>>) {
  const { databaseUrl, backupDir, mailUrl } = c.var.deps.config;
  const format = formatOf(c);
  const latest = backedUpAt && iso(backedUpAt);
  const backup = latest
    ? `${format.day(latest)}, ${format.time(latest)}`
    : backupDir === undefined
    ? words.state.noBackups
    : words.state.noBackupYet;
  return (
    <Section title={words.state.title}>
      <dl className="operator-state">
        {fileOf(databaseUrl) && <StateLine name={words.state.backup} isGood={Boolean(latest)}>{backup}</StateLine>}
        <StateLine name={words.sections.mail} isGood={mailUrl !== undefined}>
          {mailUrl ? words.state.mailThrough(new URL(mailUrl).hostname) : words.noMailServer}
        </StateLine>
        {free !== undefined && (
          <StateLine name={words.state.disk} isGood={free > operatorLimits.freeDisk}>
            {words.state.free(megabytes(free))}
          </StateLine>
        )}
        <StateLine name={words.state.version} isGood>{version}</StateLine>
      </dl>
    </Section>
  );
}

const StateLine = ({ name, isGood, children }: { name: string; isGood: boolean; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {!isGood && <Icon name="warning" />}
      {children}
    </dd>
  </div>
);

/** One that was set otherwise, by a call or the environment, stays among them. */
function intervalsWith(chosen: string): { value: string; label: string }[] {
  const usual = Object.entries(words.intervals).map(([value, label]) => ({ value, label }));
  return usual.some(({ value }) => value === chosen) ? usual : [...usual, { value: chosen, label: chosen }];
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card stack">
    <h2>{title}</h2>
    {children}
  </section>
);

const Fixed = ({ name, children }: { name: StoredKey; children: ReactNode }) => (
  <div className="field">
    <p className="field-label">{words.settings[name]}</p>
    <p className="operator-fixed">{children}</p>
    <p className="field-hint">
      <Icon name="lock" /> {words.setByEnvironment(nameOf(name))}
    </p>
  </div>
);

interface ChoicesProps {
  name: "registration" | "emailsShown";
  options: { value: string; label: string }[];
  chosen: string;
}

const Choices = ({ name, options, chosen }: ChoicesProps) => (
  <fieldset className="operator-choices">
    <legend className="field-label">{words.settings[name]}</legend>
    {options.map(({ value, label }) => (
      <label key={value}>
        <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
        {label}
      </label>
    ))}
  </fieldset>
);

/** Operators have some days to set up a second step, and are asked to from the first page on. */
const Safety = ({ c }: { c: C }) => {
  const due = c.var.secondStepDue;
  if (due === undefined) return null;
  return (
    <Section title={words.sections.safety}>
      <p>{words.safetyHint(formatOf(c).day(iso(due)))}</p>
      <SetUp isBeside />
    </Section>
  );
};
