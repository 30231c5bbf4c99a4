import type { Book } from "../../server/contract/books/shapes.ts";
import { hyphenated } from "../../server/contract/books/isbn.ts";

type Facts = Pick<Book, "publisher" | "publishedDate" | "isbn">;

export function factsOf({ publisher, publishedDate, isbn }: Facts): (readonly [name: string, value: string])[] {
  const facts = [
    ["Publisher", publisher],
    ["Published", publishedDate && writtenDate(publishedDate)],
    ["ISBN", isbn && hyphenated(isbn)],
  ] as const;
  return facts.filter((fact): fact is readonly [typeof fact[0], string] => !!fact[1]);
}

/** `2011-10-25` as "25 October 2011", and `2011-10` as "October 2011"; anything else as it is. */
export function writtenDate(date: string): string {
  const [, month, day] = /^\d{4}-(\d\d)(?:-(\d\d))?$/.exec(date) ?? [];
  const time = new Date(date);
  // A day that its month does not have becomes one of the next month.
  if (!month || isNaN(time.getTime()) || time.toISOString().slice(5, 7) !== month) return date;
  return time.toLocaleDateString("en-GB", {
    day: day && "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  } as Intl.DateTimeFormatOptions);
}
