import * as booksLimits from "../contract/books/limits.ts";
import { z } from "zod";
import { isbn13 } from "../contract/books/isbn.ts";
import { normalizeBook } from "./normalize.ts";
import { type Fetch, requestJson } from "./http_client.ts";
import { type Source, SourceFailure } from "./source.ts";

const text = z.string().nullish().catch(null);
const texts = z.array(text).nullish().catch(null);
const number = z.number().nullish().catch(null);

const edition = {
  title: text,
  subtitle: text,
  cover_i: number,
  isbn: texts,
  language: texts,
  publisher: texts,
  publish_date: texts,
};

/** What is read of a work and of its best edition; a field that is not as documented counts as missing. */
const Work = z.object({
  ...edition,
  author_name: texts,
  first_publish_year: number,
  number_of_pages_median: number,
  subject: texts,
  id_google: texts,
  editions: z.object({ docs: z.array(z.object(edition)).nullish().catch(null) }).nullish().catch(null),
});

const Found = z.object({ docs: z.array(z.unknown()) });

const editionFields = Object.keys(edition).map((field) => `editions.${field}`);
const fields = ["key", ...Object.keys(Work.shape), ...editionFields].filter((field) => field !== "publish_date").join(
  ",",
);

interface Options {
  /** `https://openlibrary.org` */
  url: string;
  fetch: Fetch;
}

/** Open Library, by its Search API (openlibrary.org/dev/docs/api/search). */
export const openLibraryOrg = ({ url, fetch }: Options): Source => ({
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
    const answer = await requestJson(address, { fetch, signal, maxBytes: booksLimits.library.answerBytes });
    const { success, data } = Found.safeParse(answer ?? { docs: [] });
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
    // Of a work, the median of all its editions.
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
