/** The settings: the only reader of the environment, and the source of the tables in server/README.md. */
import { resolve } from "node:path";
import { z } from "zod";
import { fileOf } from "../../db/engine/database_file.ts";
import { defaultLimits } from "../rate_limits.ts";
import { emailsShown, registrations } from "../contract/operator/shapes.ts";
import * as checks from "./checks.ts";
import { plainSite, type Site } from "./site.ts";
import { misspelt } from "./typos.ts";

const bookSources = ["google", "openlibrary", "shelf"] as const;
const logLevels = ["trace", "debug", "info", "warn", "error", "silent"] as const;

const plainSender = "Chapterhouse <no-reply@localhost>";

const documented = z.registry<{ name: string; about: string }>();

/** A default is written as the environment would write it, and checked likewise. */
const Settings = z.object({
  port: checks.wholeNumber({ min: 0, max: 65535, right: "a whole number from 0 (any free port) to 65535" })
    .prefault("8000").register(documented, { name: "PORT", about: "the port to listen on; `0` takes any free one" }),
  host: checks.host.prefault("127.0.0.1").register(documented, {
    name: "HOST",
    about: "where to listen: an address of the machine, or `0.0.0.0` or `::` for all that it has; both kinds with " +
      "`::`. The image sets `0.0.0.0`",
  }),
  publicUrl: checks.publicUrl.optional().register(documented, {
    name: "PUBLIC_URL",
    about: "the address people use, without a path: in mail links and cookies; `https` makes cookies `Secure` and " +
      "adds HSTS. Passkeys belong to its host name: another one makes them worthless. Without it: " +
      "`http://localhost:PORT`",
  }),
  databaseUrl: checks.databaseUrl.prefault("file:data/chapterhouse.db").register(documented, {
    name: "DATABASE_URL",
    about: "`file:` for the embedded database, or `libsql://`, `https://`, `wss://` for a libSQL server",
  }),
  databaseAuthToken: z.string().optional().register(documented, {
    name: "DATABASE_AUTH_TOKEN",
    about: "the token of a libSQL server",
  }),
  mailUrl: checks.mailUrl.optional().register(documented, {
    name: "MAIL_URL",
    about: "`smtp://user:password@host:port` or `smtps://…`; special characters of the password percent-encoded. " +
      "Without it mail is stored, not sent",
  }),
  mailFrom: checks.sender.prefault(plainSender).register(documented, {
    name: "MAIL_FROM",
    about: "sender of the mails",
  }),
  siteName: checks.siteName.prefault(plainSite.name).register(documented, {
    name: "SITE_NAME",
    about: "what the site is called in pages, mails and the app; 30 characters at most",
  }),
  siteLogo: checks.logo.optional().register(documented, {
    name: "SITE_LOGO",
    about:
      "a file with the site's mark, about square: PNG, WebP or SVG, of 256 KiB at most. It is read at start, and " +
      "shown in place of the drawn one. In the container it is on a volume, readable by user 1993: `docker cp " +
      "logo.svg chapterhouse:/data/` and `/data/logo.svg`",
  }),
  siteAccent: checks.accent.optional().register(documented, {
    name: "SITE_ACCENT",
    about: "the colour of links and buttons, such as `#1d5c3f`; dark pages have a lighter one of its hue. One that " +
      "could not be read is refused at start",
  }),
  termsUrl: checks.linkUrl.optional().register(documented, {
    name: "TERMS_URL",
    about: "the terms of use: a link below each page, and beside the form to register",
  }),
  privacyUrl: checks.linkUrl.optional().register(documented, {
    name: "PRIVACY_URL",
    about: "the privacy policy, likewise",
  }),
  securityContact: checks.contact.optional().register(documented, {
    name: "SECURITY_CONTACT",
    about:
      "where to report a vulnerability, shown at `/.well-known/security.txt`: an email address or a page by `https`",
  }),
  apiBase: checks.apiPath.prefault("/api").register(documented, {
    name: "API_BASE_PATH",
    about: "where the JSON API is; no page or file may be there",
  }),
  corsOrigins: checks.listOf(checks.origin).prefault("").register(documented, {
    name: "CORS_ORIGINS",
    about: "origins, separated by commas, that may call the API with credentials; `*` is refused",
  }),
  trustedProxies: checks.listOf(checks.network).prefault("").register(documented, {
    name: "TRUSTED_PROXIES",
    about: "addresses or networks (CIDR), separated by commas, whose `X-Forwarded-For` is believed",
  }),
  requireEmailVerification: checks.onOff.prefault("true").register(documented, {
    name: "REQUIRE_EMAIL_VERIFICATION",
    about: "`false` logs people in as soon as they register; with `true` an account that is not verified in seven " +
      "days is removed",
  }),
  commonPasswords: z.enum(["warn", "refuse"], checks.mustBe("warn or refuse")).prefault("warn").register(documented, {
    name: "COMMON_PASSWORDS",
    about: "new passwords that are among the 10 000 most common ones, or somebody's own name or address, are called " +
      "weak with `warn`, and are not taken with `refuse`",
  }),
  emailsShown: z.enum(emailsShown, checks.mustBe("everyone or shared")).prefault("everyone").register(documented, {
    name: "EMAILS_SHOWN",
    about:
      "to whom the email addresses of people are shown: to everyone with an account with `everyone`, unless they " +
      "hide theirs; with `shared`, which is right for a school, only to people who share a group or a friendship " +
      "with them. Others then invite them into a group, and cannot add them",
  }),
  directMessages: z.enum(["friends", "off"], checks.mustBe("friends or off")).prefault("friends").register(documented, {
    name: "DIRECT_MESSAGES",
    about:
      "whether friends may write to each other outside of groups; with `off` nobody can begin a conversation or write in " +
      "one, and those that there are stay readable",
  }),
  bookTexts: z.enum(["on", "off"], checks.mustBe("on or off")).prefault("on").register(documented, {
    name: "BOOK_TEXTS",
    about:
      "whether members may bring texts of books (EPUB) into their groups, to read them there; with `off` nobody can, " +
      "and texts already there stay readable",
  }),
  linkPreviews: z.enum(["off", "on"], checks.mustBe("off or on")).prefault("off").register(documented, {
    name: "LINK_PREVIEWS",
    about: "with `on` the first link of a message is shown with the title and picture of its page, which the server " +
      "fetches itself: the linked site sees the server's address and no reader's. Nothing is fetched from the server's " +
      "own network",
  }),
  operators: checks.listOf(checks.mailAddress).prefault("").register(documented, {
    name: "OPERATORS",
    about: "addresses, separated by commas, whose accounts operate the site at `/operator`, once they are verified",
  }),
  operatorsNeedTwoStep: checks.onOff.prefault("true").register(documented, {
    name: "OPERATORS_NEED_TWO_STEP",
    about: "whether operators need two-step codes, or to log in with a passkey; they have seven days to set them up",
  }),
  registration: z.enum(registrations, checks.mustBe("open, invite or closed")).prefault("open")
    .register(documented, {
      name: "REGISTRATION",
      about:
        "who may sign up: everybody with `open`, with `invite` only people with an invitation into a group, nobody " +
        "with `closed`",
    }),
  registrationDomains: checks.listOf(checks.mailDomain).prefault("").register(documented, {
    name: "REGISTRATION_DOMAINS",
    about:
      "domains, separated by commas, of the addresses that may sign up, invited or not; `.school.example` stands " +
      "for `school.example` and all below it. Without it any",
  }),
  organizersAddPeople: checks.onOff.prefault("false").register(documented, {
    name: "ORGANIZERS_ADD_PEOPLE",
    about: "whether organizers of a group may make accounts for its members, from a list of names, also where " +
      "`REGISTRATION` is closed: for schools whose pupils have no email address. Operators always may",
  }),
  oidcIssuer: checks.issuer.optional().register(documented, {
    name: "OIDC_ISSUER",
    about: "where people may log in too: the issuer of your school's accounts (OpenID Connect), to the letter as it " +
      "names itself, by `https` unless it is on this machine. It is asked to send people back to " +
      "`PUBLIC_URL` + `API_BASE_PATH` + `/auth/oidc/callback`. With `https://accounts.google.com` the button " +
      "_Google_ works",
  }),
  oidcClientId: z.string().max(1000).optional().register(documented, {
    name: "OIDC_CLIENT_ID",
    about: "the name under which the issuer knows this service",
  }),
  oidcClientSecret: z.string().max(1000).optional().register(documented, {
    name: "OIDC_CLIENT_SECRET",
    about: "the secret that the issuer gave this service",
  }),
  oidcName: z.string().max(40, "too long for a button: take 40 characters or fewer").optional().register(documented, {
    name: "OIDC_NAME",
    about: "what the button calls it: _Log in with …_. Without it: the issuer's host",
  }),
  demo: checks.onOff.prefault("false").register(documented, {
    name: "DEMO",
    about: "`true` lets visitors try it at `/demo` without an account, as guests of a group with fictitious members, " +
      "which is as it was after an hour",
  }),
  bookSources: checks.listOf(
    z.enum(bookSources, checks.wrong((given) => `"${given}" is none of ${bookSources.join(", ")}`)),
  )
    .refine((sources) => sources.length > 0, `must name at least one of ${bookSources.join(", ")}`)
    .transform((sources) => [...new Set(sources)])
    .prefault(bookSources.join(",")).register(documented, {
      name: "BOOK_SOURCES",
      about: "where books are looked for, the preferred source first; `shelf` is the built-in catalogue and needs no " +
        "network",
    }),
  googleBooksApiKey: z.string().optional().register(documented, {
    name: "GOOGLE_BOOKS_API_KEY",
    about: "the key for Google Books",
  }),
  googleBooksUrl: checks.serviceUrl.prefault("https://www.googleapis.com/books/v1").register(documented, {
    name: "GOOGLE_BOOKS_URL",
    about: "address of Google Books",
  }),
  openLibraryUrl: checks.serviceUrl.prefault("https://openlibrary.org").register(documented, {
    name: "OPEN_LIBRARY_URL",
    about: "address of Open Library",
  }),
  rateLimits: checks.rateLimits.prefault("on").register(documented, {
    name: "RATE_LIMITS",
    about: "`off`, or changes such as `login=20/300,chat=50/5`: calls per seconds, of 24 days at most; the names are " +
      `\`${
        Object.keys(defaultLimits).join(" ")
      }\`. \`off\` also lifts the caps on connections, sockets and packets, for load ` +
      "tests",
  }),
  /** Bytes. */
  groupQuota: checks.size.prefault("200MB").register(documented, {
    name: "GROUP_QUOTA",
    about:
      "how much the pictures and files of one group may take in the database: bytes, or such as `500KB`, `200MB`, " +
      "`1GB`; `0` for none",
  }),
  /** Bytes. */
  accountQuota: checks.size.refine((bytes) => bytes > 0, "must be more than nothing: nobody could write a word")
    .prefault("500MB").register(documented, {
      name: "ACCOUNT_QUOTA",
      about:
        "how much one account may store: its messages, notes, answers and list of books, and what the groups that " +
        "it made hold, which is at most nine tenths of it; written as `GROUP_QUOTA` is",
    }),
  backupDir: z.string().optional().register(documented, {
    name: "BACKUP_DIR",
    about:
      "where scheduled backups of a `file:` database go; below `data`, `/data` or `/backups`, which is where the " +
      "service may write. Without it none are made",
  }),
  /** Milliseconds. */
  backupEvery: checks.duration.prefault("24h").register(documented, {
    name: "BACKUP_EVERY",
    about: "how often a backup is made (`30m`, `24h`, `7d`); one that failed is tried again after ten minutes",
  }),
  backupKeep: checks.wholeNumber({ min: 1, right: "a whole number of 1 or more" }).prefault("14").register(documented, {
    name: "BACKUP_KEEP",
    about: "how many scheduled backups stay; older ones are deleted",
  }),
  metricsToken: z.string().min(16, "too short to be a secret: take 16 characters or more").optional().register(
    documented,
    {
      name: "METRICS_TOKEN",
      about: "opens `/metrics` to callers from elsewhere, as bearer token; 16 characters or more",
    },
  ),
  logLevel: z.enum(logLevels, checks.mustBe(`one of ${logLevels.join(", ")}`)).prefault("info").register(documented, {
    name: "LOG_LEVEL",
    about: `\`${logLevels.join(" ")}\`; JSON lines where standard output is no terminal`,
  }),
  inImage: checks.onOff.prefault("false").register(documented, {
    name: "CHAPTERHOUSE_IMAGE",
    about: "set to `true` by the image itself: this is the container",
  }),
  redisUrl: checks.redisUrl.optional().register(documented, {
    name: "REDIS_URL",
    about: "`redis://:password@host:port` or `rediss://…`, of Redis or Valkey: for several instances on a libSQL " +
      "server",
  }),
});

type Key = keyof typeof Settings.shape;

type Parsed = z.output<typeof Settings>;

export type Config = Omit<Parsed, "publicUrl" | SiteKey> & {
  publicUrl: string;
  site: Site;
  /** Those of `storedKeys` that the environment sets: there it wins. */
  fromEnvironment: ReadonlySet<StoredKey>;
  /** The account made by the setup link. It operates the site, whatever `operators` says. */
  firstOperatorId?: string;
};
type SiteKey = "siteName" | "siteLogo" | "siteAccent" | "termsUrl" | "privacyUrl";

/** What operators may set on their page, where the environment does not; stored as the environment would write it. */
export const storedKeys = [
  "siteName",
  "registration",
  "emailsShown",
  "mailUrl",
  "mailFrom",
  "backupDir",
  "backupEvery",
] as const;
export type StoredKey = (typeof storedKeys)[number];
export type StoredSettings = Partial<Record<StoredKey, string>>;

const Stored = Settings.pick(
  Object.fromEntries(storedKeys.map((key) => [key, true])) as Record<StoredKey, true>,
);

export const nameOf = (key: Key): string => documented.get(Settings.shape[key])!.name;
const keys = Object.keys(Settings.shape) as Key[];

/** What is wrong with what is to be stored, by its key, said as at the start. */
export function storedIssues(stored: StoredSettings): { path: StoredKey; message: string }[] {
  const issues = Stored.safeParse(withoutBlanks(stored)).error?.issues ?? [];
  return issues.filter(({ path: [key] }, n) => issues.findIndex(({ path }) => path[0] === key) === n)
    .map(({ path: [key], message }) => ({ path: key as StoredKey, message: `It ${message}` }));
}

/** The settings as they are now: what is stored counts where the environment is silent, unless it is invalid by now. */
export function withStored(config: Config, stored: StoredSettings): Config {
  const open = Object.entries(withoutBlanks(stored)).filter(([key]) => mayBeStored(config, key as StoredKey));
  const invalid = new Set<string>(storedIssues(Object.fromEntries(open)).map(({ path }) => path));
  const valid = Object.fromEntries(open.filter(([key]) => !invalid.has(key)));
  const { siteName = config.site.name, ...parsed } = pick(Stored.parse(valid), Object.keys(valid));
  const sender = config.fromEnvironment.has("mailFrom") ? config.mailFrom : parsed.mailFrom ?? senderOf(siteName);
  return { ...config, ...parsed, mailFrom: sender, site: { ...config.site, name: siteName } };
}

/** A database that was moved to a server may still have a stored folder for backups. */
const mayBeStored = ({ fromEnvironment, databaseUrl }: Config, key: StoredKey): boolean =>
  !fromEnvironment.has(key) && (key !== "backupDir" || fileOf(databaseUrl) !== undefined);

/** As the environment would write it: `30m`, `24h` or `7d`. */
export function durationText(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes % 60 > 0) return `${minutes}m`;
  return minutes % 1440 > 0 || minutes === 1440 ? `${minutes / 60}h` : `${minutes / 1440}d`;
}

const pick = (parsed: z.output<typeof Stored>, keys: string[]): Partial<z.output<typeof Stored>> =>
  Object.fromEntries(Object.entries(parsed).filter(([key]) => keys.includes(key)));

const withoutBlanks = (stored: StoredSettings): StoredSettings =>
  Object.fromEntries(Object.entries(stored).filter(([, value]) => value?.trim()));

const senderOf = (siteName: string): string =>
  siteName === plainSite.name ? plainSender : `"${siteName}" <no-reply@localhost>`;

export class ConfigError extends Error {}

/** A blank setting counts as unset. @throws ConfigError */
export function readConfig(env: Record<string, string | undefined> = Deno.env.toObject()): Config {
  const given = Object.fromEntries(keys.map((key) => [key, env[nameOf(key)]?.trim() || undefined]));
  const { success, data, error } = Settings.safeParse(given);
  if (!success) throw new ConfigError(linesOf(error).join("\n"));
  if (data.redisUrl && fileOf(data.databaseUrl)) {
    throw new ConfigError(
      "REDIS_URL: is for several instances, which need a libSQL server as DATABASE_URL: leave it unset.",
    );
  }
  if (data.backupDir && !fileOf(data.databaseUrl)) {
    throw new ConfigError(
      "BACKUP_DIR: is for a database file: leave it unset, and back a libSQL server up on its own machine " +
        "(server/operations/README.md).",
    );
  }
  assertWholeProvider(data);
  const { siteName: name, siteLogo: logo, siteAccent: accent, termsUrl, privacyUrl, ...others } = data;
  return {
    ...others,
    publicUrl: data.publicUrl ?? `http://localhost:${data.port}`,
    mailFrom: given.mailFrom ? data.mailFrom : senderOf(name),
    site: { name, logo, accent, termsUrl, privacyUrl },
    fromEnvironment: new Set(storedKeys.filter((key) => given[key] !== undefined)),
  };
}

function assertWholeProvider(data: Partial<Record<Key, unknown>>): void {
  const needed = ["oidcIssuer", "oidcClientId", "oidcClientSecret"] as const;
  const [set] = ([...needed, "oidcName"] as const).filter((key) => data[key]);
  const [missing] = needed.filter((key) => !data[key]);
  if (set && missing) throw new ConfigError(`${nameOf(missing)}: is needed where ${nameOf(set)} is set.`);
}

/** The first thing that is wrong with each. The given value is quoted, and must not begin a line of its own. */
function linesOf({ issues }: z.ZodError): string[] {
  const lines = new Map<PropertyKey, string>();
  for (const { path: [key], message } of issues) {
    if (!lines.has(key)) lines.set(key, `${nameOf(key as Key)}: ${message.replace(/\p{Cc}+/gu, " ")}`);
  }
  return [...lines.values()];
}

export const settingWarnings = (env: Record<string, string | undefined> = Deno.env.toObject()): string[] =>
  [...misspelt(Object.keys(env), keys.map(nameOf))]
    .map(([name, setting]) => `${name} is not a setting and is ignored: did you mean ${setting}?`);

type Use = [isUsed: (config: Config) => boolean, otherwise: string];
const withBackups: Use = [({ backupDir }) => backupDir !== undefined, "no backups are made without BACKUP_DIR"];
const withGoogle: Use = [({ bookSources }) => bookSources.includes("google"), "BOOK_SOURCES has no google"];

const uses: Partial<Record<Key, Use>> = {
  databaseAuthToken: [({ databaseUrl }) => !fileOf(databaseUrl), "it is for a libSQL server as DATABASE_URL"],
  mailFrom: [({ mailUrl }) => mailUrl !== undefined, "mail is stored, not sent, without MAIL_URL"],
  operators: [
    ({ operators, registrationDomains }) => operators.some((email) => checks.isOfDomains(email, registrationDomains)),
    "none of its addresses may sign up, as REGISTRATION_DOMAINS is, unless they have accounts already",
  ],
  registrationDomains: [({ registration }) => registration !== "closed", "nobody may sign up, as REGISTRATION is"],
  googleBooksApiKey: withGoogle,
  googleBooksUrl: withGoogle,
  openLibraryUrl: [({ bookSources }) => bookSources.includes("openlibrary"), "BOOK_SOURCES has no openlibrary"],
  backupEvery: withBackups,
  backupKeep: withBackups,
};

export const uselessSettings = (
  config: Config,
  env: Record<string, string | undefined> = Deno.env.toObject(),
): string[] =>
  Object.entries(uses).map(([key, use]) => ({ name: nameOf(key as Key), use }))
    .filter(({ name, use: [isUsed] }) => env[name]?.trim() && !isUsed(config))
    .map(({ name, use: [, otherwise] }) => `${name} has no effect: ${otherwise}.`);

export const documentedSettings = () =>
  Object.entries(groups).map(([group, members]) => ({
    group,
    settings: members.map((key) => {
      const schema = Settings.shape[key];
      const preset = schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : "";
      return { ...documented.get(schema)!, default: preset };
    }),
  }));

const groups: Record<string, Key[]> = {
  "Where it is": ["port", "host", "publicUrl", "trustedProxies", "apiBase", "corsOrigins"],
  "Data and backups": ["databaseUrl", "databaseAuthToken", "redisUrl", "backupDir", "backupEvery", "backupKeep"],
  "Mail": ["mailUrl", "mailFrom"],
  "Who gets in": [
    "registration",
    "registrationDomains",
    "demo",
    "requireEmailVerification",
    "emailsShown",
    "directMessages",
    "commonPasswords",
    "organizersAddPeople",
    "oidcIssuer",
    "oidcClientId",
    "oidcClientSecret",
    "oidcName",
  ],
  "Operators and the site": [
    "operators",
    "operatorsNeedTwoStep",
    "siteName",
    "siteLogo",
    "siteAccent",
    "termsUrl",
    "privacyUrl",
    "securityContact",
    "linkPreviews",
  ],
  "Books": ["bookTexts", "bookSources", "googleBooksApiKey", "googleBooksUrl", "openLibraryUrl"],
  "Limits": ["accountQuota", "groupQuota", "rateLimits"],
  "Watching it": ["logLevel", "metricsToken", "inImage"],
};

export const fromCaller = (file: string): string => resolve(Deno.env.get("INIT_CWD") ?? "", file);
