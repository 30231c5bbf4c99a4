import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { type Db, libsqlError, openDb } from "../../db/engine/client.ts";
import { fileOf } from "../../db/engine/database_file.ts";
import { isNewDatabase, pendingMigrations } from "../../db/engine/migrate.ts";
import { quickCheck, tryWrite } from "../../db/operator/health.ts";
import { findStoredSite } from "../../db/operator/site_settings.ts";
import { pingRedis } from "../cluster/redis.ts";
import { mailAddress } from "../settings/checks.ts";
import { describeMailFailure, sendTestMail, tryMailServer } from "../mail/mail_test.ts";
import { type Config, readConfig } from "../settings/settings.ts";
import { listBackups } from "../settings/backup_folder.ts";
import { CommandError } from "./command.ts";
import {
  type Finding,
  findings,
  judgeBackups,
  judgeClock,
  judgeDisk,
  judgeProxy,
  lineOf,
  type PublicAnswer,
} from "./doctor_judgement.ts";
import { describeOpenError, exists } from "./files.ts";
import { asStored } from "./site_settings.ts";

const usage = "Usage: deno task doctor [--mail ADDRESS]";

const { ok, warn, fail } = findings;

/** Milliseconds for each service that is asked. */
const timeout = 10_000;

interface Line extends Finding {
  name: string;
}

/**
 * Reads, and writes nothing that stays: it runs beside the service. A check that fails by itself is a finding.
 * @returns a finding of each part, in the order in which to correct them
 */
export async function examine(given: Config, { mailTo }: { mailTo?: string } = {}): Promise<Line[]> {
  const { config, database } = await examineDatabase(given);
  const answer = await askPublicUrl(config);
  const provider = await examineProvider(config);
  const checks: [name: string, finding: Promise<Finding> | Finding][] = [
    ["database", database],
    ["disk", examineDisk(config)],
    ["mail", examineMail(config, mailTo)],
    ["identity provider", provider.finding],
    ["Redis", examineRedis(config)],
    ["address and proxy", judgeProxy(config.publicUrl, answer)],
    ["clock", examineClock(config, { answer, provider })],
    ["backups", examineBackups(config)],
  ];
  return await Promise.all(checks.map(async ([name, finding]) => ({ name, ...await finding })));
}

async function examineDatabase(config: Config): Promise<{ config: Config; database: Finding }> {
  const { databaseUrl: url, databaseAuthToken: authToken } = config;
  const file = fileOf(url);
  if (file && !await exists(file)) {
    return { config, database: fail(`There is none at ${file}: start the service once, or correct DATABASE_URL.`) };
  }
  const because = async (error: unknown) =>
    fail(`It cannot be used. ${libsqlError(error)?.message ?? await describeOpenError(error, url)}`);
  let db: Db;
  try {
    db = await openDb({ url, authToken, timeout });
  } catch (error) {
    return { config, database: await because(error) };
  }
  try {
    const database = await examineOpened(db, url).catch(because);
    // Before it is migrated there may be no table of them.
    const stored = await findStoredSite(db).catch(() => ({}));
    return { config: asStored(config, stored), database };
  } finally {
    await db.close();
  }
}

async function examineOpened(db: Db, url: string): Promise<Finding> {
  if (await isNewDatabase(db)) return fail("It is empty: start the service once, which fills it.");
  const pending = await pendingMigrations(db);
  if (pending.length > 0) return warn(`It is of an earlier version: the next start of the service updates it.`);
  if (fileOf(url)) {
    const damage = await quickCheck(db);
    if (damage) return fail(`It is damaged: ${damage}. Stop the service, and restore the latest backup.`);
  }
  await tryWrite(db);
  return ok(`${url.split("?")[0]} is intact, up to date and can be written to.`);
}

async function examineDisk({ databaseUrl }: Config): Promise<Finding> {
  const file = fileOf(databaseUrl);
  if (!file) return ok("The database is on a server: see to the disk there.");
  const folder = dirname(file);
  try {
    await Deno.remove(await Deno.makeTempFile({ dir: folder, prefix: "doctor-" }));
    const { bavail, bsize } = await statfs(folder);
    const size = await Deno.stat(file).then(({ size }) => size, () => 0);
    return judgeDisk({ folder, free: bavail * bsize, size });
  } catch (error) {
    return fail(`${folder} cannot be written to: ${(error as Error).message}`);
  }
}

async function examineMail(config: Config, mailTo?: string): Promise<Finding> {
  const { mailUrl, mailFrom } = config;
  if (!mailUrl) {
    return warn("It is stored, not sent: set MAIL_URL, or a mail server on the page Admin, Settings.");
  }
  if (mailTo) {
    const { sent, text } = await sendTestMail(config, { to: mailTo, now: Date.now() });
    return sent ? ok(text) : fail(text);
  }
  const { hostname: host } = new URL(mailUrl);
  const failure = await tryMailServer(mailUrl);
  if (failure) return fail(describeMailFailure(failure, { host, from: mailFrom, to: "" }));
  return ok(`${host} lets this service in. --mail ADDRESS sends a test.`);
}

interface Provider {
  finding: Finding;
  /** Milliseconds by which our clock is ahead. */
  drift?: number;
}

async function examineProvider({ oidcIssuer: issuer }: Config): Promise<Provider> {
  if (!issuer) return { finding: ok("None is set.") };
  try {
    const { response, drift } = await ask(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
    const named = response.ok ? (await response.json()).issuer : undefined;
    if (named === issuer) return { finding: ok(`${issuer} answers as itself.`), drift };
    const why = response.ok ? `names itself ${String(named).slice(0, 200)}` : `answers ${response.status}`;
    return { finding: fail(`${issuer} ${why}: correct OIDC_ISSUER.`), drift };
  } catch (error) {
    return { finding: fail(`${issuer} cannot be reached: ${reasonOf(error)}. Nobody can log in by it.`) };
  }
}

async function examineRedis({ redisUrl }: Config): Promise<Finding> {
  if (!redisUrl) return ok("None is set: there is one instance.");
  const { host } = new URL(redisUrl);
  return await pingRedis(redisUrl).then(
    () => ok(`${host} answers.`),
    (error) => fail(`${host} does not: ${reasonOf(error)}. Correct REDIS_URL, or start it.`),
  );
}

type Public = PublicAnswer & { drift?: number };

async function askPublicUrl({ publicUrl }: Config): Promise<Public> {
  try {
    const { response, drift } = await ask(`${publicUrl}/healthz`);
    const body = await response.json().catch(() => undefined);
    const isOurs = typeof body?.version === "string";
    return { status: response.status, isOurs, forwarded: response.headers.get("x-forwarded"), drift };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

/** What answers on this machine has our own clock. */
function examineClock({ oidcIssuer, publicUrl }: Config, { answer, provider }: { answer: Public; provider: Provider }) {
  if (provider.drift !== undefined) return judgeClock({ with: new URL(oidcIssuer!).host, drift: provider.drift });
  const isElsewhere = answer.drift !== undefined && answer.forwarded && answer.forwarded !== "none";
  return judgeClock({ with: isElsewhere ? new URL(publicUrl).host : undefined, drift: answer.drift ?? 0 });
}

async function examineBackups({ databaseUrl, backupDir: folder, backupEvery: every }: Config): Promise<Finding> {
  if (!fileOf(databaseUrl)) return ok("The database is on a server: back it up there.");
  const now = Date.now();
  if (folder === undefined) return judgeBackups({ every, now });
  try {
    const [latest] = await listBackups(folder, now);
    const hasChecksum = latest !== undefined && await exists(`${latest.file}.sha256`);
    return judgeBackups({ folder, every, now, latest: latest && { ...latest, hasChecksum } });
  } catch (error) {
    return fail(`${folder} cannot be read: ${(error as Error).message}`);
  }
}

/** The header has whole seconds, cut off. */
async function ask(url: string): Promise<{ response: Response; drift?: number }> {
  const before = Date.now();
  const response = await fetch(url, { signal: AbortSignal.timeout(timeout), redirect: "manual" });
  const theirs = Date.parse(response.headers.get("date") ?? "") + 500;
  return { response, drift: Number.isNaN(theirs) ? undefined : (before + Date.now()) / 2 - theirs };
}

/** Without what was asked: an address may have a password in it. */
const reasonOf = (error: unknown): string => {
  const { name, message } = error as Error;
  return name === "TimeoutError"
    ? "it does not answer"
    : message.replace(/\S*:\/\/\S*/g, "").replace(/\s+/g, " ").trim();
};

function addressIn(args: string[]): string | undefined {
  try {
    const { mail } = parseArgs({ args, options: { mail: { type: "string" } } }).values;
    return mail === undefined ? undefined : mailAddress.parse(mail);
  } catch {
    throw new CommandError(usage);
  }
}

export async function command(args: string[]): Promise<string[]> {
  const mailTo = addressIn(args);
  const lines = await examine(readConfig(), { mailTo });
  if (lines.some(({ state }) => state === "fail")) Deno.exitCode = 1;
  return lines.map(lineOf);
}
