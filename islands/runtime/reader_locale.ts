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
