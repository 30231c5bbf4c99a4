/** A library over a book server of its own, for tests. */
import { readConfig } from "../../server/settings/settings.ts";
import { type Library, openLibrary } from "../../server/library/library.ts";
import { openLog } from "../../server/log.ts";
import { lineOutput } from "../support/log.ts";
import { freshDb } from "../support/db.ts";
import { BookServer } from "./book_server.ts";

interface Choice {
  sources?: string;
  apiKey?: string;
  /** Milliseconds that a source has to answer: so many that only a source that hangs takes longer. */
  timeout?: number;
}

export interface TestLibrary extends Library {
  server: BookServer;
  db: Awaited<ReturnType<typeof freshDb>>["db"];
  log: string[];
  /** Moves the clock. */
  pass(ms: number): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A library over a new book server and a fresh database, with a clock that only `pass` moves. */
export async function testLibrary(
  { sources = "google,openlibrary", apiKey, timeout = 30_000 }: Choice = {},
): Promise<TestLibrary> {
  const server = new BookServer();
  const fresh = await freshDb();
  const log: string[] = [];
  let now = Date.parse("2030-01-01");
  const config = readConfig({
    BOOK_SOURCES: sources,
    GOOGLE_BOOKS_API_KEY: apiKey,
    GOOGLE_BOOKS_URL: `${server.url}/books/v1/`,
    OPEN_LIBRARY_URL: server.url,
    PUBLIC_URL: "https://study.example",
  });
  const output = lineOutput((line) => log.push(line));
  const library = openLibrary({ db: fresh.db, clock: () => now, config, log: openLog("debug", output), timeout });
  return {
    ...library,
    server,
    log,
    db: fresh.db,
    pass: (ms) => void (now += ms),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await fresh[Symbol.asyncDispose]();
    },
  };
}
