/** Covers of books, served by us so that no reader's IP address reaches the sources. */
import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { type Cover, type CoverAddress, failCover, findCover, storeCover, touchCover } from "../../db/books/sources.ts";
import type { Db } from "../../db/engine/client.ts";
import * as booksLimits from "../contract/books/limits.ts";
import { bookPaths } from "../contract/books/paths.ts";
import type { BookResult } from "../contract/books/shapes.ts";
import type { Log } from "../log.ts";
import { smallPicture } from "../media/small_picture.ts";
import { type Fetch, openBreakers, readBody, request, SourceFailure, statusFailure } from "./http_client.ts";

interface CoverDeps {
  fetch: Fetch;
  hosts: string[];
  db: Db;
  clock: () => number;
  log: Log;
  timeout?: number;
}

type Bytes = Uint8Array<ArrayBuffer>;

const day = 24 * 3600_000;

export function openCovers(deps: CoverDeps): (key: string) => Promise<Bytes | undefined> {
  const { db, clock, log } = deps;
  const breakerOf = openBreakers(clock);
  const queue = pLimit(4);
  const running = new Map<string, Promise<Bytes | undefined>>();

  async function fetched({ key, url }: Cover): Promise<Bytes | undefined> {
    try {
      const image = await breakerOf(url).attempt(() => imageAt(url, deps));
      if (!image) return undefined;
      const isThere = !(image instanceof NoCover);
      await (isThere ? storeCover(db, key, { bytes: image, now: clock() }) : failCover(db, key, clock()))
        .catch((err) => log.warn({ err }, "cover not stored"));
      return isThere ? image : undefined;
    } catch (error) {
      if (error instanceof SourceFailure) log.debug({ reason: error.message }, "cover left out");
      else log.error({ err: error }, "cover failed");
    }
  }

  return async (key) => {
    const cover = await findCover(db, key);
    if (!cover) return undefined;
    if (cover.bytes) {
      if (clock() - cover.usedAt > day) {
        touchCover(db, key, clock()).catch((err) => log.warn({ err }, "use of a cover not stored"));
      }
      return cover.bytes;
    }
    if (cover.failedAt !== null && Math.abs(clock() - cover.failedAt) < booksLimits.cover.retryAfter) return undefined;
    const bytes = running.get(key) ?? queue(() => fetched(cover)).finally(() => running.delete(key));
    running.set(key, bytes);
    return await bytes;
  };
}

async function imageAt(
  url: string,
  { timeout = booksLimits.library.timeout, ...deps }: CoverDeps,
): Promise<Bytes | NoCover> {
  try {
    const bytes = await fetchCover(url, deps, AbortSignal.timeout(timeout));
    // Sources without a cover send a single pixel.
    return await smallPicture(bytes, { ...booksLimits.cover, fit: "inside" }) ?? new NoCover("not a picture");
  } catch (error) {
    if (error instanceof NoCover) return error;
    throw error;
  }
}

class NoCover extends Error {}

/** Follows redirects itself, and checks each address before. @throws NoCover, SourceFailure */
async function fetchCover(
  address: string,
  { fetch, hosts }: Pick<CoverDeps, "fetch" | "hosts">,
  signal: AbortSignal,
): Promise<Bytes> {
  let url = new URL(address);
  for (let hops = 0; hops <= booksLimits.cover.redirects; hops++) {
    if (!isAllowed(url, hosts)) throw new NoCover("not an address of a source");
    const response = await request(fetch, url, { signal, redirect: "manual", headers: { Accept: "image/*" } });
    if (response.status >= 500 || response.status === 429) throw await statusFailure(response);
    const location = response.headers.get("location");
    if (response.status < 300) return await readBody(response, booksLimits.cover.bytes);
    await response.body?.cancel();
    if (response.status >= 400 || !location || !URL.canParse(location, url)) throw new NoCover("not there");
    url = new URL(location, url);
  }
  throw new NoCover("too many redirects");
}

/** Only https, and only a source's host: nothing else in our network can be reached by a redirect. */
const isAllowed = ({ protocol, hostname, port, username }: URL, hosts: string[]): boolean =>
  protocol === "https:" && port === "" && !username &&
  hosts.some((host) => host.startsWith(".") ? hostname.endsWith(host) : hostname === host);

/** What is stored of what is at an address has this key. */
export const keyOf = (url: string): string => createHash("sha256").update(url).digest("hex").slice(0, 32);

export function coverKey(coverImage: string | null | undefined): string | null {
  if (!coverImage) return null;
  const own = /^\/covers\/([0-9a-f]{32})$/.exec(coverImage)?.[1];
  if (own) return own;
  return /^https?:\/\/.{1,2000}$/i.test(coverImage) ? keyOf(coverImage.replace(/^http:/i, "https:")) : null;
}

export function withOwnCovers(found: BookResult[]): { results: BookResult[]; covers: CoverAddress[] } {
  const covers = new Map<string, CoverAddress>();
  const results = found.map((book) => {
    if (!book.coverImage) return book;
    const key = keyOf(book.coverImage);
    covers.set(key, { key, url: book.coverImage });
    return { ...book, coverImage: bookPaths.cover(key) };
  });
  return { results, covers: [...covers.values()] };
}
