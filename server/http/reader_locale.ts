import { getCookie } from "hono/cookie";
import { zoneCookie } from "../contract/constants.ts";
import type { Ctx, Env } from "./router.ts";

/** The reader's language, else British English; and time zone, once a script has stored it in a cookie, else UTC. */
export function readerLocale<E extends Env>(c: Ctx<E>): { language: string; timeZone: string } {
  const [language] = (c.req.header("Accept-Language") ?? "").split(/[,;]/);
  const timeZone = getCookie(c, zoneCookie);
  return {
    language: isValid(() => Intl.DateTimeFormat.supportedLocalesOf(language)) ? language : "en-GB",
    timeZone: timeZone && isValid(() => Intl.DateTimeFormat("en-GB", { timeZone })) ? timeZone : "UTC",
  };
}

function isValid(construct: () => unknown): boolean {
  try {
    construct();
    return true;
  } catch {
    return false;
  }
}
