import { z } from "zod";
import { isbn13 } from "../contract/books/isbn.ts";
import * as booksLimits from "../contract/books/limits.ts";
import { withUniqueTitles } from "../contract/reading/chapters.ts";
import * as readingLimits from "../contract/reading/limits.ts";
import type { Chapter } from "../contract/reading/shapes.ts";
import { copyTexts } from "../contract/reading/texts.ts";
import { normalize } from "../contract/site/normalize.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { type Fetch, openBreaker, requestJson, SourceFailure } from "./http_client.ts";
import { lenient, normalizeBook, text, texts } from "./normalize.ts";
import type { Source } from "./search.ts";

const number = lenient(z.number());

const edition = {
  title: text,
  subtitle: text,
  cover_i: number,
  isbn: texts,
  language: texts,
  publisher: texts,
  publish_date: texts,
};

const Work = z.object({
  ...edition,
  author_name: texts,
  first_publish_year: number,
  number_of_pages_median: number,
  subject: texts,
  id_google: texts,
  editions: lenient(z.object({ docs: lenient(z.array(z.object(edition))) })),
});

const SearchAnswer = z.object({ docs: z.array(z.unknown()) });

const editionFields = Object.keys(edition).map((field) => `editions.${field}`);
const fields = ["key", ...Object.keys(Work.shape), ...editionFields].filter((field) => field !== "publish_date")
  .join(",");

export const openLibraryOrg = ({ url, fetch }: { url: string; fetch: Fetch }): Source => ({
  name: "openlibrary",
  // The covers' host redirects to the Internet Archive.
  coverHosts: ["covers.openlibrary.org", "archive.org", ".archive.org"],
  async search(query, signal) {
    const isbn = isbn13(query);
    const address = new URL(`${url}/search.json`);
    address.search = new URLSearchParams({
      q: isbn ? `isbn:${isbn}` : query,
      fields,
      limit: String(booksLimits.library.results),
    }).toString();
    const answer = await requestJson(address, { fetch, signal });
    const { success, data } = SearchAnswer.safeParse(answer ?? { docs: [] });
    if (!success) throw new SourceFailure("the answer is not a list of works");
    return data.docs.map(asBook).filter((book) => book !== undefined);
  },
});

function asBook(doc: unknown) {
  const { data: work } = Work.safeParse(doc);
  if (!work) return undefined;
  const best = work.editions?.docs?.[0];
  const cover = best?.cover_i ?? work.cover_i;
  return normalizeBook({
    title: best?.title ?? work.title,
    subtitle: best?.title ? best.subtitle : work.subtitle,
    authors: work.author_name,
    pageCount: work.number_of_pages_median,
    publishedDate: best?.publish_date?.[0] ?? work.first_publish_year,
    publisher: (best?.publisher ?? work.publisher)?.[0],
    categories: work.subject,
    language: (best?.language ?? work.language)?.[0],
    isbns: best?.isbn ?? work.isbn,
    googleBooksId: work.id_google?.[0],
    coverImage: cover && cover > 0 ? `https://covers.openlibrary.org/b/id/${cover}-M.jpg?default=false` : null,
  });
}

export interface Contents {
  chapters: Chapter[];
  pageCount: number | null;
}

const shortText = lenient(z.string().max(10_000));
const Entry = z.object({
  label: shortText,
  title: shortText,
  pagenum: lenient(z.union([z.string().max(20), z.number()])),
});
const Edition = z.object({
  number_of_pages: lenient(z.int().min(1).max(booksLimits.book.pages)),
  table_of_contents: lenient(z.array(z.unknown())),
  works: lenient(z.array(z.object({ key: z.string().regex(/^\/works\/OL\d{1,12}W$/) }))),
});

interface ContentsDeps {
  url: string;
  fetch: Fetch;
  clock: () => number;
  log: Log;
  timeout?: number;
}

export function openContents({ url, fetch, clock, log, timeout = booksLimits.library.timeout }: ContentsDeps) {
  const breaker = openBreaker(clock);

  async function find(isbn: string): Promise<Contents | null> {
    const signal = AbortSignal.timeout(timeout);
    const load = async (path: string) =>
      Edition.safeParse(await requestJson(new URL(url + path), { fetch, signal })).data;
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
