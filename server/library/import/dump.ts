/** Open Library dumps (openlibrary.org/developers/dumps): type, key, revision, time and JSON, separated by tabs. */
import { z } from "zod";
import { lenient, type RawBook, text, texts } from "../normalize.ts";
import { type Item, type Line, type Outcome, outcomeOf } from "./lines.ts";

const described = lenient(z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]));
const key = z.object({ key: z.string() });
const nullable = <T extends z.ZodType>(schema: T) => schema.nullable().catch(null);

const Thing = z.object({
  title: text,
  subtitle: text,
  name: text,
  description: described,
  // An edition lists its authors, a work lists roles with an author each.
  authors: lenient(z.array(nullable(z.union([key, z.object({ author: key }).transform(({ author }) => author)])))),
  by_statement: text,
  publishers: texts,
  publish_date: text,
  first_publish_date: text,
  number_of_pages: lenient(z.union([z.number(), z.string()])),
  isbn_13: texts,
  isbn_10: texts,
  languages: lenient(z.array(nullable(key))),
  subjects: texts,
  identifiers: lenient(z.object({ google: texts })),
});
type Thing = z.infer<typeof Thing>;

export const isDumpLine = (line: string): boolean => /^\/type\/\w+\t\/\S*\t\d+\t[^\t]*\t\{/.test(line);

export async function* readDump(lines: AsyncIterable<Line>): AsyncGenerator<Item> {
  for await (const { number, text: line } of lines) {
    yield { line: number, end: number, ...line === undefined ? { refused: "it is too long" } : lineOutcome(line) };
  }
}

function lineOutcome(line: string): Outcome {
  const [type, key, , , json, ...rest] = line.split("\t");
  if (json === undefined || rest.length > 0) return { refused: "it does not have 5 columns" };
  const kind = /^\/type\/(edition|work|author)$/.exec(type)?.[1];
  if (!kind) return {};
  const thing = thingOf(json);
  if (!thing) return { refused: "it is not JSON" };
  if (kind !== "author") return bookOutcome(key, thing);
  return thing.name?.trim() ? { author: { key, name: thing.name.trim() } } : { refused: "the author has no name" };
}

function thingOf(json: string): Thing | undefined {
  try {
    return Thing.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

const bookOutcome = (key: string, thing: Thing): Outcome => ({
  ...outcomeOf(rawBookOf(thing), key),
  authorKeys: thing.authors?.flatMap((author) => author ? [author.key] : []),
});

const rawBookOf = (thing: Thing): RawBook => ({
  title: thing.title,
  subtitle: thing.subtitle,
  description: thing.description,
  authors: [thing.by_statement?.replace(/^by\s+|[.\s]+$/gi, "")],
  publisher: thing.publishers?.[0],
  publishedDate: thing.publish_date ?? thing.first_publish_date,
  pageCount: thing.number_of_pages,
  isbns: [...thing.isbn_13 ?? [], ...thing.isbn_10 ?? []],
  language: thing.languages?.[0]?.key.replace(/^\/languages\//, ""),
  categories: thing.subjects,
  googleBooksId: thing.identifiers?.google?.[0],
});
