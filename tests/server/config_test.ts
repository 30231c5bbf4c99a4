import assert from "node:assert/strict";
import { readConfig, WrongSetting } from "../../server/config.ts";

Deno.test("without any setting the service is embedded, local and careful", () => {
  const defaults = {
    port: 8000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:8000",
    databaseUrl: "file:data/chapterhouse.db",
    databaseAuthToken: undefined,
    mailUrl: undefined,
    mailFrom: "Chapterhouse <no-reply@localhost>",
    apiBase: "/api",
    corsOrigins: [],
    trustedProxies: [],
    requireEmailVerification: true,
    rateLimits: {
      login: { points: 10, seconds: 300 },
      loginAccount: { points: 100, seconds: 3600 },
      loginAddress: { points: 300, seconds: 300 },
      register: { points: 200, seconds: 3600 },
      mail: { points: 3, seconds: 3600 },
      mailAddress: { points: 200, seconds: 3600 },
      checkEmail: { points: 30, seconds: 60 },
      chat: { points: 10, seconds: 5 },
      friendRequest: { points: 30, seconds: 3600 },
      bookSearch: { points: 30, seconds: 60 },
      picture: { points: 20, seconds: 600 },
      handshake: { points: 2000, seconds: 60 },
      any: { points: 300, seconds: 60 },
    },
    logLevel: "info",
  };
  const config: Record<string, unknown> = { ...readConfig({}) };
  for (const [name, value] of Object.entries(defaults)) assert.deepEqual(config[name], value, name);
});

Deno.test("a blank setting is one that is not set", () => {
  const names = [
    "PORT",
    "HOST",
    "PUBLIC_URL",
    "DATABASE_URL",
    "MAIL_URL",
    "API_BASE_PATH",
    "CORS_ORIGINS",
    "REDIS_URL",
  ];
  assert.deepEqual(readConfig(Object.fromEntries(names.map((name) => [name, ""]))), readConfig({}));
});

Deno.test("the public address is an origin, without path or slash", () => {
  assert.equal(readConfig({ PUBLIC_URL: "https://books.example/" }).publicUrl, "https://books.example");
  assert.equal(readConfig({ PUBLIC_URL: "HTTPS://Books.Example:443" }).publicUrl, "https://books.example");
  assert.equal(readConfig({ PORT: "9000" }).publicUrl, "http://localhost:9000");
});

Deno.test("lists are parted by commas, with or without spaces", () => {
  const config = readConfig({
    CORS_ORIGINS: "https://a.example, http://localhost:3000/ ,",
    TRUSTED_PROXIES: "10.0.0.0/8, ::1,192.0.2.7",
  });
  assert.deepEqual(config.corsOrigins, ["https://a.example", "http://localhost:3000"]);
  assert.deepEqual(config.trustedProxies, ["10.0.0.0/8", "::1", "192.0.2.7"]);
});

Deno.test("rate limits are on, off, or changed one by one", () => {
  const usual = readConfig({}).rateLimits!;
  assert.deepEqual(readConfig({ RATE_LIMITS: "on" }).rateLimits, usual);
  assert.equal(readConfig({ RATE_LIMITS: "off" }).rateLimits, null);
  assert.deepEqual(readConfig({ RATE_LIMITS: "login=3/300, chat=50/5" }).rateLimits, {
    ...usual,
    login: { points: 3, seconds: 300 },
    chat: { points: 50, seconds: 5 },
  });
});

const wrong: Record<string, string[]> = {
  PORT: ["-1", "65536", "80.5", "http"],
  PUBLIC_URL: [
    ...["books.example", "ftp://books.example", "javascript:alert(1)"],
    ...["https://books.example/app", "https://books.example/?a=b", "https://ada@books.example"],
  ],
  DATABASE_URL: ["data/chapterhouse.db", "postgres://localhost/a", "file:"],
  REDIS_URL: ["redis://localhost"],
  MAIL_URL: [
    ...["localhost:25", "http://localhost", "smtp:", "smtp://", "smtp:mail.example"],
    ...["smtp://ada:p@ss/word@mail.example:587", "smtp://mail.example?requireTls=true"],
  ],
  MAIL_FROM: ["nobody", "Chapterhouse <nobody>", "a@b@c", "<a@b.example> Chapterhouse"],
  API_BASE_PATH: ["api", "/", "/api/", "/a pi", "/../x"],
  CORS_ORIGINS: ["*", "null", "a.example", "file:///home", "data:text/html,a", "https://a.example,*"],
  TRUSTED_PROXIES: ["0.0.0.0/0", "::/0", "proxy", "10.0.0.0/33", "10.0.0.256", "all"],
  REQUIRE_EMAIL_VERIFICATION: ["yes", "1", "TRUE"],
  RATE_LIMITS: [
    "maybe",
    "login",
    "login=3",
    "login=0/300",
    "login=3/0",
    "login=-1/5",
    "logon=3/300",
    "__proto__=1/1",
    "login=2/2592000",
  ],
  LOG_LEVEL: ["loud"],
};
for (const [name, values] of Object.entries(wrong)) {
  Deno.test(`a wrong ${name} stops the start with one line that names it`, () => {
    for (const value of values) {
      assert.throws(() => readConfig({ [name]: value }), (error: Error) => {
        assert.ok(error instanceof WrongSetting, `${value}: ${error}`);
        assert.match(error.message, new RegExp(`^${name}: [^\\n]+$`), value);
        return true;
      }, value);
    }
  });
}
