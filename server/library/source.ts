import type { BookResult } from "../contract/books.ts";

/** A place where books can be looked for. */
export interface Source {
  name: string;
  /** Hosts its covers come from; `.archive.org` stands for all below it. */
  coverHosts: string[];
  /**
   * Looks for books. What it finds names a cover by its own address.
   *
   * @throws SourceFailure when it does not answer as it should
   */
  search(query: string, signal: AbortSignal): Promise<BookResult[]>;
}

/** Somebody else's service did not do what it should. The message names no address, which may hold a key. */
export class SourceFailure extends Error {}

/** It refuses what an operator has set, and will until that is mended. */
export class SettingRefused extends SourceFailure {}
