/** Browsers by which somebody is known: they have signed in there, and the browser has a cookie that says so. */
import Bowser from "bowser";
import { isKnownBrowser } from "../../db/account/known_browsers.ts";
import type { Db } from "../../db/engine/client.ts";
import { hashToken } from "./tokens.ts";

interface InBrowser {
  /** The token of the browser's cookie. */
  browser?: string;
}

/** The hash under which a browser is stored with an account. */
export const browserHash = (userId: string, { browser }: InBrowser): string | undefined =>
  browser && hashToken(`${userId}.${browser}`);

/** That hash, where they have signed in there; undefined in a browser that is new to their account. */
export async function knownBrowserOf(db: Db, userId: string, caller: InBrowser): Promise<string | undefined> {
  const hash = browserHash(userId, caller);
  return hash && await isKnownBrowser(db, userId, hash) ? hash : undefined;
}

/** A browser in words, by its `User-Agent`: "Firefox on Windows". */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return unknown;
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return unknown;
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}

const unknown = "Unknown browser";
