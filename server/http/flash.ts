/** The outcome of a form, shown once as a toast by the next page. */
import { deleteCookie, getCookie } from "hono/cookie";
import { z } from "zod";
import { setBriefCookie } from "./cookies.ts";
import type { Ctx, Env } from "./router.ts";

const name = "chapterhouse_flash";
const Flash = z.object({ kind: z.enum(["success", "error", "info"]), text: z.string().max(500) });
export type Flash = z.infer<typeof Flash>;

/** Sets the toast of the next page that is opened; there is none about what a script has asked for. */
export function setFlash<E extends Env>(c: Ctx<E>, kind: Flash["kind"], text: string): void {
  if (isNavigation(c)) setBriefCookie(c, name, encodeURIComponent(JSON.stringify({ kind, text })));
}

/** A script that fetches a page stores it or shows a part of it. Browsers that do not say are taken to navigate. */
const isNavigation = <E extends Env>(c: Ctx<E>): boolean =>
  (c.req.header("Sec-Fetch-Mode") ?? "navigate") === "navigate";

/** The toast of this page, if any; it is shown once. */
export function takeFlash<E extends Env>(c: Ctx<E>): Flash | undefined {
  const cookie = getCookie(c, name);
  if (!cookie || !isNavigation(c)) return undefined;
  deleteCookie(c, name, { path: "/" });
  try {
    return Flash.parse(JSON.parse(decodeURIComponent(cookie)));
  } catch {
    return undefined; // Not a cookie of ours.
  }
}
