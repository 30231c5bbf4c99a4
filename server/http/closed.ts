/** What a reader has closed is not shown to them again: the last of each kind, in a cookie. */
import { getCookie, setCookie } from "hono/cookie";
import { isSecure } from "./cookies.ts";
import type { Ctx, Env } from "./router.ts";

export type Closable = "announcement" | "timer";

const nameOf = (kind: Closable) => `closed-${kind}`;

/** What forms may send as an id: anybody may send one, and it is compared with what is shown, nothing else. */
const wellFormed = /^[\w:.-]{1,40}$/;

/**
 * Remembers in the browser that its reader has closed something, for so many seconds.
 *
 * @param where the part of the site where it is shown
 */
export function setClosed<E extends Env>(
  c: Ctx<E>,
  kind: Closable,
  { id, where, seconds }: { id: unknown; where: string; seconds: number },
): void {
  if (typeof id !== "string" || !wellFormed.test(id)) return;
  setCookie(c, nameOf(kind), id, {
    httpOnly: true,
    sameSite: "Lax",
    path: where,
    secure: isSecure(c),
    maxAge: seconds,
  });
}

/** Whether it is this one that the reader has closed. */
export const isClosed = <E extends Env>(c: Ctx<E>, kind: Closable, id: string): boolean =>
  getCookie(c, nameOf(kind)) === id;
