import { getCookie } from "hono/cookie";
import { knownLocale, type ReaderLocale } from "../contract/site/locale.ts";
import type { Ctx, Env } from "./router.ts";
import { zoneCookie } from "../contract/site/limits.ts";

/** The reader's language, and time zone, once a script has stored it in a cookie. */
export function readerLocale<E extends Env>(c: Ctx<E>): ReaderLocale {
  const [language] = (c.req.header("Accept-Language") ?? "").split(/[,;]/);
  return knownLocale(language, getCookie(c, zoneCookie));
}
