import type { ReactNode } from "react";
import { iso } from "../../../db/engine/query.ts";
import { findStoredSite } from "../../../db/operator/site_settings.ts";
import { fileOf } from "../../../db/engine/database_file.ts";
import { Field, fieldOf, Select } from "../../../islands/forms/Field.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { Icon } from "../../../islands/ui/Icon.tsx";
import { settingsOf, updateSettings } from "../../../server/actions/operator/settings.ts";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";
import {
  emailsShown,
  type MailTest,
  registrations,
  type SiteSettings,
} from "../../../server/contract/operator/shapes.ts";
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
import { formatOf, operatorTab, SetUp } from "./page.tsx";

export const settings = router();

const here = operatorPaths.operatorTab("setup");

settings.get(here, operatorPage, (c) => show(c));

mountForm(settings, updateSettings, {
  refused: (c, refusal, { fields }) => show(c, { fields, refusal }),
  // The outcome stands beside what was tried, to be read while it is mended.
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
      {isFirst && <input type="hidden" name="first" value="1" />}
      {test && (test.sent ? <NoticeLine kind="success" text={test.text} /> : <FormError text={test.text} />)}
      {refusal && !refusal.issues?.length && <FormError text={refusal.message} />}
      <Sections
        c={c}
        settings={settingsOf(deps.config)}
        typed={fields}
        issues={refusal?.issues}
        stored={stored}
      />
      <div className="cluster">
        <Button type="submit" kind="primary">{isFirst ? words.saveFirst : words.save}</Button>
        <Button type="submit" name="test" value="1" icon="mail">{words.saveAndTest(c.var.user.email)}</Button>
        {isFirst && <LinkButton kind="plain" href={sitePaths.dashboard}>{words.later}</LinkButton>}
      </div>
    </form>
  );
  if (!isFirst) {
    const body = (
      <>
        {form}
        <Safety c={c} />
      </>
    );
    const toast = refusal?.issues?.length ? words.seeMarked : undefined;
    return await operatorTab(c, "setup", { refusal, toast, body, hasOwnSafety: true });
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
}

function Sections({ c, settings, stored, typed, issues }: SectionsProps) {
  const { config } = c.var.deps;
  const isFixed = (key: StoredKey) => config.fromEnvironment.has(key);
  const given = (key: keyof SiteSettings & StoredKey, value = settings[key] ?? "") => typed?.[key] ?? value;
  const setting = (key: StoredKey, shown: ReactNode, control: ReactNode) =>
    isFixed(key) ? <Fixed name={key} key={key}>{shown}</Fixed> : control;
  return (
    <>
      <Section title={words.sections.site}>
        {setting(
          "siteName",
          settings.siteName,
          <Field
            label={words.settings.siteName}
            hint={words.siteNameHint}
            maxLength={30}
            defaultValue={given("siteName")}
            {...fieldOf("siteName", issues)}
          />,
        )}
      </Section>
      <Section title={words.sections.people}>
        {setting(
          "registration",
          words.registrations[settings.registration],
          <Choices
            name="registration"
            options={registrations.map((value) => ({ value, label: words.registrations[value] }))}
            chosen={given("registration")}
          />,
        )}
        {setting(
          "emailsShown",
          words.emailsShown[settings.emailsShown],
          <Choices
            name="emailsShown"
            options={emailsShown.map((value) => ({ value, label: words.emailsShown[value] }))}
            chosen={given("emailsShown")}
          />,
        )}
      </Section>
      <Section title={words.sections.mail}>
        {setting(
          "mailUrl",
          settings.mailUrl,
          <>
            <Field
              label={words.settings.mailUrl}
              hint={words.mailUrlHint}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={given("mailUrl")}
              {...fieldOf("mailUrl", issues)}
            />
            <Field
              label={words.settings.mailPassword}
              hint={settings.hasMailPassword ? words.mailPasswordStored : undefined}
              type="password"
              autoComplete="off"
              {...fieldOf("mailPassword", issues)}
            />
          </>,
        )}
        {setting(
          "mailFrom",
          settings.mailFrom,
          <Field
            label={words.settings.mailFrom}
            hint={words.mailFromHint}
            placeholder={settings.mailFrom}
            defaultValue={typed?.mailFrom ?? stored?.mailFrom}
            {...fieldOf("mailFrom", issues)}
          />,
        )}
      </Section>
      <Section title={words.sections.backups}>
        {fileOf(config.databaseUrl) === undefined ? <p>{words.backupsOfServer}</p> : (
          <>
            {setting(
              "backupDir",
              settings.backupDir,
              <Field
                label={words.settings.backupDir}
                hint={words.backupDirHint}
                placeholder={backupFolderOf(config)}
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={given("backupDir", stored ? settings.backupDir ?? "" : backupFolderOf(config))}
                {...fieldOf("backupDir", issues)}
              />,
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

/** Whoever operates the site has some days for it, and is led there from the first page on. */
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
