import { getCookie } from "hono/cookie";
import { zoneCookie } from "../contract/constants.ts";
import type { Ctx, Env } from "./router.ts";

/** The reader's language, else British English; and time zone, once a script has stored it in a cookie, else UTC. */
export function readerLocale<E extends Env>(c: Ctx<E>): { language: string; timeZone: string } {
  const [language] = (c.req.header("Accept-Language") ?? "").split(/[,;]/);
  const timeZone = getCookie(c, zoneCookie) ?? "";
  return {
    language: isKnown(language, "UTC") ? language : "en-GB",
    timeZone: isKnown("en-GB", timeZone) ? timeZone : "UTC",
  };
}

function isKnown(language: string, timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat(language, { timeZone }) !== undefined;
  } catch {
    return false; // Not a language or zone.
  }
}
