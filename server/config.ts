/** The settings: the only reader of the environment. Each is described in the README. */
import { z } from "zod";
import { defaultLimits, type LimitName, longestLimit, type RateLimits } from "./rate_limits.ts";
import { checkMailUrl, checkNetwork, isOrigin, sender } from "./setting_checks.ts";

const minute = 60;
const hour = 60 * minute;

const blankIsUnset = (value: unknown) => value === "" ? undefined : value;
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema);
const list = (value: string) => value.split(",").map((item) => item.trim()).filter(Boolean);
const bookSources = ["google", "openlibrary", "shelf"] as const;
export type BookSourceName = (typeof bookSources)[number];
const serviceUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));
const onOff = z.enum(["true", "false"]).transform((value) => value === "true");

const Settings = z.object({
  PORT: setting(z.coerce.number("must be a number").int().min(0).max(65535).default(8000)),
  HOST: setting(z.string().default("127.0.0.1")),
  PUBLIC_URL: setting(z.url({ protocol: /^https?$/ }).refine(isOrigin, "must have no path, query or user").optional()),
  DATABASE_URL: setting(
    z.string().regex(
      /^(file:|libsql:\/\/|https?:\/\/|wss?:\/\/)./,
      "must begin with file:, libsql://, https:// or wss://",
    )
      .default("file:data/chapterhouse.db"),
  ),
  DATABASE_AUTH_TOKEN: setting(z.string().optional()),
  REDIS_URL: setting(z.undefined("several instances are not supported yet: leave it unset")),
  MAIL_URL: setting(z.url({ protocol: /^smtps?$/ }).superRefine(checkMailUrl).optional()),
  MAIL_FROM: setting(
    z.string().regex(sender, "must be an address, or a name and <address>").default(
      "Chapterhouse <no-reply@localhost>",
    ),
  ),
  API_BASE_PATH: setting(z.string().regex(/^(\/[a-z0-9_-]+)+$/i, "must look like /api").default("/api")),
  CORS_ORIGINS: setting(
    z.string().default("").transform(list).pipe(
      z.array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin)),
    ),
  ),
  TRUSTED_PROXIES: setting(
    z.string().default("").transform(list).pipe(z.array(z.string().superRefine(checkNetwork))),
  ),
  REQUIRE_EMAIL_VERIFICATION: setting(onOff.default(true)),
  RATE_LIMITS: setting(z.string().default("on").transform(parseLimits)),
  BOOK_SOURCES: setting(
    z.string().default(bookSources.join(",")).transform(list).pipe(z.array(z.enum(bookSources)).min(1)),
  ),
  GOOGLE_BOOKS_API_KEY: setting(z.string().optional()),
  GOOGLE_BOOKS_URL: setting(serviceUrl.default("https://www.googleapis.com/books/v1")),
  OPEN_LIBRARY_URL: setting(serviceUrl.default("https://openlibrary.org")),
  BACKUP_DIR: setting(z.string().optional()),
  BACKUP_EVERY: setting(z.string().default("24h").transform(parseDuration)),
  BACKUP_KEEP: setting(z.coerce.number().int().min(1).default(14)),
  METRICS_TOKEN: setting(z.string().min(16, "too short to be a secret: take 16 characters or more").optional()),
  LOG_LEVEL: setting(z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info")),
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
}

/** A setting that cannot be used; its message is one line for the operator. */
export class WrongSetting extends Error {}

/**
 * Reads the settings.
 *
 * @param env names and values; the process's own environment when left out
 * @throws WrongSetting naming the first setting that is wrong, and why
 */
export function readConfig(env: Record<string, string | undefined> = Deno.env.toObject()): Config {
  const { success, data, error } = Settings.safeParse(env);
  if (!success) {
    const { path, message } = error.issues[0];
    throw new WrongSetting(`${path[0]?.toString()}: ${message}`);
  }
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
  };
}

/** `on`, `off`, or changes to the defaults such as `login=20/300,chat=50/5`: calls and seconds. */
function parseLimits(value: string, context: z.RefinementCtx): RateLimits | null {
  if (value === "off") return null;
  const limits: RateLimits = { ...defaultLimits };
  for (const item of value === "on" ? [] : list(value)) {
    const [, name, points, seconds] = /^(\w+)=(\d+)\/(\d+)$/.exec(item) ?? [];
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

const units: Record<string, number> = { m: minute * 1000, h: hour * 1000, d: 24 * hour * 1000 };

/** `30m`, `24h` or `7d`, in milliseconds. */
function parseDuration(value: string, context: z.RefinementCtx): number {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(value) ?? [];
  if (Number(count) > 0) return Number(count) * units[unit];
  context.addIssue(`"${value}" is not like 30m, 24h or 7d`);
  return z.NEVER;
}
