import { deleteStale } from "../../db/books/sources.ts";
import type { Db } from "../../db/engine/client.ts";
import type { BookResult } from "../contract/books/shapes.ts";
import type { Log } from "../log.ts";
import type { Config } from "../settings/settings.ts";
import { openCovers } from "./covers.ts";
import { googleBooks } from "./google_books.ts";
import { type Fetch, userAgent } from "./http_client.ts";
import { type Contents, openContents, openLibraryOrg } from "./open_library.ts";
import { cachedSource, localSource, openSearch, type Source } from "./search.ts";
import { catalogueSource } from "./starter_shelf.ts";

export interface Library {
  search(query: string): Promise<BookResult[]>;
  contents?(isbn: string): Promise<Contents | undefined>;
  cover(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  sweep(): Promise<unknown>;
}

interface LibraryDeps {
  db: Db;
  clock: () => number;
  config: Pick<Config, "bookSources" | "googleBooksUrl" | "googleBooksApiKey" | "openLibraryUrl" | "publicUrl">;
  log: Log;
  fetch?: Fetch;
  timeout?: number;
}

export function openLibrary({ fetch = globalThis.fetch, ...deps }: LibraryDeps): Library {
  const { db, clock, config } = deps;
  const client = withUserAgent(fetch, config.publicUrl);
  const remote: Record<string, Source> = {
    google: googleBooks({ url: config.googleBooksUrl, apiKey: config.googleBooksApiKey, fetch: client }),
    openlibrary: openLibraryOrg({ url: config.openLibraryUrl, fetch: client }),
  };
  const configured = config.bookSources.map((name) => remote[name]).filter((source) => source !== undefined);
  const searches = config.bookSources.map((name) =>
    name === "shelf" ? localSource(catalogueSource(db), deps) : cachedSource(remote[name], deps)
  );
  return {
    search: openSearch(searches),
    contents: config.bookSources.includes("openlibrary")
      ? openContents({ ...deps, url: config.openLibraryUrl, fetch: client })
      : undefined,
    cover: openCovers({ ...deps, fetch: client, hosts: configured.flatMap((source) => source.coverHosts) }),
    sweep: () => deleteStale(db, clock()),
  };
}

/** Open Library asks its users to name themselves. */
const withUserAgent = (fetch: Fetch, publicUrl: string): Fetch => (url, init) => {
  const headers = new Headers(init.headers);
  headers.set("User-Agent", userAgent(publicUrl));
  return fetch(url, { ...init, headers });
};
