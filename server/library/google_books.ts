import { z } from "zod";
import { isbn13 } from "../contract/books/isbn.ts";
import * as booksLimits from "../contract/books/limits.ts";
import { type Fetch, requestJson, SourceFailure } from "./http_client.ts";
import { lenient, normalizeBook, text, texts } from "./normalize.ts";
import type { Source } from "./search.ts";

const Volume = z.object({
  id: text,
  volumeInfo: z.object({
    title: text,
    subtitle: text,
    authors: texts,
    publisher: text,
    publishedDate: text,
    description: text,
    industryIdentifiers: lenient(z.array(z.object({ identifier: text }))),
    pageCount: lenient(z.number()),
    categories: texts,
    imageLinks: lenient(z.object({ thumbnail: text, smallThumbnail: text })),
    language: text,
  }),
});

const Volumes = z.object({ items: z.array(z.unknown()).nullish() });

const fields = "items(id,volumeInfo(title,subtitle,authors,publisher,publishedDate,description,industryIdentifiers," +
  "pageCount,categories,imageLinks(thumbnail,smallThumbnail),language))";

interface Options {
  url: string;
  apiKey?: string;
  fetch: Fetch;
}

export const googleBooks = ({ url, apiKey, fetch }: Options): Source => ({
  name: "google",
  coverHosts: ["books.google.com", "books.googleusercontent.com"],
  async search(query, signal) {
    const isbn = isbn13(query);
    const address = new URL(`${url}/volumes`);
    address.search = new URLSearchParams({
      q: isbn ? `isbn:${isbn}` : query,
      printType: "books",
      maxResults: String(booksLimits.library.results),
      fields,
      ...(apiKey && { key: apiKey }),
    }).toString();
    const answer = await requestJson(address, {
      fetch,
      signal,
      settingRefused: (text) => apiKey && refusesKey.test(text) ? "it refuses GOOGLE_BOOKS_API_KEY" : undefined,
    });
    const { success, data } = Volumes.safeParse(answer ?? {});
    if (!success) throw new SourceFailure("the answer is not a list of volumes");
    return (data.items ?? []).map(asBook).filter((book) => book !== undefined);
  },
});

/** For a key that is wrong, expired, or not meant for this use, with 400 and 403 alike. */
const refusesKey = /"(API_KEY_[A-Z_]+|keyInvalid|keyExpired|accessNotConfigured|ipRefererBlocked|SERVICE_DISABLED)"/;

function asBook(item: unknown) {
  const { data } = Volume.safeParse(item);
  if (!data) return undefined;
  const { industryIdentifiers, imageLinks, ...raw } = data.volumeInfo;
  return normalizeBook({
    ...raw,
    isbns: industryIdentifiers?.map(({ identifier }) => identifier),
    coverImage: (imageLinks?.thumbnail ?? imageLinks?.smallThumbnail)?.replace(/^http:/, "https:"),
    googleBooksId: data.id,
  });
}
