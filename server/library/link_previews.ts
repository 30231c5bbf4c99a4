/** The pages that messages link to, fetched by us so that no reader's IP address reaches them. */
import { randomBytes } from "node:crypto";
import pLimit from "p-limit";
import { failPage, findFetched, type LinkedPage, storePage } from "../../db/chat/link_previews.ts";
import type { Db } from "../../db/engine/client.ts";
import { linkFetch, linkPreview } from "../contract/chat/link_limits.ts";
import type { Log } from "../log.ts";
import { smallPicture } from "../media/small_picture.ts";
import { keyOf } from "./covers.ts";
import { openBreakers, SourceFailure } from "./http_client.ts";
import { isPublicUrl, type PublicFetch, Unfit } from "./public_fetch.ts";

interface PreviewDeps {
  db: Db;
  clock: () => number;
  log: Log;
  fetch: PublicFetch;
  timeout?: number;
}

interface Preview {
  isAllowed(): Promise<boolean>;
  /** Is called once the page is there. */
  show(key: string): Promise<void>;
}

export interface LinkPreviews {
  /** What the page at an address is stored under. */
  keyOf(url: string): string;
  /** Fetches a page in the background; does nothing while `linkFetch.waiting` others run or wait. */
  request(url: string, preview: Preview): void;
  /** Once none is fetched any more. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export function openLinkPreviews(deps: PreviewDeps): LinkPreviews {
  const { db, clock, log } = deps;
  const breakerOf = openBreakers(clock);
  const queue = pLimit(linkFetch.atOnce);
  const closed = new AbortController();
  /** As many as run and wait in the queue. */
  const fetching = new Map<string, Promise<boolean>>();
  const running = new Set<Promise<void>>();

  async function fetchPage(url: string, key: string): Promise<boolean> {
    const found = await findFetched(db, key, clock());
    if (found || closed.signal.aborted) return found === "there";
    try {
      const page = await breakerOf(url).attempt(() => readPage(url, deps, closed.signal));
      if (!page || closed.signal.aborted) return false;
      await (page instanceof Unfit ? failPage(db, key, clock()) : storePage(db, key, page, { now: clock() }));
      return !(page instanceof Unfit);
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      log.debug({ reason: error.message }, "a linked page was left out");
      if (!closed.signal.aborted) await failPage(db, key, clock());
      return false;
    }
  }

  function isThere(url: string, key: string): Promise<boolean> {
    const already = fetching.get(key);
    if (already) return already;
    const done = queue(() => fetchPage(url, key)).finally(() => fetching.delete(key));
    fetching.set(key, done);
    return done;
  }

  async function showOnceThere(url: string, { isAllowed, show }: Preview): Promise<void> {
    const key = keyOf(url);
    if (await isAllowed() && await isThere(url, key) && !closed.signal.aborted) await show(key);
  }

  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    keyOf,
    request(url, preview) {
      if (closed.signal.aborted || running.size >= linkFetch.waiting) return;
      if (!isPublicUrl(new URL(url))) return;
      const done = showOnceThere(url, preview)
        .catch((err) => log.error({ err }, "a linked page could not be shown"))
        .finally(() => running.delete(done));
      running.add(done);
    },
    idle,
    async close() {
      closed.abort();
      await idle();
    },
  };
}

/** Page and picture within one time. @returns what is wrong with one that was read and cannot be shown */
async function readPage(
  address: string,
  { fetch, timeout = linkFetch.timeout }: PreviewDeps,
  closed: AbortSignal,
): Promise<LinkedPage | Unfit> {
  const signal = AbortSignal.any([closed, AbortSignal.timeout(timeout)]);
  try {
    // Without previews it would be loaded for nothing.
    const { endsHead, readHead } = await import("./page_head.ts");
    const page = await fetch(new URL(address), { ...html, signal, isEnough: endsHead });
    const { title, image } = await readHead(page);
    if (!title) return new Unfit("without a title");
    const picture = image && await readPicture(image, fetch, signal);
    return { url: address, site: page.url.host, title, picture };
  } catch (error) {
    if (error instanceof Unfit) return error;
    throw error;
  }
}

const html = { types: /^text\/html$/i, accept: "text/html", isCut: true };
const pictures = { types: /^image\/(png|jpeg|jpg|gif|webp)$/i, accept: "image/webp,image/png,image/jpeg,image/gif" };

/** Undefined where there is none to be shown: the page is without it then. */
async function readPicture(url: URL, fetch: PublicFetch, signal: AbortSignal): Promise<LinkedPage["picture"]> {
  try {
    const { bytes } = await fetch(url, { ...pictures, signal });
    const picture = await smallPicture(bytes, { ...linkPreview, fit: "cover" });
    return picture && { name: randomBytes(16).toString("hex"), bytes: picture };
  } catch (error) {
    if (error instanceof Unfit || error instanceof SourceFailure) return undefined;
    throw error;
  }
}
