import { deleteStale } from "../../db/books/searches.ts";
import type { Db } from "../../db/engine/client.ts";
import type { Config } from "../settings/settings.ts";
import type { BookResult } from "../contract/books/books.ts";
import type { Log } from "../log/log.ts";
import { cachedSource, localSource } from "./cached_source.ts";
import { type Contents, openContents } from "./contents.ts";
import { openCovers } from "./covers.ts";
import { googleBooks } from "./google_books.ts";
import { openLibraryOrg } from "./open_library.ts";
import type { Fetch } from "./http_client.ts";
import { openSearch } from "./search.ts";
import { shelf } from "./shelf.ts";
import type { Source } from "./source.ts";

export interface Library {
  /**
   * Looks for books in every configured source: at most 20; a blank query finds none.
   *
   * @throws AppError (503) where no source answered
   */
  search(query: string): Promise<BookResult[]>;
  /**
   * The table of contents of the book with an ISBN, undefined where there is none; absent where no source has any.
   *
   * @throws AppError (503) where the source does not answer
   */
  contents?(isbn: string): Promise<Contents | undefined>;
  /** A cover's bytes, as WebP; undefined for one that no source has named, or that cannot be fetched. */
  cover(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Deletes expired answers and unused covers. */
  sweep(): Promise<unknown>;
}

interface Parts {
  db: Db;
  clock: () => number;
  config: Pick<Config, "bookSources" | "googleBooksUrl" | "googleBooksApiKey" | "openLibraryUrl" | "publicUrl">;
  log: Log;
  fetch?: Fetch;
  /** Milliseconds that a source has to answer. */
  timeout?: number;
}

/** Opens the library over the configured sources. */
export function openLibrary({ fetch = globalThis.fetch, ...parts }: Parts): Library {
  const { db, clock, config } = parts;
  const client = withUserAgent(fetch, config.publicUrl);
  const remote: Record<string, Source> = {
    google: googleBooks({ url: config.googleBooksUrl, apiKey: config.googleBooksApiKey, fetch: client }),
    openlibrary: openLibraryOrg({ url: config.openLibraryUrl, fetch: client }),
  };
  const configured = config.bookSources.map((name) => remote[name]).filter((source) => source !== undefined);
  const searches = config.bookSources.map((name) =>
    name === "shelf" ? localSource(shelf(db), parts) : cachedSource(remote[name], parts)
  );
  return {
    search: openSearch(searches),
    contents: config.bookSources.includes("openlibrary")
      ? openContents({ ...parts, url: config.openLibraryUrl, fetch: client })
      : undefined,
    cover: openCovers({ ...parts, fetch: client, hosts: configured.flatMap((source) => source.coverHosts) }),
    sweep: () => deleteStale(db, clock()),
  };
}

/** Names the service in each request, as Open Library asks its users to. */
const withUserAgent = (fetch: Fetch, publicUrl: string): Fetch => (url, init) => {
  const headers = new Headers(init.headers);
  headers.set("User-Agent", `Chapterhouse (+${publicUrl})`);
  return fetch(url, { ...init, headers });
};
