/** The JSON that Readwise exports (https://readwise.io/api_deets, "Highlight EXPORT"): books with their highlights. */
import { z } from "zod";
import { type Highlight, inOneLine, isObject } from "./highlight.ts";
import { readwisePlace } from "./readwise.ts";

const text = z.string().catch("");
const Entry = z.object({ text, note: text, location: z.unknown(), location_type: text });
const Book = z.object({ title: text, author: text, highlights: z.array(z.unknown()) });
const File = z.object({ results: z.array(z.unknown()) });

export const isReadwiseExport = (json: unknown): boolean => File.safeParse(json).success;

export function* readReadwiseExport(json: unknown): Generator<Highlight | undefined> {
  for (const one of File.parse(json).results) {
    const book = isObject(one) ? Book.safeParse(one) : undefined;
    if (!book?.success) yield undefined;
    else for (const highlight of book.data.highlights) yield entryOf(book.data, highlight);
  }
}

function entryOf({ title, author }: z.infer<typeof Book>, highlight: unknown): Highlight | undefined {
  const entry = isObject(highlight) ? Entry.safeParse(highlight) : undefined;
  if (!entry?.success || !title.trim()) return undefined;
  const { text, note, location, location_type: kind } = entry.data;
  if (!text.trim() && !note.trim()) return undefined;
  return {
    title: inOneLine(title),
    author: inOneLine(author),
    text: text.trim(),
    remark: note.trim(),
    ...readwisePlace(kind, location),
    share: null,
  };
}
