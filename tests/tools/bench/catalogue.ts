/**
 * How long a search takes in the catalogue: the starter shelf and 9 500 books more, made up or from a file.
 *
 *     deno run -A tests/tools/bench/catalogue.ts [FILE]
 */
import { searchCatalogue } from "../../../db/books/catalogue.ts";
import { importFile } from "../../../server/library/import/run.ts";
import { loadStarterShelf } from "../../../server/library/starter_shelf.ts";
import { freshDb } from "../../support/db.ts";

const rounds = 200;
const size = 9_500;

/** Each with the reason why it might be slow. */
const queries = {
  "the": "half of all titles have it",
  "a": "most have a word that begins so",
  "history of": "two common words",
  "introduction to linear algebra": "four words, at the start of titles",
  "rowling": "an author",
  "Łukasiewicz": "letters to fold, and nobody has it",
  "9780070542358": "an ISBN",
  "zzz": "nobody has it, by every step",
};

await using fresh = await freshDb();
await loadStarterShelf(fresh.db, Date.now);
const file = Deno.args[0] ?? await madeUp();
const { counts } = await importFile(file, { db: fresh.db, clock: Date.now, report: `${fresh.file}.refused` });
console.log(`${counts.added} books imported`);
const all: number[] = [];
for (const query of Object.keys(queries)) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(query));
  all.push(...times);
  console.log(`${query.padEnd(32)} ${milliseconds(times)}`);
}
console.log(`${"all".padEnd(32)} ${milliseconds(all)}`);

async function timed(query: string): Promise<number> {
  const start = performance.now();
  await searchCatalogue(fresh.db, query);
  return performance.now() - start;
}

/** The median, and the slowest of a hundred. */
function milliseconds(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(2).padStart(6);
  return `median ${at(0.5)} ms   99 % ${at(0.99)} ms`;
}

/** A list in which words are as common as in titles: the first ones in every second, the last ones hardly ever. */
async function madeUp(): Promise<string> {
  const words =
    ("the of a and to in introduction history theory modern art world life science linear algebra physics " +
      "chemistry organic cell novel poems letters war peace mind language logic law state economics garden river night")
      .split(" ");
  const names = "Rowling Austen Knuth Euler Curie Woolf Borges Achebe Murakami Allende".split(" ");
  let seed = 1;
  const random = () => (seed = seed * 48271 % 2147483647) / 2147483647;
  const word = () => words[Math.floor(words.length * random() ** 2)];
  const rows = Array.from({ length: size }, (_, row) => {
    const title = Array.from({ length: 3 + row % 5 }, word).join(" ");
    return `${title} ${row},${names[row % names.length]},Publisher ${row % 90},${1900 + row % 120}`;
  });
  const file = `${fresh.file}.csv`;
  await Deno.writeTextFile(file, ["title,author,publisher,year", ...rows].join("\n"));
  return file;
}
