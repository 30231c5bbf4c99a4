import type { BookResult } from "../contract/books/books.ts";

/** A place where books can be looked for. */
export interface Source {
  name: string;
  /** Hosts its covers come from; `.archive.org` stands for all below it. */
  coverHosts: string[];
  /**
   * Looks for books. Their covers have the source's own addresses.
   *
   * @throws SourceFailure when it fails
   */
  search(query: string, signal: AbortSignal): Promise<BookResult[]>;
}

/** Another service failed. The message names no address, which may hold a key. */
export class SourceFailure extends Error {}

/** It refuses what an operator has set, and will until that is corrected. */
export class SettingRefused extends SourceFailure {}
