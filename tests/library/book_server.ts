/** A server on this machine that answers like Google Books and Open Library, or fails in a chosen way. */
import { NativeResponse } from "../support/native_response.ts";

type Name = "google" | "openlibrary";
export type Behaviour =
  | "answer"
  /** It accepts the request and never answers. */
  | "hang"
  /** It starts an answer and never finishes. */
  | "trickle"
  | "break off"
  | "not json"
  | "other json"
  | "endless"
  /** A status code. */
  | number;

/** A Volume as Google Books documents it, shortened. */
export const volume = (id: string, info: Record<string, unknown>) => ({
  kind: "books#volume",
  id,
  etag: "x",
  selfLink: `https://www.googleapis.com/books/v1/volumes/${id}`,
  volumeInfo: { printType: "BOOK", readingModes: { text: false, image: true }, ...info },
  saleInfo: { country: "DE", saleability: "NOT_FOR_SALE" },
});

export const flatland = volume("zyTCAlFPjgYC", {
  title: "Flatland",
  subtitle: "A Romance of Many Dimensions",
  authors: ["Edwin Abbott Abbott", "Ian Stewart"],
  publisher: "Princeton University Press",
  publishedDate: "2015-11-10",
  description: "A square tells\nof his world.",
  industryIdentifiers: [
    { type: "OTHER", identifier: "UOM:39015" },
    { type: "ISBN_10", identifier: "048627263X" },
    { type: "ISBN_13", identifier: "9780486272634" },
  ],
  pageCount: 96,
  categories: ["Fiction / Science Fiction / General"],
  imageLinks: {
    smallThumbnail: "http://books.google.com/books/content?id=zyTCAlFPjgYC&zoom=5",
    thumbnail: "http://books.google.com/books/content?id=zyTCAlFPjgYC&printsec=frontcover&img=1&zoom=1",
  },
  language: "en",
});

/** A work as Open Library's Search API documents it, with the edition that fits best. */
export const sphereland = {
  key: "/works/OL1W",
  title: "Bolland",
  author_name: ["Dionys Burger"],
  first_publish_year: 1957,
  number_of_pages_median: 208,
  isbn: ["1234567890", "9780062732767"],
  language: ["dut", "eng"],
  publisher: ["Blommendaal", "Crowell"],
  subject: ["Fourth dimension", "Geometry"],
  cover_i: 12345,
  editions: {
    numFound: 4,
    start: 0,
    docs: [{
      key: "/books/OL1M",
      title: "Sphereland",
      subtitle: "A Fantasy About Curved Spaces",
      isbn: ["0062732765"],
      language: ["eng"],
      publisher: ["HarperCollins"],
      publish_date: ["August 1994"],
      cover_i: 678,
    }],
  },
};

export class BookServer {
  readonly behaviour: Record<Name, Behaviour> = { google: "answer", openlibrary: "answer" };
  /** The results, in the sources' own formats. */
  items: unknown[] = [flatland];
  docs: unknown[] = [sphereland];
  /** What Open Library has at other addresses, such as `/isbn/9780000000002.json`. */
  records: Record<string, unknown> = {};
  /** The body of error responses, in Google's format. */
  error: Record<string, unknown> = { status: "UNKNOWN", message: "Something went wrong." };
  /** The requests, oldest first. */
  readonly asked: { source: Name; url: URL; headers: Headers }[] = [];
  #server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => this.#answer(request));

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** How many requests a source has received. */
  count(source: Name): number {
    return this.asked.filter((one) => one.source === source).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }

  #answer(request: Request): Response | Promise<Response> {
    const url = new URL(request.url);
    const isRecord = /^\/(isbn|works)\//.test(url.pathname);
    const source = url.pathname === "/books/v1/volumes"
      ? "google"
      : (isRecord || url.pathname === "/search.json") && "openlibrary";
    if (!source) return new NativeResponse("not here", { status: 404 });
    this.asked.push({ source, url, headers: request.headers });
    const behaviour = this.behaviour[source];
    if (typeof behaviour === "number") return NativeResponse.json({ error: this.error }, { status: behaviour });
    if (isRecord && behaviour === "answer" && !this.records[url.pathname]) {
      return new NativeResponse("{}", { status: 404 });
    }
    if (isRecord) return respond(behaviour, this.records[url.pathname], request.signal);
    return respond(behaviour, source === "google" ? this.#volumes() : this.#works(), request.signal);
  }

  #volumes = () => ({ kind: "books#volumes", totalItems: this.items.length, items: this.items });
  #works = () => ({ numFound: this.docs.length, start: 0, numFoundExact: true, docs: this.docs });
}

function respond(
  behaviour: Exclude<Behaviour, number>,
  answer: unknown,
  gone: AbortSignal,
): Response | Promise<Response> {
  const json = JSON.stringify(answer);
  switch (behaviour) {
    case "answer":
      return new NativeResponse(json, { headers: { "Content-Type": "application/json; charset=UTF-8" } });
    case "hang":
      return new Promise((resolve) => gone.addEventListener("abort", () => resolve(new NativeResponse())));
    case "trickle":
      return new NativeResponse(stream([json.slice(0, 10)], gone));
    case "break off":
      return new NativeResponse(stream([json.slice(0, 10)]));
    case "not json":
      return new NativeResponse("<!doctype html><title>Service Unavailable</title>");
    case "other json":
      return new NativeResponse('{"items":"none","docs":{"a":1}}');
    case "endless":
      return new NativeResponse(stream(endless()));
  }
}

function* endless() {
  yield '{"items":["';
  while (true) yield "x".repeat(64 * 1024);
}

/** Sends the parts, and then ends; with `gone` it stays open until the client disconnects. */
function stream(parts: Iterable<string>, gone?: AbortSignal): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { value, done } = iterator.next();
      if (!done) return controller.enqueue(new TextEncoder().encode(value));
      if (!gone) return controller.close();
      const { promise, resolve } = Promise.withResolvers<void>();
      gone.addEventListener("abort", () => resolve());
      return promise;
    },
    cancel: () => void iterator.return?.(),
  });
}
