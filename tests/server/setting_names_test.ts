import assert from "node:assert/strict";
import { misspelt } from "../../server/setting_names.ts";

const settings = [
  ...["PORT", "HOST", "PUBLIC_URL", "DATABASE_URL", "DATABASE_AUTH_TOKEN", "REDIS_URL", "MAIL_URL", "MAIL_FROM"],
  ...["API_BASE_PATH", "CORS_ORIGINS", "TRUSTED_PROXIES", "REQUIRE_EMAIL_VERIFICATION", "RATE_LIMITS", "BOOK_SOURCES"],
  ...["GOOGLE_BOOKS_API_KEY", "BACKUP_DIR", "BACKUP_EVERY", "BACKUP_KEEP", "METRICS_TOKEN", "LOG_LEVEL"],
];

// spec: trust.21
Deno.test("a name that is a slip away from a setting's is one that was meant", () => {
  const slips = {
    MAILURL: "MAIL_URL",
    MAIL_URI: "MAIL_URL",
    MIAL_URL: "MAIL_URL",
    mail_url: "MAIL_URL",
    MAIL_FORM: "MAIL_FROM",
    DATABASE_URI: "DATABASE_URL",
    TRUSTED_PROXY: "TRUSTED_PROXIES",
    PUBLICURL: "PUBLIC_URL",
    RATE_LIMIT: "RATE_LIMITS",
    CORS_ORIGIN: "CORS_ORIGINS",
    REQUIRE_EMAIL_VERIFICATON: "REQUIRE_EMAIL_VERIFICATION",
    "LOG-LEVEL": "LOG_LEVEL",
  };
  assert.deepEqual(Object.fromEntries(misspelt(Object.keys(slips), settings)), slips);
});

Deno.test("settings, and the names that shells, containers and other programs set, are nobody's slip", () => {
  const usual = [
    ...["PATH", "HOME", "MAIL", "HOSTNAME", "LOGNAME", "USER", "SHELL", "TERM", "LANG", "TZ", "PWD", "SHLVL", "EDITOR"],
    ...["MAILTO", "MAILRC", "MAILDIR", "MAILPATH", "MAILCHECK", "HOSTTYPE", "MACHTYPE", "HOSTFILE", "LOGDIR"],
    ...["PORTAGE_TMPDIR", "PORTDIR", "DENO_DIR", "NODE_ENV", "INIT_CWD", "npm_config_registry", "container"],
    ...["KUBERNETES_PORT", "KUBERNETES_SERVICE_HOST", "CHAPTERHOUSE_PORT", "CHAPTERHOUSE_SERVICE_PORT"],
    ...["MAIL_PORT", "MAIL_HOST", "MAIL_USER", "REDIS_PORT", "REDIS_HOST", "DATABASE_PORT", "DATABASE_SERVICE_HOST"],
    ...["DATABASE_URL_OLD", "DATABASE_URL_2", "DATABASE_USER", "BACKUP_PATH", "PUBLIC_IP", "POST", "HOSTS", "COST"],
  ];
  assert.deepEqual([...misspelt([...settings, ...usual], settings)], []);
});
