import { isIP } from "node:net";
import proxyaddr from "proxy-addr";
import { z } from "zod";
import { accountPaths, cardPaths, loginPaths } from "../contract/account/paths.ts";
import { bookPaths } from "../contract/books/paths.ts";
import { chatPaths } from "../contract/chat/paths.ts";
import { invitePaths } from "../contract/groups/invite_paths.ts";
import { groupPaths } from "../contract/groups/paths.ts";
import { notePaths } from "../contract/notes/paths.ts";
import { noticePaths } from "../contract/notices/paths.ts";
import { operatorPaths } from "../contract/operator/paths.ts";
import { clubPaths } from "../contract/groups/club_paths.ts";
import { conversationPaths, peoplePaths } from "../contract/people/paths.ts";
import { readingPaths } from "../contract/reading/paths.ts";
import { sitePaths } from "../contract/site/paths.ts";
import { previewPath } from "../contract/site/preview_path.ts";
import { defaultLimits, type LimitName, longestLimit, type RateLimits } from "../rate_limits.ts";
import { accentOf, readLogo } from "./site.ts";

export const mustBe = (right: string) => wrong((given) => `must be ${right}, not "${given}"`);

export const wrong = (describe: (given: string) => string) => ({
  error: ({ input }: { input?: unknown }) => describe(String(input).slice(0, 200)),
});

const split = (value: string) => value.split(",").map((item) => item.trim()).filter(Boolean);

export const listOf = <T extends z.ZodType<unknown, string>>(item: T) =>
  z.string().transform(split).pipe(z.array(item));

export const onOff = z.enum(["true", "false"], mustBe("true or false")).transform((value) => value === "true");

export function wholeNumber({ min, max = 999_999_999, right }: { min: number; max?: number; right: string }) {
  const message = mustBe(right);
  return z.string().regex(/^\d{1,9}$/, message).refine((digits) => +digits >= min && +digits <= max, message)
    .transform(Number);
}

const name = /^(?=.*[a-z])[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;

export const host = z.string().refine(
  (value) => isIP(value) > 0 || name.test(value),
  mustBe("an address of this machine without a port, such as 127.0.0.1, or 0.0.0.0 or :: for all that it has"),
);

export const sender = z.string().regex(
  /^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
  mustBe("an address such as post@study.example, or a name and <address>"),
);

export const publicUrl = z.url({
  protocol: /^https?$/,
  error: "must begin with https:// or http://, such as https://study.example",
})
  .refine(isOrigin, "must be an address without path, query or user, such as https://study.example")
  .transform((url) => new URL(url).origin);

export const origin = z.url({
  protocol: /^https?$/,
  ...wrong((given) => `"${given}" is no origin: name each site, such as https://partner.example`),
}).refine(isOrigin, "must be origins such as https://partner.example, without path, query or user")
  .transform((url) => new URL(url).origin);

export const serviceUrl = z.url({ protocol: /^https?$/, error: "must be an address such as https://books.example/v1" })
  .transform((url) => url.replace(/\/+$/, ""));

/** What an issuer says is believed, and so it must be by https, or on this machine. */
export const issuer = z.url({ protocol: /^https?$/, error: "must be an address such as https://login.school.example" })
  .max(500, "must be shorter")
  .refine(isWithoutQuery, "must be an address without query, fragment or user, such as https://login.school.example")
  .refine(isSafe, "must begin with https://, unless it is on this machine");

function isWithoutQuery(url: string): boolean {
  const parsed = URL.parse(url);
  return !parsed || !parsed.search && !parsed.hash && !parsed.username;
}

function isSafe(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.protocol !== "http:" || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(parsed.hostname);
}

const pageNames = Object.values({
  ...loginPaths,
  ...accountPaths,
  ...cardPaths,
  ...invitePaths,
  ...peoplePaths,
  ...conversationPaths,
  ...groupPaths,
  ...clubPaths,
  ...chatPaths,
  ...bookPaths,
  ...readingPaths,
  ...notePaths,
  ...noticePaths,
  ...operatorPaths,
  ...sitePaths,
  previewPath,
}).filter((path) => typeof path === "string").filter((path) => path !== sitePaths.home)
  .map(firstPart);
const fileNames =
  (".well-known assets covers dev favicon.ico files group healthz icons invitations join link-pictures logo media " +
    "metrics pictures readyz").split(" ");

const ownNames = new Set([...pageNames, ...fileNames]);

function firstPart(path: string): string {
  return path.split("/")[1].toLowerCase();
}

export const apiPath = z.string()
  .refine((path) => !ownNames.has(firstPart(`${path}/`)), {
    ...wrong((given) => `${given} is where pages or files of Chapterhouse are: choose another path, such as /api`),
    abort: true,
  })
  .regex(/^(\/[a-z0-9_-]+)+$/i, mustBe("a path such as /api, of letters, digits, - and _ after each slash"));

export const databaseUrl = z.string()
  .regex(
    /^(file:|libsql:\/\/|https?:\/\/|wss?:\/\/)./,
    "must begin with file:, libsql://, https:// or wss://, such as file:data/chapterhouse.db",
  )
  .refine((url) => !/^file:.*(:memory:|mode=memory)/.test(url), "would be forgotten at each end: name a file")
  .refine((url) => !url.startsWith("file:") || isDecodable(url), "has a % that encodes nothing: write %25 for it");

function isDecodable(url: string): boolean {
  try {
    return decodeURIComponent(url) !== "";
  } catch {
    return false;
  }
}

function isOrigin(url: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed) return true;
  const { pathname, search, hash, username } = parsed;
  return pathname === "/" && !search && !hash && !username;
}

export const redisUrl = z.url({
  protocol: /^rediss?$/,
  error: "must be the address of Redis or Valkey, such as redis://:password@redis.example:6379",
});

/** Of nodemailer, which silently ignores a misspelt one. */
const mailOptions =
  ("requireTLS ignoreTLS name authMethod pool maxConnections maxMessages connectionTimeout greetingTimeout " +
    "socketTimeout dnsTimeout tls.rejectUnauthorized tls.servername tls.minVersion").split(" ");

/** It may hold a password, and is not repeated. */
export const mailUrl = z.url({
  protocol: /^smtps?$/,
  error: "must be the address of a mail server, such as smtps://smtp.example:465",
}).superRefine(checkMailUrl);

function checkMailUrl(value: string, context: z.RefinementCtx): void {
  const parsed = URL.parse(value);
  if (!parsed || !/^smtps?:$/.test(parsed.protocol)) return;
  const { hostname, pathname, searchParams } = parsed;
  const unknown = [...searchParams.keys()].find((name) => !mailOptions.includes(name));
  if (!hostname) context.addIssue("names no server: write smtps://user:password@smtp.example:465");
  else if (pathname.length > 1) context.addIssue("has a path: percent-encode what is special in user and password");
  else if (unknown) context.addIssue(`has the option ${unknown}, which is none of ${mailOptions.join(" ")}`);
}

export const network = z.string().superRefine((value, context) => {
  try {
    proxyaddr.compile([value]);
  } catch {
    context.addIssue(`"${value}" is no address, and no network that can be trusted, such as 172.16.0.0/12`);
  }
});

const [minute, hour, day] = [60_000, 3600_000, 24 * 3600_000];
const units: Record<string, number> = { m: minute, h: hour, d: day };

export const mailAddress = z.string().trim().toLowerCase().pipe(z.email(mustBe("an email address")));

export const contact = z.string().transform((given) => /^[^\s@:/]+@/.test(given) ? `mailto:${given}` : given)
  .refine(isContact, mustBe("an email address, or an address such as https://school.example/security"));

function isContact(url: string): boolean {
  const parsed = URL.parse(url);
  if (/\s/.test(url) || !parsed) return false;
  return parsed.protocol === "mailto:" ? mailAddress.safeParse(parsed.pathname).success : parsed.protocol === "https:";
}

export const mailDomain = z.string().toLowerCase().regex(
  /^\.?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/,
  mustBe("a domain such as school.example, or .school.example"),
);

/** `30m`, `24h` or `7d`, in milliseconds. */
export const duration = z.string()
  .regex(/^(?!0+\D)\d{1,4}[mhd]$/, mustBe("minutes, hours or days such as 30m, 24h or 7d"))
  .transform((value) => Number(value.slice(0, -1)) * units[value.slice(-1)]);

const sizes: Record<string, number> = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** `200MB`, `1GB`, or a number of bytes; in bytes. */
export const size = z.string()
  .regex(/^\d{1,12}(B|KB|MB|GB)?$/, mustBe("a number of bytes, or such as 500KB, 200MB or 1GB"))
  .transform((value) => parseInt(value) * (sizes[value.replace(/^\d+/, "")] ?? 1))
  .refine((bytes) => bytes <= 1024 ** 4, "must be 1024GB or less");

/** `on`, `off` (null), or changes such as `login=20/300,chat=50/5`: calls and seconds. */
export const rateLimits = z.string().transform((value, context): RateLimits | null => {
  if (value === "off") return null;
  const limits: RateLimits = { ...defaultLimits };
  for (const item of value === "on" ? [] : split(value)) {
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
});

export const siteName = z.string().max(30, mustBe("30 characters or less"))
  .regex(/^[^\p{Cc}\p{Bidi_Control}<>"\\]+$/u, mustBe('a name without <, >, " or \\'));

export const logo = z.string().transform((file, context) => orIssue(() => readLogo(file), { given: file, context }));

export const accent = z.string().regex(/^#[0-9a-f]{6}$/i, mustBe("a colour of six digits such as #1d5c3f"))
  .transform((hex, context) => orIssue(() => accentOf(hex.toLowerCase()), { given: hex, context }));

function orIssue<T>(read: () => T, { given, context }: { given: string; context: z.RefinementCtx }): T {
  try {
    return read();
  } catch (error) {
    context.addIssue(`${given} ${(error as Error).message}`);
    return z.NEVER;
  }
}

export const linkUrl = z.url({
  protocol: /^https?$/,
  error: "must be an address such as https://school.example/terms",
});

/** A domain that begins with a dot stands for itself and all below it. No domains: all. */
export const isOfDomains = (email: string, domains: string[]): boolean =>
  domains.length === 0 || domains.some((domain) => isOfDomain(email.slice(email.lastIndexOf("@") + 1), domain));

const isOfDomain = (host: string, domain: string): boolean =>
  domain.startsWith(".") ? `.${host}`.endsWith(domain) : host === domain;
