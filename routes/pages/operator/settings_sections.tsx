import type { ComponentProps, ReactNode } from "react";
import { fileOf } from "../../../db/engine/database_file.ts";
import { Field, fieldOf, Select } from "../../../islands/forms/Field.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { Icon } from "../../../islands/ui/Icon.tsx";
import type { MailTest, SiteSettings } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import type { Fields, Refusal } from "../../../server/http/form.ts";
import { backupFolderOf } from "../../../server/settings/backup_folder.ts";
import { nameOf, type StoredKey } from "../../../server/settings/settings.ts";
import type { C } from "../../layout/page.tsx";
import { NoticeLine } from "../../layout/parts.tsx";
import { Section } from "./page.tsx";

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

export const SettingsSections = (props: SectionsProps) => (
  <>
    <SiteSection {...props} />
    <PeopleSection {...props} />
    <MailSection {...props} />
    <BackupSection {...props} />
  </>
);

function SiteSection(props: SectionsProps) {
  const { given, setting, field } = controlsOf(props);
  return (
    <Section title={words.sections.site}>
      {setting(
        "siteName",
        props.settings.siteName,
        field("siteName", { hint: words.siteNameHint, maxLength: 30, defaultValue: given("siteName") }),
      )}
    </Section>
  );
}

function PeopleSection(props: SectionsProps) {
  const { choices } = controlsOf(props);
  return (
    <Section title={words.sections.people}>
      {choices("registration", words.registrations)}
      {choices("emailsShown", words.emailsShown)}
    </Section>
  );
}

function MailSection(props: SectionsProps) {
  const { c: { var: { user } }, settings, stored, typed, test } = props;
  const { given, setting, field } = controlsOf(props);
  return (
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
  );
}

function BackupSection(props: SectionsProps) {
  const { c: { var: { deps: { config } } }, settings, stored, issues } = props;
  const { given, setting, field } = controlsOf(props);
  if (fileOf(config.databaseUrl) === undefined) {
    return (
      <Section title={words.sections.backups}>
        <p>{words.backupsOfServer}</p>
      </Section>
    );
  }
  return (
    <Section title={words.sections.backups}>
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
    </Section>
  );
}

/** One that was set otherwise, by a call or the environment, stays among them. */
function intervalsWith(chosen: string): { value: string; label: string }[] {
  const usual = Object.entries(words.intervals).map(([value, label]) => ({ value, label }));
  return usual.some(({ value }) => value === chosen) ? usual : [...usual, { value: chosen, label: chosen }];
}

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
