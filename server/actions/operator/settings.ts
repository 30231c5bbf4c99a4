import { fileOf } from "../../../db/engine/database_file.ts";
import { findStoredSite, saveSettings, storeMailTest } from "../../../db/operator/site_settings.ts";
import { type Actor, auditOf } from "./audit.ts";
import { operatorPaths } from "../../contract/operator/paths.ts";
import { MailTest, SettingsUpdate, SiteSettings } from "../../contract/operator/shapes.ts";
import { operatorTexts as words } from "../../contract/operator/texts.ts";
import type { Issue } from "../../contract/site/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, Invalid } from "../../errors.ts";
import { sendTestMail } from "../../mail/mail_test.ts";
import { operation } from "../../operation.ts";
import { whyUnusable } from "../../settings/backup_folder.ts";
import {
  type Config,
  durationText,
  nameOf,
  storedIssues,
  type StoredKey,
  storedKeys,
  type StoredSettings,
} from "../../settings/settings.ts";

/** Without the password of the mail server. */
export const settingsOf = (config: Config): SiteSettings => ({
  siteName: config.site.name,
  registration: config.registration,
  emailsShown: config.emailsShown,
  mailUrl: config.mailUrl ? withoutPassword(config.mailUrl) : null,
  hasMailPassword: config.mailUrl !== undefined && new URL(config.mailUrl).password !== "",
  mailFrom: config.mailFrom,
  backupDir: config.backupDir ?? null,
  backupEvery: durationText(config.backupEvery),
  fromEnvironment: [...config.fromEnvironment].map(nameOf),
});

export function withoutPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = "";
  return parsed.href;
}

export const updateSiteSettings = operation({
  call: "PUT /operator/settings",
  summary: "Changes what operators may set, at once and on every instance, but for what the environment sets",
  access: "operator",
  takes: SettingsUpdate,
  gives: { settings: SiteSettings, test: MailTest.nullable() },
  says: (answer) => !answer.test ? words.saved : answer.test.sent ? words.savedAndTested : words.testFailed,
  fails: { 400: ["no_email"], 409: ["changed_meanwhile"] },
  form: {
    path: operatorPaths.operatorTab("setup"),
    to: ({ fields }) => operatorPaths.operatorTab(fields.first && !fields.test ? "people" : "setup"),
  },
  async run({ deps, user }, { test, ...given }) {
    const { config, db, limiter, settings } = deps;
    const { settings: former } = await findStoredSite(db);
    const next = await checked(config, former ?? {}, given);
    if (test && user.email === null) throw new BadRequest(words.noAddress, "no_email");
    if (test) await limiter.take("testMail", user.id);
    const audit = auditRows(deps, user, { former: former ?? {}, next });
    if (!await saveSettings(db, { settings: next, former, audit })) {
      throw new Conflict(words.changedMeanwhile, "changed_meanwhile");
    }
    await settings.refresh();
    return { settings: settingsOf(deps.config), test: test ? await tryMail(deps, user.email!) : null };
  },
});

async function tryMail({ config, db, clock }: Deps, to: string): Promise<MailTest> {
  const outcome = await sendTestMail(config, { to, now: clock() });
  if (config.mailUrl) await storeMailTest(db, { ...outcome, at: clock(), mailUrl: withoutPassword(config.mailUrl) });
  return outcome;
}

type Given = Omit<SettingsUpdate, "test">;

/** What is to be stored then. @throws Invalid */
async function checked(config: Config, former: StoredSettings, given: Given): Promise<StoredSettings> {
  const { mailPassword, ...values } = given;
  const issues: Issue[] = [];
  const next: StoredSettings = { ...former };
  for (const key of storedKeys) {
    const value = values[key];
    if (value === undefined) continue;
    if (config.fromEnvironment.has(key)) issues.push({ path: key, message: words.notHere(nameOf(key)) });
    else if (value === "") delete next[key];
    else next[key] = value;
  }
  if (values.mailUrl || mailPassword && !config.fromEnvironment.has("mailUrl")) {
    const { url, issue } = withPassword(next.mailUrl ?? "", { typed: mailPassword, former: former.mailUrl });
    next.mailUrl = url;
    if (issue) issues.push(issue);
  }
  issues.push(...storedIssues(next).filter(({ path }) => !issues.some((issue) => issue.path === path)));
  if (next.backupDir && next.backupDir !== former.backupDir) {
    const why = fileOf(config.databaseUrl) ? await whyUnusable(next.backupDir) : words.backupsOfServer;
    if (why) issues.push({ path: "backupDir", message: words.backupFolder(why) });
  }
  if (issues.length > 0) throw new Invalid(issues);
  return next;
}

/** The stored password is sent to no other server, and for no other user, than it was typed for. */
function withPassword(
  url: string,
  { typed, former }: { typed?: string; former?: string },
): { url: string; issue?: Issue } {
  const parsed = URL.parse(url);
  if (!parsed?.hostname || parsed.password && !typed) return { url };
  if (typed) {
    if (!parsed.username) return { url, issue: { path: "mailUrl", message: words.mailUserNeeded } };
    parsed.password = encodeURIComponent(typed);
    return { url: parsed.href };
  }
  const stored = former === undefined ? null : URL.parse(former);
  const isSame = stored && stored.host === parsed.host && stored.username === parsed.username;
  if (isSame) parsed.password = stored.password;
  if (isSame || !parsed.username) return { url: parsed.href };
  return { url, issue: { path: "mailPassword", message: words.mailPasswordNeeded } };
}

interface Change {
  former: StoredSettings;
  next: StoredSettings;
}

/** A default that is stored as it was changes nothing. */
const auditRows = (deps: Pick<Deps, "clock" | "config">, actor: Actor, { former, next }: Change) => {
  const before: Partial<Record<StoredKey, unknown>> = { ...settingsOf(deps.config), ...former };
  return storedKeys.filter((key) => former[key] !== next[key] && next[key] !== before[key]).map((key) =>
    auditOf(deps, actor, {
      act: "change setting",
      subject: words.settings[key],
      subjectId: nameOf(key),
      detail: `${shown(key, former)} → ${shown(key, next)}${onlyPassword(key, former, next)}`,
    })
  );
};

function shown(key: StoredKey, settings: StoredSettings): string {
  const value = settings[key];
  if (value === undefined) return "–";
  return key === "mailUrl" && URL.canParse(value) ? withoutPassword(value) : value;
}

const onlyPassword = (key: StoredKey, former: StoredSettings, next: StoredSettings): string =>
  key === "mailUrl" && former.mailUrl && next.mailUrl &&
    withoutPassword(former.mailUrl) === withoutPassword(next.mailUrl)
    ? ` (${words.passwordChanged})`
    : "";
