import type { ReactNode } from "react";
import { fileOf } from "../../../db/engine/database_file.ts";
import { iso } from "../../../db/engine/query.ts";
import { Icon } from "../../../islands/ui/Icon.tsx";
import { dayInText } from "../../../islands/ui/time_format.ts";
import type { ServiceState } from "../../../server/actions/operator/state.ts";
import * as operatorLimits from "../../../server/contract/operator/limits.ts";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { megabytes } from "../../../server/operations/files.ts";
import { version } from "../../../server/version.ts";
import type { C } from "../../layout/page.tsx";
import { PostButton } from "../../layout/parts.tsx";
import { formatOf, Section } from "./page.tsx";

/** The state of the service, and what needs attention. */
export function State({ c, backedUpAt, free, mailTest }: { c: C } & ServiceState) {
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
        <StateLine name={words.sections.mail} isGood={mailUrl !== undefined && mailTest?.sent !== false}>
          {mailUrl ? mailState(c, new URL(mailUrl).hostname, mailTest) : words.noMailServer}
        </StateLine>
        {free !== undefined && (
          <StateLine name={words.state.disk} isGood={free > operatorLimits.freeDisk}>
            {words.state.free(megabytes(free))}
          </StateLine>
        )}
        <StateLine name={words.state.version} isGood>{version}</StateLine>
      </dl>
      {fileOf(databaseUrl) && backupDir !== undefined && (
        <PostButton action={operatorPaths.backUp}>{words.state.backUp}</PostButton>
      )}
    </Section>
  );
}

function mailState(c: C, host: string, test: ServiceState["mailTest"]): string {
  if (!test) return words.state.mailThrough(host);
  return test.sent ? words.state.mailSent(host, timeOf(c, test.at)) : failedTest(c, test);
}

export const failedTest = (c: C, { text, at }: NonNullable<ServiceState["mailTest"]>): string =>
  words.state.mailFailed(text, timeOf(c, at));

function timeOf(c: C, at: number): string {
  const format = formatOf(c);
  return `${dayInText(format, iso(at))}, ${format.time(iso(at))}`;
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
