/** The settings: the only reader of the environment. Each is described in the README. */
import { resolve } from "node:path";
import { z } from "zod";
import { defaultLimits, type LimitName, longestLimit, type RateLimits } from "./rate_limits.ts";
import * as checks from "./setting_checks.ts";
import { misspelt } from "./setting_names.ts";

const minute = 60;
const hour = 60 * minute;

const blankIsUnset = (value: unknown) => typeof value === "string" ? value.trim() || undefined : value;
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema);
const list = (value: string) => value.split(",").map((item) => item.trim()).filter(Boolean);
const listOf = <T extends z.ZodType<unknown, string>>(item: T) => z.string().transform(list).pipe(z.array(item));
const bookSources = ["google", "openlibrary", "shelf"] as const;
export type BookSourceName = (typeof bookSources)[number];
const logLevels = ["trace", "debug", "info", "warn", "error", "silent"] as const;

const Settings = z.object({
  PORT: setting(
    checks.wholeNumber({ min: 0, max: 65535, right: "a whole number from 0 (any free port) to 65535" }).default(8000),
  ),
  HOST: setting(checks.host.default("127.0.0.1")),
  PUBLIC_URL: setting(checks.publicUrl.optional()),
  DATABASE_URL: setting(checks.databaseUrl.default("file:data/chapterhouse.db")),
  DATABASE_AUTH_TOKEN: setting(z.string().optional()),
  REDIS_URL: setting(z.undefined("several instances are not supported yet: leave it unset")),
  MAIL_URL: setting(checks.mailUrl.optional()),
  MAIL_FROM: setting(checks.sender.default("Chapterhouse <no-reply@localhost>")),
  API_BASE_PATH: setting(checks.apiPath.default("/api")),
  CORS_ORIGINS: setting(listOf(checks.origin).default([])),
  TRUSTED_PROXIES: setting(listOf(checks.network).default([])),
  REQUIRE_EMAIL_VERIFICATION: setting(checks.onOff.default(true)),
  RATE_LIMITS: setting(z.string().default("on").transform(parseLimits)),
  BOOK_SOURCES: setting(
    listOf(z.enum(bookSources, checks.wrong((given) => `"${given}" is none of ${bookSources.join(", ")}`)))
      .refine((sources) => sources.length > 0, `must name at least one of ${bookSources.join(", ")}`)
      .default([...bookSources]),
  ),
  GOOGLE_BOOKS_API_KEY: setting(z.string().optional()),
  GOOGLE_BOOKS_URL: setting(checks.serviceUrl.default("https://www.googleapis.com/books/v1")),
  OPEN_LIBRARY_URL: setting(checks.serviceUrl.default("https://openlibrary.org")),
  BACKUP_DIR: setting(z.string().optional()),
  BACKUP_EVERY: setting(checks.duration.default(24 * hour * 1000)),
  BACKUP_KEEP: setting(checks.wholeNumber({ min: 1, right: "a whole number of 1 or more" }).default(14)),
  METRICS_TOKEN: setting(z.string().min(16, "too short to be a secret: take 16 characters or more").optional()),
  LOG_LEVEL: setting(z.enum(logLevels, checks.mustBe(`one of ${logLevels.join(", ")}`)).default("info")),
  CHAPTERHOUSE_IMAGE: setting(checks.onOff.default(false)),
});

export interface Config {
  port: number;
  host: string;
  /** Origin of mail links and cookies, without a slash at its end. */
  publicUrl: string;
  databaseUrl: string;
  databaseAuthToken?: string;
  mailUrl?: string;
  mailFrom: string;
  apiBase: string;
  corsOrigins: string[];
  trustedProxies: string[];
  requireEmailVerification: boolean;
  /** Null switches them off. */
  rateLimits: RateLimits | null;
  /** Where books are looked for, the first one's word first. */
  bookSources: BookSourceName[];
  googleBooksApiKey?: string;
  googleBooksUrl: string;
  openLibraryUrl: string;
  /** Where scheduled backups go; none are made without it. */
  backupDir?: string;
  /** Milliseconds from one scheduled backup to the next. */
  backupEvery: number;
  /** How many scheduled backups are kept. */
  backupKeep: number;
  /** Opens the metrics to callers from elsewhere. */
  metricsToken?: string;
  logLevel: string;
  /** Whether this is the container, which says so itself. */
  inImage: boolean;
}

/** A setting that cannot be used; its message is for the operator: one line, and one more for each further setting. */
export class ConfigError extends Error {}

/**
 * Reads the settings.
 *
 * @param env names and values; the process's own environment when left out
 * @throws ConfigError with a line for each setting that is wrong, and why
 */
export function readConfig(env: Record<string, string | undefined> = Deno.env.toObject()): Config {
  const { success, data, error } = Settings.safeParse(env);
  if (!success) throw new ConfigError(linesOf(error).join("\n"));
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL ? new URL(data.PUBLIC_URL).origin : `http://localhost:${data.PORT}`,
    databaseUrl: data.DATABASE_URL,
    databaseAuthToken: data.DATABASE_AUTH_TOKEN,
    mailUrl: data.MAIL_URL,
    mailFrom: data.MAIL_FROM,
    apiBase: data.API_BASE_PATH,
    corsOrigins: data.CORS_ORIGINS,
    trustedProxies: data.TRUSTED_PROXIES,
    requireEmailVerification: data.REQUIRE_EMAIL_VERIFICATION,
    rateLimits: data.RATE_LIMITS,
    bookSources: [...new Set(data.BOOK_SOURCES)],
    googleBooksApiKey: data.GOOGLE_BOOKS_API_KEY,
    googleBooksUrl: data.GOOGLE_BOOKS_URL,
    openLibraryUrl: data.OPEN_LIBRARY_URL,
    backupDir: data.BACKUP_DIR,
    backupEvery: data.BACKUP_EVERY,
    backupKeep: data.BACKUP_KEEP,
    metricsToken: data.METRICS_TOKEN,
    logLevel: data.LOG_LEVEL,
    inImage: data.CHAPTERHOUSE_IMAGE,
  };
}

/** The first thing that is wrong with each setting. What was given is quoted, and must not begin a line of its own. */
function linesOf({ issues }: z.ZodError): string[] {
  const lines = new Map<PropertyKey, string>();
  for (const { path: [name], message } of issues) {
    if (!lines.has(name)) lines.set(name, `${String(name)}: ${message.replace(/\p{Cc}+/gu, " ")}`);
  }
  return [...lines.values()];
}

/** What an operator may have meant as a setting, and what sets nothing, a line for each. */
export const settingWarnings = (env: Record<string, string | undefined> = Deno.env.toObject()): string[] =>
  [...misspelt(Object.keys(env), Object.keys(Settings.shape))]
    .map(([name, setting]) => `${name} is not a setting and is ignored: did you mean ${setting}?`);

/** A file an operator names, from the folder they are in: a task runs in the project's. */
export const fromCaller = (file: string): string => resolve(Deno.env.get("INIT_CWD") ?? "", file);

/** `on`, `off`, or changes to the defaults such as `login=20/300,chat=50/5`: calls and seconds. */
function parseLimits(value: string, context: z.RefinementCtx): RateLimits | null {
  if (value === "off") return null;
  const limits: RateLimits = { ...defaultLimits };
  for (const item of value === "on" ? [] : list(value)) {
    const [, name, points, seconds] = /^(\w+)=(\d{1,9})\/(\d{1,9})$/.exec(item) ?? [];
    if (!Object.hasOwn(limits, name) || !Number(points) || !Number(seconds)) {
      context.addIssue(`"${item}" is not like login=10/300 with one of ${Object.keys(limits).join(", ")}`);
      return z.NEVER;
    }
    if (Number(seconds) > longestLimit) {
      context.addIssue(`"${item}" counts over more than ${longestLimit} seconds, which is 24 days`);
      return z.NEVER;
    }
    limits[name as LimitName] = { points: Number(points), seconds: Number(seconds) };
  }
  return limits;
}
