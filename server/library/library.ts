import { lookup } from "node:dns/promises";
import { deleteStale } from "../../db/searches.ts";
import type { Db } from "../../db/client.ts";
import type { Config } from "../config.ts";
import type { BookResult } from "../contract/books.ts";
import type { Log } from "../log.ts";
import { askOutside, askOwn } from "./cached_source.ts";
import { openCovers } from "./covers.ts";
import { googleBooks } from "./google_books.ts";
import { openLibraryOrg } from "./open_library.ts";
import type { Fetch } from "./http_client.ts";
import { openSearch } from "./search.ts";
import { shelf } from "./shelf.ts";
import type { Source } from "./source.ts";

export interface Library {
  /**
   * Looks for books in every source that is configured: at most 20, blank finds none.
   *
   * @throws AppError (503) where not one source answered
   */
  search(query: string): Promise<BookResult[]>;
  /** A cover's bytes, as WebP; undefined for one that no source has named, or that cannot be had. */
  cover(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Forgets what has outlived its use. */
  sweep(): Promise<unknown>;
}

interface Parts {
  db: Db;
  clock: () => number;
  config: Pick<Config, "bookSources" | "googleBooksUrl" | "googleBooksApiKey" | "openLibraryUrl" | "publicUrl">;
  log: Log;
  fetch?: Fetch;
  /** The addresses of a host. */
  resolve?: (host: string) => Promise<string[]>;
  /** Milliseconds that a source has to answer. */
  timeout?: number;
}

/** Opens the library over the configured sources. */
export function openLibrary({ fetch = globalThis.fetch, resolve = addressesOf, ...parts }: Parts): Library {
  const { db, clock, config } = parts;
  const named = introduced(fetch, config.publicUrl);
  const outside: Record<string, Source> = {
    google: googleBooks({ url: config.googleBooksUrl, apiKey: config.googleBooksApiKey, fetch: named }),
    openlibrary: openLibraryOrg({ url: config.openLibraryUrl, fetch: named }),
  };
  const configured = config.bookSources.map((name) => outside[name]).filter((source) => source !== undefined);
  const asks = config.bookSources.map((name) =>
    name === "shelf" ? askOwn(shelf(db), parts) : askOutside(outside[name], parts)
  );
  return {
    search: openSearch(asks),
    cover: openCovers({ ...parts, fetch: named, resolve, hosts: configured.flatMap((source) => source.coverHosts) }),
    sweep: () => deleteStale(db, clock()),
  };
}

/** Says who asks, as Open Library wishes. */
const introduced = (fetch: Fetch, publicUrl: string): Fetch => (url, init) => {
  const headers = new Headers(init.headers);
  headers.set("User-Agent", `Chapterhouse (+${publicUrl})`);
  return fetch(url, { ...init, headers });
};

const addressesOf = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address);
