import { zoneCookie } from "../../server/contract/constants.ts";
import type { Clock } from "../ui/clock.ts";

/** The reader's own. */
export const ownClock = (): Clock => ({
  language: navigator.language,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** Lets the server know the reader's zone, so that times are right as they arrive and need not change. */
export function tellZone(): void {
  const cookie = `${zoneCookie}=${encodeURIComponent(ownClock().timeZone)}`;
  if (!document.cookie.includes(cookie)) {
    document.cookie = `${cookie}; path=/; max-age=${365 * 24 * 3600}; samesite=lax`;
  }
}
