/** Tables of contents from Open Library (openlibrary.org/dev/docs/api/books). */
import * as booksLimits from "../contract/books/limits.ts";
import * as readingLimits from "../contract/reading/limits.ts";
import { z } from "zod";
import { type Chapter, withUniqueTitles } from "../contract/reading/chapters.ts";
import { isbn13 } from "../contract/books/isbn.ts";
import { normalize } from "../contract/site/normalize.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log/log.ts";
import { openBreaker } from "./breaker.ts";
import { type Fetch, requestJson } from "./http_client.ts";
import { SourceFailure } from "./source.ts";
import { copyTexts } from "../contract/reading/texts.ts";

/** A table of contents, in the pages of some edition. */
export interface Contents {
  /** Those of which the page is known, in the order of their pages. */
  chapters: Chapter[];
  /** Of that edition, if it is known. */
  pageCount: number | null;
}

const text = z.string().max(10_000).nullish().catch(null);
const Entry = z.object({
  label: text,
  title: text,
  pagenum: z.union([z.string().max(20), z.number()]).nullish().catch(null),
});
const Edition = z.object({
  number_of_pages: z.int().min(1).max(booksLimits.book.pages).nullish().catch(null),
  table_of_contents: z.array(z.unknown()).nullish().catch(null),
  works: z.array(z.object({ key: z.string().regex(/^\/works\/OL\d{1,12}W$/) })).nullish().catch(null),
});

interface Parts {
  /** `https://openlibrary.org` */
  url: string;
  fetch: Fetch;
  clock: () => number;
  log: Log;
  /** Milliseconds that it has to answer. */
  timeout?: number;
}

/**
 * Looks up the table of contents of a book by its ISBN: that of the edition, else of its work. It is not asked for a
 * minute after three failures in a row.
 *
 * @returns from the lookup the contents, undefined where it has none
 * @throws AppError (503), from the lookup, where it does not answer
 */
export function openContents({ url, fetch, clock, log, timeout = booksLimits.library.timeout }: Parts) {
  const breaker = openBreaker(clock);

  async function find(isbn: string): Promise<Contents | null> {
    const signal = AbortSignal.timeout(timeout);
    const load = async (path: string) => {
      const answer = await requestJson(new URL(url + path), {
        fetch,
        signal,
        maxBytes: booksLimits.library.answerBytes,
      });
      return Edition.safeParse(answer).data;
    };
    const edition = await load(`/isbn/${isbn}.json`);
    const chapters = chaptersOf(edition?.table_of_contents);
    if (chapters.length > 0) return { chapters, pageCount: edition!.number_of_pages ?? null };
    const work = edition?.works?.[0] && await load(`${edition.works[0].key}.json`);
    const ofWork = chaptersOf(work?.table_of_contents);
    return ofWork.length > 0 ? { chapters: ofWork, pageCount: null } : null;
  }

  return async (isbn: string): Promise<Contents | undefined> => {
    const valid = isbn13(isbn);
    if (!valid) return undefined;
    const found = await breaker.attempt(() => find(valid)).catch((error) => {
      if (!(error instanceof SourceFailure)) throw error;
      log.warn({ source: "openlibrary", reason: error.message }, "table of contents not loaded");
    });
    if (found === undefined) throw new AppError(503, "sources_unavailable", copyTexts.findFailed);
    return found ?? undefined;
  };
}

/** Roman numbers are of the pages before the text, and what has none is of no use here. */
function chaptersOf(entries: unknown[] | null | undefined): Chapter[] {
  const chapters: Chapter[] = [];
  for (const entry of entries?.slice(0, 10 * readingLimits.chapters.max) ?? []) {
    if (chapters.length === readingLimits.chapters.max) break;
    const { data } = Entry.safeParse(entry);
    const page = String(data?.pagenum ?? "").trim();
    const words = normalize([data?.label, data?.title].filter(Boolean).join(" ").replace(/\s+/g, " ").trim());
    const title = words.slice(0, readingLimits.chapters.title - 10).toWellFormed();
    if (!title || !/^\d{1,6}$/.test(page) || Number(page) < (chapters.at(-1)?.page ?? 0)) continue;
    chapters.push({ title, page: Number(page) });
  }
  return withUniqueTitles(chapters);
}
