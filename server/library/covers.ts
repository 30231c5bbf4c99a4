/** Covers of books, served by us so that no reader's IP address reaches the sources. */
import pLimit from "p-limit";
import * as booksLimits from "../contract/books/limits.ts";
import type { Db } from "../../db/engine/client.ts";
import { type Cover, failCover, findCover, storeCover, touchCover } from "../../db/books/covers.ts";
import type { Log } from "../log/log.ts";
import { kindOf, loadSharp } from "../media/resize.ts";
import { type Breaker, openBreaker } from "./breaker.ts";
import { fetchCover, type FetchParts, NoCover } from "./cover_fetch.ts";
import { SourceFailure } from "./source.ts";

interface Parts extends FetchParts {
  db: Db;
  clock: () => number;
  log: Log;
  /** Milliseconds that a cover may take. */
  timeout?: number;
}

type Bytes = Uint8Array<ArrayBuffer>;

const day = 24 * 3600_000;

/** Makes the function that returns a cover's bytes: stored ones, or fetched ones, which are stored then. */
export function openCovers(parts: Parts): (key: string) => Promise<Bytes | undefined> {
  const { db, clock, log } = parts;
  const breakerOf = breakersByHost(clock);
  const queue = pLimit(4);
  const running = new Map<string, Promise<Bytes | undefined>>();

  async function fetched({ key, url }: Cover): Promise<Bytes | undefined> {
    try {
      const image = await breakerOf(url).attempt(() => imageAt(url, parts));
      if (!image) return undefined;
      const isThere = !(image instanceof NoCover);
      // A cover is shown even while nothing can be stored.
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

/** One for each host: while one is down, covers still come from the others. */
function breakersByHost(clock: () => number): (url: string) => Breaker {
  const breakers = new Map<string, Breaker>();
  return (url) => {
    const { host } = new URL(url);
    const breaker = breakers.get(host) ?? openBreaker(clock);
    breakers.set(host, breaker);
    return breaker;
  };
}

/** The image at an address, or why there is none; throws only where its source fails, which the breaker counts. */
async function imageAt(
  url: string,
  { timeout = booksLimits.library.timeout, ...parts }: Parts,
): Promise<Bytes | NoCover> {
  try {
    return await encoded(await fetchCover(url, parts, AbortSignal.timeout(timeout)));
  } catch (error) {
    if (error instanceof NoCover) return error;
    throw error;
  }
}

/** A small WebP without the original's metadata. Sources without a cover send a single pixel. */
async function encoded(bytes: Bytes): Promise<Bytes> {
  const { width, height, smallest, pixels } = booksLimits.cover;
  if (!kindOf(bytes)) throw new NoCover("not an image");
  const sharp = await loadSharp();
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: pixels, failOn: "error" })
      .autoOrient().resize(width, height, { fit: "inside", withoutEnlargement: true }).timeout({ seconds: 10 })
      .webp({ quality: 78 }).toBuffer({ resolveWithObject: true });
    if (info.width < smallest || info.height < smallest) throw new NoCover("too small");
    return new Uint8Array(data);
  } catch (error) {
    throw error instanceof NoCover ? error : new NoCover("not a readable image");
  }
}
