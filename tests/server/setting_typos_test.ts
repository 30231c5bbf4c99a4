import assert from "node:assert/strict";
import { documentedSettings } from "../../server/settings/settings.ts";
import { misspelt } from "../../server/settings/typos.ts";

const settings = documentedSettings().flatMap(({ settings }) => settings.map(({ name }) => name));

/** Pairs of a wrong name and the setting that is meant by it. */
const pairs = (names: string) => Object.fromEntries(names.trim().split(/\s+/).map((pair) => pair.split(">")));

Deno.test("a misspelt name, or another word for a setting that is not set itself, is matched to the setting that was meant", () => {
  const meant = pairs(`MAILURL>MAIL_URL MAIL_URI>MAIL_URL MIAL_URL>MAIL_URL mail_url>MAIL_URL MAIL_FORM>MAIL_FROM
    DATABASE_URI>DATABASE_URL TRUSTED_PROXY>TRUSTED_PROXIES PUBLICURL>PUBLIC_URL RATE_LIMIT>RATE_LIMITS
    CORS_ORIGIN>CORS_ORIGINS REQUIRE_EMAIL_VERIFICATON>REQUIRE_EMAIL_VERIFICATION LOG-LEVEL>LOG_LEVEL
    SMTP_URL>MAIL_URL SMTP_HOST>MAIL_URL EMAIL_FROM>MAIL_FROM BACKUP_PATH>BACKUP_DIR BACKUP_INTERVAL>BACKUP_EVERY
    BACKUP_RETENTION>BACKUP_KEEP DB_URL>DATABASE_URL DATABASE_PATH>DATABASE_URL BASE_URL>PUBLIC_URL ADMINS>OPERATORS
    VALKEY_URL>REDIS_URL`);
  assert.deepEqual(Object.fromEntries(misspelt(Object.keys(meant), settings)), meant);
  assert.deepEqual([...misspelt(["MAIL_URL", "SMTP_URL", "SMTP_HOST"], settings)], []);
});

Deno.test("names that shells, containers and other programs set are not taken for misspelt settings", () => {
  const others = `
    PATH HOME MAIL HOSTNAME LOGNAME USER SHELL TERM LANG TZ PWD SHLVL EDITOR
    MAILTO MAILRC MAILDIR MAILPATH MAILCHECK HOSTTYPE MACHTYPE HOSTFILE LOGDIR
    PORTAGE_TMPDIR PORTDIR DENO_DIR NODE_ENV INIT_CWD npm_config_registry container
    KUBERNETES_PORT KUBERNETES_SERVICE_HOST CHAPTERHOUSE_PORT CHAPTERHOUSE_SERVICE_PORT
    MAIL_PORT REDIS_PORT REDIS_HOST DATABASE_PORT DATABASE_SERVICE_HOST
    DATABASE_URL_OLD DATABASE_URL_2 DATABASE_USER PUBLIC_IP POST HOSTS COST`.trim().split(/\s+/);
  assert.deepEqual([...misspelt([...settings, ...others], settings)], []);
});
