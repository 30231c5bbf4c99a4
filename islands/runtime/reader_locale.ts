import { knownLocale, type ReaderLocale } from "../../server/contract/site/locale.ts";
import { zoneCookie } from "../../server/contract/site/limits.ts";

export const ownLocale = (): ReaderLocale =>
  knownLocale(navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Stores the reader's time zone in a cookie, so that the server renders times as the reader's browser would. */
export function storeZone(): void {
  const cookie = `${zoneCookie}=${encodeURIComponent(ownLocale().timeZone)}`;
  if (!document.cookie.includes(cookie)) {
    document.cookie = `${cookie}; path=/; max-age=${365 * 24 * 3600}; samesite=lax`;
  }
}

/** A time as ISO 8601 in the time zone of this browser, with its offset: the reading log has the reader's own days. */
export function localIso(now = new Date()): string {
  const offset = -now.getTimezoneOffset();
  const local = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, -1);
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map(twoDigits);
  return `${local}${offset < 0 ? "-" : "+"}${hours}:${minutes}`;
}

const twoDigits = (number: number) => String(number).padStart(2, "0");
