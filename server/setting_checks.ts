/** What a setting must be: whatever would otherwise go wrong later, or without a word. */
import { isIP } from "node:net";
import proxyaddr from "proxy-addr";
import { z } from "zod";
import { paths } from "./contract/paths.ts";

/** For settings that hold no secret: says what is right, and what was given instead. */
export const mustBe = (right: string) => wrong((given) => `must be ${right}, not "${given}"`);

/** What a schema says of a value that is wrong. */
export const wrong = (describe: (given: string) => string) => ({
  error: ({ input }: { input?: unknown }) => describe(String(input).slice(0, 200)),
});

export const onOff = z.enum(["true", "false"], mustBe("true or false")).transform((value) => value === "true");

/** A whole number in decimal digits: `0x50`, `1e3` and ` ` are none. */
export function wholeNumber({ min, max = 999_999_999, right }: { min: number; max?: number; right: string }) {
  const message = mustBe(right);
  return z.string().regex(/^\d{1,9}$/, message).refine((digits) => +digits >= min && +digits <= max, message)
    .transform(Number);
}

const name = /^(?=.*[a-z])[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;

/** An address or a name to listen on, without a port. */
export const host = z.string().refine(
  (value) => isIP(value) > 0 || name.test(value),
  mustBe("an address of this machine without a port, such as 127.0.0.1, or 0.0.0.0 or :: for all that it has"),
);

/** An address, or a name with the address in angle brackets. */
export const sender = z.string().regex(
  /^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
  mustBe("an address such as post@study.example, or a name and <address>"),
);

/** Where people find the service. */
export const publicUrl = z.url({
  protocol: /^https?$/,
  error: "must begin with https:// or http://, such as https://study.example",
})
  .refine(isOrigin, "must be an address without path, query or user, such as https://study.example");

/** The origin of a site that may call the API. */
export const origin = z.url({
  protocol: /^https?$/,
  ...wrong((given) => `"${given}" is no origin: name each site, such as https://partner.example`),
}).refine(isOrigin, "must be origins such as https://partner.example, without path, query or user")
  .transform((url) => new URL(url).origin);

/** The address of somebody else's service, without a slash at its end. */
export const serviceUrl = z.url({ protocol: /^https?$/, error: "must be an address such as https://books.example/v1" })
  .transform((url) => url.replace(/\/+$/, ""));

/** First parts of the addresses of pages and files: the API below one of them would hide it, or be hidden. */
const ownNames = new Set([
  ...Object.values(paths).filter((path) => typeof path === "string" && path !== paths.home).map((path) =>
    firstPart(path as string)
  ),
  ...["assets", "covers", "dev", "group", "healthz", "icons", "media", "metrics", "pictures", "readyz"],
]);

function firstPart(path: string): string {
  return path.split("/")[1].toLowerCase();
}

/** Where the API is. */
export const apiPath = z.string()
  .refine((path) => !ownNames.has(firstPart(`${path}/`)), {
    ...wrong((given) => `${given} is where pages or files of Chapterhouse are: choose another path, such as /api`),
    abort: true,
  })
  .regex(/^(\/[a-z0-9_-]+)+$/i, mustBe("a path such as /api, of letters, digits, - and _ after each slash"));

/** What a database's address begins with. It may hold a secret, and is not repeated. */
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

/** Whether there is nothing in an address but what makes an origin; what is none at all is for others to refuse. */
function isOrigin(url: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed) return true;
  const { pathname, search, hash, username } = parsed;
  return pathname === "/" && !search && !hash && !username;
}

/**
 * What nodemailer takes as a query, as far as an operator wants it: a misspelt one would be left out without a word.
 */
const mailOptions = [
  ...["requireTLS", "ignoreTLS", "name", "authMethod", "pool", "maxConnections", "maxMessages"],
  ...["connectionTimeout", "greetingTimeout", "socketTimeout", "dnsTimeout"],
  ...["tls.rejectUnauthorized", "tls.servername", "tls.minVersion"],
];

/** A mail server's address and nothing but options it knows. It may hold a password, and is not repeated. */
export const mailUrl = z.url({
  protocol: /^smtps?$/,
  error: "must be the address of a mail server, such as smtps://user:password@smtp.example:465",
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

/** An address or a network that is not everybody's. */
export const network = z.string().superRefine((value, context) => {
  try {
    proxyaddr.compile([value]);
  } catch {
    context.addIssue(`"${value}" is no address, and no network that can be trusted, such as 172.16.0.0/12`);
  }
});

const [minute, hour, day] = [60_000, 3600_000, 24 * 3600_000];
const units: Record<string, number> = { m: minute, h: hour, d: day };

/** `30m`, `24h` or `7d`, in milliseconds. */
export const duration = z.string()
  .regex(/^(?!0+\D)\d{1,4}[mhd]$/, mustBe("minutes, hours or days such as 30m, 24h or 7d"))
  .transform((value) => Number(value.slice(0, -1)) * units[value.slice(-1)]);
