/** The pages of a text's parts, fetched once, and those beside the one that is shown ahead. */
import { fetchPage } from "../runtime/other_page.ts";

const most = 8;

export interface Parts {
  /** @throws TypeError without a connection; undefined where it is for somebody else than this page */
  at(place: number): Promise<Document | undefined>;
  /** For what may be turned to next. What does not arrive is fetched again when it is asked for. */
  fetchAhead(...places: (number | undefined)[]): void;
}

export function partsOf(path: string): Parts {
  const pages = new Map<number, Promise<Document | undefined>>();
  const at = (place: number) => {
    const known = pages.get(place);
    if (known) return known;
    const page = fetchPage(`${path}?at=${place}`);
    pages.set(place, page);
    for (const [old] of pages) if (pages.size > most) pages.delete(old);
    page.catch(() => pages.delete(place));
    return page;
  };
  return {
    at,
    fetchAhead: (...places) => {
      for (const place of places) if (place !== undefined) at(place).catch(() => {});
    },
  };
}
