import leven, { closestMatch } from "leven";

// Most names in an environment belong to other programs, so short ones must have the setting's letters, longer ones may
// differ in one or two, and those with a digit (`DATABASE_URL_2`) are ignored.
export function misspelt(names: string[], settings: string[]): Map<string, string> {
  const bySpelling = new Map(settings.map((setting) => [spelling(setting), setting]));
  const byMeaning = new Map(settings.filter((name) => !names.includes(name)).map((name) => [meaning(name), name]));
  const others = names.filter((name) => !settings.includes(name) && !/\d/.test(name));
  const meant = others.map((name) => [
    name,
    bySpelling.get(closest(spelling(name), [...bySpelling.keys()]) ?? "") ?? byMeaning.get(meaning(name)),
  ]);
  return new Map(meant.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

const spelling = (name: string) =>
  name.toUpperCase().replace(/[^A-Z]/g, "").replace(/(?<=.{6})IES$/, "Y").replace(/(?<=.{6})S$/, "");

function closest(name: string, spellings: string[]): string | undefined {
  const found = closestMatch(name, spellings, { maxDistance: 2 });
  return found !== undefined && isTypo(name, found) ? found : undefined;
}

function isTypo(name: string, setting: string): boolean {
  const distance = leven(name, setting);
  if (distance === 0) return true;
  if (setting.length < 7) return false;
  return distance === 1 || distance === 2 && (setting.length > 11 || hasSameLetters(name, setting));
}

const hasSameLetters = (one: string, other: string) => sorted(one) === sorted(other);
const sorted = (text: string) => [...text].sort().join("");

const words: Record<string, string> = {
  MAIL: "SMTP EMAIL MAILER",
  DATABASE: "DB SQLITE LIBSQL TURSO",
  REDIS: "VALKEY",
  BACKUP: "BACKUPS",
  URL: "URI ADDRESS DSN",
  DIR: "PATH FOLDER DIRECTORY LOCATION",
  FROM: "SENDER",
  EVERY: "INTERVAL PERIOD FREQUENCY SCHEDULE",
  KEEP: "RETENTION COUNT",
  TOKEN: "SECRET KEY",
  OPERATORS: "OPERATOR ADMIN ADMINS ADMINISTRATORS",
  REGISTRATION: "SIGNUP REGISTER",
  DOMAINS: "DOMAIN",
  PUBLIC: "BASE APP EXTERNAL",
  QUOTA: "LIMIT",
};
const wordOf = new Map(Object.entries(words).flatMap(([word, others]) => others.split(" ").map((one) => [one, word])));

const whole: Record<string, string> = {
  MAIL_HOST: "MAIL_URL",
  MAIL_SERVER: "MAIL_URL",
  MAIL_USER: "MAIL_URL",
  MAIL_USERNAME: "MAIL_URL",
  MAIL_PASS: "MAIL_URL",
  MAIL_PASSWORD: "MAIL_URL",
  SITE_URL: "PUBLIC_URL",
  DATABASE_DIR: "DATABASE_URL",
  DATABASE_FILE: "DATABASE_URL",
  DATABASE_TOKEN: "DATABASE_AUTH_TOKEN",
  OPERATORS_MAIL: "OPERATORS",
  OPERATORS_EMAILS: "OPERATORS",
};

function meaning(name: string): string {
  const translated = name.toUpperCase().split(/[^A-Z]+/).map((word) => wordOf.get(word) ?? word).join("_");
  return whole[translated] ?? translated;
}
