/** The JSON file that KOReader exports, of one book or of several in `documents`. */
import { z } from "zod";
import { type Highlight, inOneLine, isObject, placeIn } from "./highlight.ts";

const text = z.string().catch("");
const place = z.union([z.number(), z.string()]).transform(placeIn).catch(null);
const Entry = z.object({ text, note: text, page: place });
const Document = z.object({ title: text, author: text, number_of_pages: place, entries: z.array(z.unknown()) });
const File = z.object({ documents: z.array(z.unknown()) });

export const isKoreader = (json: unknown): boolean => File.safeParse(json).success || Document.safeParse(json).success;

export function* readKoreader(json: unknown): Generator<Highlight | undefined> {
  const file = File.safeParse(json);
  for (const one of file.success ? file.data.documents : [json]) {
    const document = isObject(one) ? Document.safeParse(one) : undefined;
    if (document?.success) yield* highlightsIn(document.data);
    else yield undefined;
  }
}

function* highlightsIn({ title, author, number_of_pages: pages, entries }: z.infer<typeof Document>) {
  for (const one of entries) {
    const entry = isObject(one) ? Entry.safeParse(one) : undefined;
    if (!entry?.success) {
      yield undefined;
      continue;
    }
    const { text, note, page } = entry.data;
    // Pages of its own layout: how far these are is known where it says how many there are.
    const isShare = page !== null && pages !== null && pages > 0 && page <= pages;
    yield text.trim() || note.trim()
      ? {
        title: inOneLine(title),
        author: inOneLine(author),
        text: text.trim(),
        remark: note.trim(),
        page: isShare ? null : page,
        location: null,
        share: isShare ? page / pages : null,
      }
      : undefined;
  }
}
