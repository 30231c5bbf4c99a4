import assert from "node:assert/strict";
import { createApp } from "../../server/app.tsx";
import { ConfigError, documentedSettings, readConfig, uselessSettings } from "../../server/settings/settings.ts";
import { startApp } from "../support/app.ts";
import { settingsTables, writtenTables } from "../tools/settings.ts";

Deno.test("the tables of settings in server/README.md are those that `deno task settings` writes, with every setting once", async () => {
  assert.equal(await writtenTables(), settingsTables().trim());
  const documented = documentedSettings().flatMap(({ settings }) => settings.map(({ name }) => name));
  assert.equal(new Set(documented).size, documented.length);
  const { site, publicUrl: _, fromEnvironment: __, ...others } = readConfig({});
  assert.equal(documented.length, Object.keys(others).length + Object.keys(site).length + 1);
});

Deno.test("without any setting, or with blank ones, the service uses a local database file, listens on this machine only, and asks for verified addresses", () => {
  const defaults = {
    port: 8000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:8000",
    apiBase: "/api",
    logLevel: "info",
    databaseUrl: "file:data/chapterhouse.db",
    databaseAuthToken: undefined,
    corsOrigins: [],
    trustedProxies: [],
    mailUrl: undefined,
    mailFrom: "Chapterhouse <no-reply@localhost>",
    requireEmailVerification: true,
    commonPasswords: "warn",
    organizersAddPeople: false,
    linkPreviews: "off",
    operatorsNeedTwoStep: true,
  };
  const config: Record<string, unknown> = { ...readConfig({}) };
  for (const [name, value] of Object.entries(defaults)) assert.deepEqual(config[name], value, name);
  const limits = Object.entries(readConfig({}).rateLimits!).map(([name, { points, seconds }]) =>
    `${name}=${points}/${seconds}`
  );
  assert.deepEqual(
    limits,
    `login=10/300 loginAccount=100/3600 loginAddress=300/300 code=10/3600 codeAccount=30/3600 newBrowserMail=5/86400
    passkeyLogin=1000/300 elsewhere=1000/300 newKey=30/3600 register=200/3600 guest=60/3600 mail=3/3600
    mailAddress=200/3600 checkEmail=600/60 checkPassword=600/60 chat=10/5 messageChange=20/5 linkPreview=10/60 talk=30/60 shelf=60/600 copies=20/60
    timer=30/60 messageSearch=30/60 textSearch=30/60 notice=2000/3600 friendRequest=30/3600 addMember=30/3600 addPeople=500/86400 peopleList=120/3600 newCard=300/3600
    groupChange=30/600 calendar=60/3600 block=100/3600
    export=5/3600 overviewReminder=1/86400 report=20/3600 invite=60/3600 invitation=300/86400 invitationMail=5/86400 join=600/60
    joinRequest=20/86400
    testMail=20/3600 backup=3/86400 wrongInviteCode=60/3600 wrongInviteCodeAccount=20/3600
    wrongInviteCodeAll=50/600 wrongInviteCodeFew=10/86400 push=30/3600
    bookSearch=30/60 picture=20/600 upload=60/600 libraryImport=20/3600 download=1200/60 handshake=2000/60 any=300/60
    visitor=2000/60`.split(/\s+/),
  );
  const names = "PORT HOST PUBLIC_URL DATABASE_URL MAIL_URL API_BASE_PATH CORS_ORIGINS REDIS_URL".split(" ");
  for (const blank of ["", "  "]) {
    assert.deepEqual(readConfig(Object.fromEntries(names.map((name) => [name, blank]))), readConfig({}));
  }
});

Deno.test("values may have blanks around them: addresses, lists with or without spaces, rate limits one by one", () => {
  assert.equal(readConfig({ PUBLIC_URL: "https://books.example/" }).publicUrl, "https://books.example");
  assert.equal(readConfig({ PUBLIC_URL: "HTTPS://Books.Example:443" }).publicUrl, "https://books.example");
  assert.equal(readConfig({ PORT: " 9000 " }).publicUrl, "http://localhost:9000");
  const { corsOrigins, trustedProxies } = readConfig({
    CORS_ORIGINS: "https://a.example, http://localhost:3000/ ,",
    TRUSTED_PROXIES: "10.0.0.0/8, ::1,192.0.2.7",
  });
  assert.deepEqual(corsOrigins, ["https://a.example", "http://localhost:3000"]);
  assert.deepEqual(trustedProxies, ["10.0.0.0/8", "::1", "192.0.2.7"]);
  const usual = readConfig({}).rateLimits!;
  assert.deepEqual(readConfig({ RATE_LIMITS: "on" }).rateLimits, usual);
  assert.equal(readConfig({ RATE_LIMITS: "off" }).rateLimits, null);
  const [login, chat] = [{ points: 3, seconds: 300 }, { points: 50, seconds: 5 }];
  assert.deepEqual(readConfig({ RATE_LIMITS: "login=3/300, chat=50/5" }).rateLimits, { ...usual, login, chat });
  for (const host of ["::", "::1", "0.0.0.0", "192.0.2.7", "localhost", "study-1.example"]) {
    assert.equal(readConfig({ HOST: host }).host, host);
  }
});

const address = /must be an address such as https:/;

/** What the line says that reports wrong values, and these. */
const wrong: Record<string, [expected: RegExp, values: string]> = {
  PORT: [/must be a whole number from 0 .* to 65535, not "/, "-1|65536|70000|80.5|http|0x50|1e3"],
  HOST: [
    /must be an address of this machine without a port, such as 127\.0\.0\.1, .*, not "/,
    "127.0.0.1:8000|[::1]|http://localhost|*|1.2.3|a b",
  ],
  PUBLIC_URL: [
    /must (begin with https:\/\/ or http:\/\/|be an address without path, query or user), such as https:/,
    "books.example|ftp://books.example|javascript:alert(1)|https://books.example/app|https://books.example/?a=b|" +
    "https://ada@books.example",
  ],
  DATABASE_URL: [
    /must begin with file:|would be forgotten|has a % that encodes nothing/,
    "data/chapterhouse.db|postgres://localhost/a|file:|file::memory:|file:a.db?mode=memory|file:data/100%.db",
  ],
  REDIS_URL: [
    /must be the address of Redis or Valkey, such as redis:|several instances, which need a libSQL server/,
    "localhost:6379|http://localhost|redis://localhost",
  ],
  MAIL_URL: [
    /must be the address of a mail server, such as smtps:|names no server|has a path|has the option requireTls/,
    "localhost:25|http://localhost|smtp:|smtp://|smtp:mail.example|smtp://ada:p@ss/word@mail.example:587|" +
    "smtp://mail.example?requireTls=true",
  ],
  MAIL_FROM: [
    /must be an address such as post@study\.example, or a name and <address>, not "/,
    "nobody|Chapterhouse <nobody>|a@b@c|<a@b.example> Chapterhouse",
  ],
  API_BASE_PATH: [
    /must be a path such as \/api|is where pages or files of Chapterhouse are: choose another path, such as \/api/,
    "api|/|/api/|/a pi|/../x|//api",
  ],
  CORS_ORIGINS: [
    /" is no origin: name each site, such as https:|must be origins such as https:/,
    "*|null|a.example|file:///home|data:text/html,a|https://a.example,*|https://a.example/app",
  ],
  TRUSTED_PROXIES: [
    /" is no address, and no network that can be trusted, such as /,
    "0.0.0.0/0|::/0|proxy|10.0.0.0/33|10.0.0.256|all",
  ],
  REQUIRE_EMAIL_VERIFICATION: [/must be true or false, not "/, "yes|1|TRUE"],
  RATE_LIMITS: [
    /" is not like |counts over more than /,
    "maybe|login|login=3|login=0/300|login=3/0|login=-1/5|logon=3/300|__proto__=1/1|login=2/2592000",
  ],
  BOOK_SOURCES: [/"amazon" is none of google, |must name at least one of google, /, "amazon|google,amazon|,"],
  GOOGLE_BOOKS_URL: [address, "books|ftp://books.example"],
  OPEN_LIBRARY_URL: [address, "openlibrary.org"],
  SECURITY_CONTACT: [
    /must be an email address, or an address such as https:/,
    "security|security@|http://school.example|mailto:security|security@school.example\nExpires: never",
  ],
  BACKUP_EVERY: [/must be minutes, hours or days such as 30m, 24h or 7d, not "/, "0h|1s|24|h|1.5h|-1d|99999d|often"],
  BACKUP_KEEP: [/must be a whole number of 1 or more, not "/, "0|-1|2.5|all"],
  METRICS_TOKEN: [/take 16 characters or more/, "metrics"],
  LOG_LEVEL: [/must be one of trace, debug, info, warn, error, silent, not "/, "loud|INFO"],
};

Deno.test("a wrong setting is refused with one line that names it and what it must be; several have a line each", () => {
  for (const [name, [expected, values]] of Object.entries(wrong)) {
    for (const value of values.split("|")) {
      const line = lineFor({ [name]: value });
      assert.match(line, new RegExp(`^${name}: [^\\n]+$`), value);
      assert.match(line, expected, value);
    }
  }
  const lines = lineFor({ PORT: "http", MAIL_URL: "http://mail.example", CORS_ORIGINS: "a,b" }).split("\n");
  assert.deepEqual(lines.map((line) => line.split(":")[0]), ["PORT", "MAIL_URL", "CORS_ORIGINS"]);
  const env = { DATABASE_URL: "https://db.example", BACKUP_DIR: "data/backups" };
  assert.match(lineFor(env), /^BACKUP_DIR: is for a database file: [^\n]+$/);
});

Deno.test("no line repeats a value that may be secret, or a line break of the value", () => {
  const secrets = {
    DATABASE_URL: "postgres://ada:pa55word@db.example/books",
    MAIL_URL: "imap://ada:pa55word@mail.example",
    PUBLIC_URL: "https://ada:pa55word@study.example",
    METRICS_TOKEN: "pa55word",
  };
  assert.doesNotMatch(lineFor(secrets), /pa55word/);
  assert.equal(lineFor({ LOG_LEVEL: "loud\nand clear" }).split("\n").length, 1);
});

Deno.test("API_BASE_PATH must not be the address of a page or file", async () => {
  await using app = await startApp();
  const others = createApp(app.deps).routes.map(({ path }) => path)
    .filter((path) => path !== "/" && !/^\/(\*|api\b)/.test(path));
  assert.ok(others.length > 20);
  const addresses = others.map((path) => path.replaceAll(/[:*{].*/g, "")).concat("/socket.io", "/Login", "/login/api");
  for (const path of addresses.map((path) => path.replace(/\/$/, ""))) {
    assert.match(lineFor({ API_BASE_PATH: path }), /^API_BASE_PATH: .* choose another path, such as \/api$/, path);
  }
  assert.equal(readConfig({ API_BASE_PATH: "/api/v1" }).apiBase, "/api/v1");
});

Deno.test("a setting that has no effect beside the others is warned of, with the reason", () => {
  const useless: Record<string, Record<string, string>> = {
    DATABASE_AUTH_TOKEN: { DATABASE_AUTH_TOKEN: "t" },
    MAIL_FROM: { MAIL_FROM: "post@study.example" },
    OPERATORS: { OPERATORS: "ada@home.example", REGISTRATION_DOMAINS: "study.example" },
    REGISTRATION_DOMAINS: { REGISTRATION_DOMAINS: "study.example", REGISTRATION: "closed" },
    GOOGLE_BOOKS_API_KEY: { GOOGLE_BOOKS_API_KEY: "k", BOOK_SOURCES: "shelf" },
    GOOGLE_BOOKS_URL: { GOOGLE_BOOKS_URL: "https://books.example", BOOK_SOURCES: "shelf" },
    OPEN_LIBRARY_URL: { OPEN_LIBRARY_URL: "https://books.example", BOOK_SOURCES: "shelf" },
    BACKUP_EVERY: { BACKUP_EVERY: "1h" },
    BACKUP_KEEP: { BACKUP_KEEP: "3" },
  };
  for (const [name, env] of Object.entries(useless)) {
    const warnings = uselessSettings(readConfig(env), env);
    assert.equal(warnings.length, 1, name);
    assert.match(warnings[0], new RegExp(`^${name} has no effect: .+\\.$`));
  }
  const useful = {
    MAIL_FROM: "post@study.example",
    MAIL_URL: "smtp://localhost",
    OPERATORS: "ada@home.example,grace@study.example",
    REGISTRATION_DOMAINS: "study.example",
    OPERATORS_NEED_TWO_STEP: "false",
    GOOGLE_BOOKS_API_KEY: "k",
    BACKUP_EVERY: "1h",
    BACKUP_DIR: "data/backups",
  };
  assert.deepEqual(uselessSettings(readConfig(useful), useful), []);
});

/** The message about wrong settings. */
function lineFor(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError, `${JSON.stringify(env)}: ${error}`);
    return error.message;
  }
  return assert.fail(`${JSON.stringify(env)} is accepted`);
}

Deno.test("where people have accounts too is set as a whole, and is reached safely", () => {
  const whole = { OIDC_ISSUER: "https://school.example/", OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" };
  assert.equal(readConfig(whole).oidcIssuer, "https://school.example/");
  assert.equal(readConfig({ ...whole, OIDC_ISSUER: "http://localhost:9000" }).oidcName, undefined);
  const wrong: [Record<string, string>, RegExp][] = [
    [{ OIDC_ISSUER: "https://school.example" }, /^OIDC_CLIENT_ID: is needed where OIDC_ISSUER is set\.$/],
    [{ OIDC_NAME: "School" }, /^OIDC_ISSUER: is needed where OIDC_NAME is set\.$/],
    [{ ...whole, OIDC_CLIENT_SECRET: " " }, /^OIDC_CLIENT_SECRET: is needed where OIDC_ISSUER is set\.$/],
    [{ ...whole, OIDC_ISSUER: "http://school.example" }, /^OIDC_ISSUER: must begin with https:/],
    [{ ...whole, OIDC_ISSUER: "http://localhost.evil.example" }, /^OIDC_ISSUER: must begin with https:/],
    [{ ...whole, OIDC_ISSUER: "https://school.example?a=b" }, /^OIDC_ISSUER: must be an address without query/],
    [{ ...whole, OIDC_ISSUER: "school" }, /^OIDC_ISSUER: must be an address such as/],
  ];
  for (const [env, message] of wrong) assert.throws(() => readConfig(env), { message });
});
