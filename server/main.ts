import { dirname } from "node:path";
import { format, inspect } from "node:util";
import { fileOf } from "../db/engine/database_file.ts";
import { operatorPaths } from "./contract/operator/paths.ts";
import type { Assets } from "./contract/site/assets.ts";
import { hasLocalName, localUrl } from "./http/address.ts";
import { type Log, LogWriter, openLog } from "./log.ts";
import { onParentEnd } from "./operations/parents.ts";
import { instanceName, type Service, startService } from "./service.ts";
import { type Config, ConfigError, readConfig, settingWarnings, uselessSettings } from "./settings/settings.ts";
import { version } from "./version.ts";

interface Running {
  config: Config;
  log: Log;
  service: Service;
}

const flushTimeout = 250;
/** Milliseconds until the process exits even if something hangs; acknowledged writes are on disk. */
const deadline = 4_800;

setUmask();
let opened: Log | undefined;
let running: Running | undefined = undefined;
endOnSignals();
running = await boot().catch(refuse);
logUncaughtErrors(running.log);
sendConsoleTo(running.log);
logStartup(running);
collectGarbage();

async function boot(): Promise<Running> {
  const config = readConfig();
  const log = opened = openLog(config.logLevel, Deno.stdout, { instance: instanceName(config) });
  log.info({ version }, "Starting");
  for (const warning of settingWarnings()) log.warn(warning);
  await prepareFolder(config.databaseUrl);
  return {
    config,
    log,
    service: await startService({
      acceptsFor: 1000,
      config,
      log,
      assets: await builtAssets(),
      onTaken: () => void fail(log),
    }),
  };
}

/** Files are readable by their owner alone: the database holds password hashes and private messages. */
function setUmask(): void {
  if (Deno.build.os !== "windows") Deno.umask(0o077);
}

async function refuse(error: unknown): Promise<never> {
  const line = error instanceof ConfigError ? `Chapterhouse cannot start. ${error.message}` : inspect(error);
  const stderr = new LogWriter(Deno.stderr);
  stderr.write(`${line}\n`);
  await Promise.all([stderr.flush(flushTimeout), opened?.written(flushTimeout)]);
  Deno.exit(1);
}

async function fail(log: Log): Promise<never> {
  await log.written(flushTimeout);
  Deno.exit(1);
}

function logUncaughtErrors(log: Log): void {
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log.error({ err: event.reason }, "unhandled rejection");
  });
  addEventListener("error", (event) => {
    event.preventDefault();
    log.error({ err: event.error }, "uncaught error");
  });
}

/** Starting leaves some 20 MB of garbage; only a collection of last resort also gives the memory back. */
function collectGarbage(): void {
  const { gc } = globalThis as { gc?: (options: { type: string; execution: string; flavor: string }) => void };
  gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
}

/** The console itself blocks or fails where nobody reads it. */
function sendConsoleTo(log: Log): void {
  const logged = (...output: unknown[]) => {
    const err = output.find((one) => one instanceof Error);
    log.warn(err ? { err } : { output: format(...output) }, "console output");
  };
  Object.assign(console, { debug: logged, log: logged, info: logged, warn: logged, error: logged });
}

async function prepareFolder(url: string): Promise<void> {
  const folder = dirname(fileOf(url) ?? ".");
  if (await Deno.stat(folder).catch(() => undefined)) return;
  await Deno.mkdir(folder, { recursive: true }).catch(() => {
    throw new ConfigError(
      `DATABASE_URL: the folder ${folder} does not exist and cannot be made: make it, or name another.`,
    );
  });
}

async function builtAssets(): Promise<Assets> {
  const manifest = new URL("../static/build/manifest.json", import.meta.url);
  const text = await Deno.readTextFile(manifest).catch(() => {
    throw new ConfigError("Scripts and styles are not built: run `deno task build` first.");
  });
  return JSON.parse(text);
}

function logStartup(
  { config: { host, port: given }, log, service: { deps: { config }, port, setupToken } }: Running,
): void {
  for (const warning of uselessSettings(config)) log.warn(warning);
  const address = localUrl(host, port);
  log.info(`Listening on ${address}`);
  if (config.mailUrl) log.info(`Mail is sent through ${new URL(config.mailUrl).host}`);
  else if (hasLocalName(config.publicUrl)) {
    log.info(`Mail is stored, not sent: read it on this machine at ${address}/dev/mail`);
  } else log.warn("Mail is stored, and nobody can read it at this PUBLIC_URL: set MAIL_URL");
  log.info(`Data is in ${config.databaseUrl.split("?")[0]}`);
  if (fileOf(config.databaseUrl) && config.backupDir === undefined) {
    log.warn("No backups are made: set BACKUP_DIR, or a folder on the page Admin, Settings");
  }
  void setupToken.then((token) => {
    const site = given === 0 ? address : config.publicUrl;
    if (token) log.info(`Set it up: ${site}${operatorPaths.setUpBy(token)}`);
  });
}

function endOnSignals(): void {
  let ending = false;
  const end = async (signal: string) => {
    if (ending) return;
    ending = true;
    opened?.info(`${signal}: closing`);
    setTimeout(() => Deno.exit(0), deadline);
    await running?.service.stop().catch((err) => opened?.error({ err }, "not everything could be closed"));
    await opened?.written(flushTimeout);
    Deno.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) Deno.addSignalListener(signal, () => void end(signal));
  if (Deno.args.includes("--ends-with-parent")) onParentEnd(() => void end("What started the service has ended"));
}
