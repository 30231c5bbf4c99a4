/** The outcome of a form, shown once as a toast by the next page. */
import { deleteCookie, getCookie } from "hono/cookie";
import { z } from "zod";
import { setBriefCookie } from "./cookies.ts";
import type { Ctx, Env } from "./router.ts";

const name = "chapterhouse_flash";
const Flash = z.object({ kind: z.enum(["success", "error", "info"]), text: z.string().max(500) });
export type Flash = z.infer<typeof Flash>;

/** Sets the toast of the next page. */
export const setFlash = <E extends Env>(c: Ctx<E>, kind: Flash["kind"], text: string): void =>
  setBriefCookie(c, name, encodeURIComponent(JSON.stringify({ kind, text })));

/** The toast of this page, if any; it is shown once. */
export function takeFlash<E extends Env>(c: Ctx<E>): Flash | undefined {
  const cookie = getCookie(c, name);
  // A script that fetches a page stores it or shows a part of it: the toast is for the next page that is opened.
  if (!cookie || (c.req.header("Sec-Fetch-Mode") ?? "navigate") !== "navigate") return undefined;
  deleteCookie(c, name, { path: "/" });
  try {
    return Flash.parse(JSON.parse(decodeURIComponent(cookie)));
  } catch {
    return undefined; // Not a cookie of ours.
  }
}
