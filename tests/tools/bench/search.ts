/**
 * How long searches take: for people, among 100 and among 100 000, and for books, among the starter shelf and 9 500
 * more.
 *
 *     deno task bench search [USERS…]
 */
import { searchCatalogue } from "../../../db/books/catalogue.ts";
import type { Db } from "../../../db/engine/client.ts";
import { searchUsers } from "../../../db/people/users.ts";
import { importFile } from "../../../server/library/import/run.ts";
import { loadStarterShelf } from "../../../server/library/starter_shelf.ts";
import { usernameFrom } from "../../../server/actions/account/names.ts";
import { type FreshDb, freshDb } from "../../support/db.ts";
import { person, store } from "../../support/people.ts";

const rounds = 50;

/** Each with the reason why it might be slow. */
const peopleQueries = {
  "a": "usernames of a fifth of all begin with it",
  "k": "an eighth have it, none at the start of the username or full name",
  "z": "nobody has it",
  "lovelace": "the last name of one in seventeen",
  "hopper a": "two words, both common",
  "maria garcia": "accents",
  "ovelac": "the middle of a word",
  "xq%_": "nothing, by every step",
};
const bookQueries = {
  "the": "half of all titles have it",
  "a": "most have a word that begins so",
  "history of": "two common words",
  "introduction to linear algebra": "four words, at the start of titles",
  "rowling": "an author",
  "Łukasiewicz": "letters to fold, and nobody has it",
  "9780070542358": "an ISBN",
};

const sizes = Deno.args.length > 0 ? Deno.args.map(Number) : [100, 100_000];
for (const size of sizes) {
  await measure(`${size} people`, peopleQueries, {
    fill: ({ db }) => fillPeople(db, size),
    search: (db, query) => searchUsers(db, "nobody", query),
  });
}
await measure("books", bookQueries, { fill: fillBooks, search: searchCatalogue });

interface Work {
  fill(fresh: FreshDb): Promise<void>;
  search(db: Db, query: string): Promise<unknown>;
}

/** Prints of each query the milliseconds that it takes: the median, and the slowest. */
async function measure(what: string, queries: Record<string, string>, { fill, search }: Work): Promise<void> {
  await using fresh = await freshDb();
  await fill(fresh);
  console.log(`\n${what}`.padEnd(34), "median   slowest, ms");
  for (const [query, reason] of Object.entries(queries)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      await search(fresh.db, query);
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    const figures = [times[rounds >> 1], times[rounds - 1]].map((time) => time.toFixed(2).padStart(9));
    console.log(query.padEnd(32), ...figures, ` ${reason}`);
  }
}

async function fillPeople(db: Db, size: number): Promise<void> {
  const firstNames =
    "Ada Grace Mallory Élodie José Anna Alan Barbara Edsger Donald Maria Mário Li Wei Chidi Fatima Noor"
      .split(" ");
  const lastNames = "Lovelace Hopper Turing Liskov Knuth García Okafor Müller Ångström Chen Nguyen Smith Kowalski Novák"
    .split(" ");
  const user = (n: number) => {
    const fullName = `${firstNames[n % firstNames.length]} ${lastNames[n % lastNames.length]}`;
    return person(`${usernameFrom(fullName)}.${n}`, { id: crypto.randomUUID(), fullName });
  };
  for (let from = 0; from < size; from += 1000) {
    await store(db, ...Array.from({ length: Math.min(1000, size - from) }, (_, i) => user(from + i)));
  }
}

/**
 * Imports a list in which words are as common as in titles: the first ones in every second, the last ones hardly ever.
 */
async function fillBooks({ db, file }: FreshDb): Promise<void> {
  const words =
    ("the of a and to in introduction history theory modern art world life science linear algebra physics " +
      "chemistry organic cell novel poems letters war peace mind language logic law state economics garden river night")
      .split(" ");
  const names = "Rowling Austen Knuth Euler Curie Woolf Borges Achebe Murakami Allende".split(" ");
  let seed = 1;
  const word = () => words[Math.floor(words.length * ((seed = seed * 48271 % 2147483647) / 2147483647) ** 2)];
  const rows = Array.from({ length: 9_500 }, (_, row) => {
    const title = Array.from({ length: 3 + row % 5 }, word).join(" ");
    return `${title} ${row},${names[row % names.length]},Publisher ${row % 90},${1900 + row % 120}`;
  });
  await loadStarterShelf(db, Date.now);
  await Deno.writeTextFile(`${file}.csv`, ["title,author,publisher,year", ...rows].join("\n"));
  await importFile(`${file}.csv`, { db, clock: Date.now, report: `${file}.refused` });
}
