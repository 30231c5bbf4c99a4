import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { cookieNameOf, sessionCookieOf } from "../auth/sessions.ts";
import * as accountLimits from "../contract/account/limits.ts";
import { zoneCookie } from "../contract/site/limits.ts";
import { knownLocale, type ReaderLocale } from "../contract/site/locale.ts";
import { isNamedZone } from "../contract/site/time_zone.ts";
import type { Ctx, Env } from "./router.ts";

const isSecure = <E extends Env>(c: Ctx<E>): boolean => c.var.deps.config.publicUrl.startsWith("https:");

const attributes = <E extends Env>(c: Ctx<E>) => ({
  httpOnly: true,
  sameSite: "Lax" as const,
  path: "/",
  secure: isSecure(c),
});

export const setSessionCookie = <E extends Env>(c: Ctx<E>, token: string): void =>
  setCookie(c, sessionCookieOf(c.var.deps.config), token, {
    ...attributes(c),
    maxAge: accountLimits.session.lifetime / 1000,
  });

export const clearSessionCookie = <E extends Env>(c: Ctx<E>): void =>
  void deleteCookie(c, sessionCookieOf(c.var.deps.config), attributes(c));

export const clearCookie = <E extends Env>(c: Ctx<E>, name: string): void =>
  void deleteCookie(c, name, { path: "/", secure: isSecure(c) || name.startsWith("__Host-") });

const ownName = <E extends Env>(c: Ctx<E>, name: string): string => cookieNameOf(name, c.var.deps.config);

/** Own cookies are those that no other site of the domain can set. */
export const setOwnCookie = <E extends Env>(
  c: Ctx<E>,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void => setCookie(c, ownName(c, name), value, { ...attributes(c), maxAge: seconds });

export const ownCookie = <E extends Env>(c: Ctx<E>, name: string): string | undefined => getCookie(c, ownName(c, name));

export const clearOwnCookie = <E extends Env>(c: Ctx<E>, name: string): void => clearCookie(c, ownName(c, name));

const flashCookie = "chapterhouse_flash";
const id = z.string().max(64);
const Flash = z.object({
  kind: z.enum(["success", "error", "info"]),
  text: z.string().max(500),
  /** A book that Undo brings back. Ids rather than an address: others may have set the cookie. */
  removed: z.object({ groupId: id, bookId: id }).optional(),
});
export type Flash = z.infer<typeof Flash>;

export function setFlash<E extends Env>(
  c: Ctx<E>,
  kind: Flash["kind"],
  text: string,
  more: Pick<Flash, "removed"> = {},
): void {
  if (!isNavigation(c)) return;
  const flash = JSON.stringify({ kind, text, ...more } satisfies Flash);
  setCookie(c, flashCookie, encodeURIComponent(flash), { ...attributes(c), maxAge: 60 });
}

/** A script that fetches a page stores it or shows a part of it. */
const isNavigation = <E extends Env>(c: Ctx<E>): boolean =>
  (c.req.header("Sec-Fetch-Mode") ?? "navigate") === "navigate";

export function takeFlash<E extends Env>(c: Ctx<E>): Flash | undefined {
  const cookie = getCookie(c, flashCookie);
  if (!cookie || !isNavigation(c)) return undefined;
  deleteCookie(c, flashCookie, { path: "/" });
  try {
    return Flash.parse(JSON.parse(decodeURIComponent(cookie)));
  } catch {
    return undefined;
  }
}

type Closable = "announcement" | "timer";

/** What forms may send as an id: anybody may send one, and it is compared with what is shown, nothing else. */
const wellFormed = /^[\w:.-]{1,40}$/;

export function setClosed<E extends Env>(
  c: Ctx<E>,
  kind: Closable,
  { id, where, seconds }: { id: unknown; where: string; seconds: number },
): void {
  if (typeof id !== "string" || !wellFormed.test(id)) return;
  setCookie(c, `closed-${kind}`, id, { ...attributes(c), path: where, maxAge: seconds });
}

export const isClosed = <E extends Env>(c: Ctx<E>, kind: Closable, id: string): boolean =>
  getCookie(c, `closed-${kind}`) === id;

export function readerLocale<E extends Env>(c: Ctx<E>): ReaderLocale {
  const [language] = (c.req.header("Accept-Language") ?? "").split(/[,;]/);
  return knownLocale(language, getCookie(c, zoneCookie));
}

/** Where the browser has said one that is known by its name. */
export function readerZone<E extends Env>(c: Ctx<E>): string | undefined {
  const zone = getCookie(c, zoneCookie);
  return zone !== undefined && isNamedZone(zone) ? zone : undefined;
}
