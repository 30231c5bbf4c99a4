/** Misspelt settings in the environment. */
import leven, { closestMatch } from "leven";

/**
 * Names that look like a misspelt setting, with the setting that was meant: `MAILURL`, `MAIL_URI`, `MIAL_URL`,
 * `TRUSTED_PROXY`. Most names in an environment belong to other programs, so short ones must have the setting's
 * letters, longer ones may differ in one or two, and those with a digit (`DATABASE_URL_2`) are ignored.
 */
export function misspelt(names: string[], settings: string[]): Map<string, string> {
  const bySpelling = new Map(settings.map((setting) => [spelling(setting), setting]));
  const others = names.filter((name) => !settings.includes(name) && !/\d/.test(name));
  const meant = others.map((name) => [name, bySpelling.get(closest(spelling(name), [...bySpelling.keys()]) ?? "")]);
  return new Map(meant.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** A name's letters, without what is often mistaken: case, underscores, and in longer names singular or plural. */
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

/** Two swapped letters are two edits, but one typing mistake. */
const hasSameLetters = (one: string, other: string) => sorted(one) === sorted(other);
const sorted = (text: string) => [...text].sort().join("");
