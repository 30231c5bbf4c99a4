/**
 * How long a search for people takes among 100 and among 100 000 users.
 *
 *     deno run -A tests/tools/bench/search.ts [USERS…]
 */
import type { Db } from "../../../db/engine/client.ts";
import { searchUsers } from "../../../db/people/users.ts";
import { usernameFrom } from "../../../server/actions/account/names.ts";
import { freshDb } from "../../support/db.ts";
import { person, store } from "../../support/people.ts";

const rounds = 30;
const firstNames =
  "Ada Grace Mallory Élodie José Anna Alan Barbara Edsger Donald Maria Mário Li Wei Chidi Amara Fatima Omar Noor".split(
    " ",
  );
const lastNames =
  "Lovelace Hopper Turing Liskov Dijkstra Knuth García Okafor Müller Ångström Chen Nguyen Smith Jones Haddad Kowalski Novák"
    .split(" ");

/** Each with the reason why it might be slow. */
const queries = {
  "a": "usernames of a fifth of all begin with it",
  "k": "an eighth have it, none at the start of the username or full name",
  "z": "nobody has it",
  "ad": "two letters",
  "lovelace": "the last name of one in seventeen",
  "hopper a": "two words, both common",
  "maria garcia": "accents",
  "ovelac": "the middle of a word",
  "xq%_": "nothing, by every step",
  "ada.lovelace": "a username",
};

const sizes = Deno.args.length > 0 ? Deno.args.map(Number) : [100, 100_000];
const columns = [];
for (const size of sizes) columns.push(await measure(size));
console.log(["query".padEnd(14), ...sizes.map((size) => `${size} users`.padStart(22))].join(""));
for (const query of Object.keys(queries)) {
  console.log([query.padEnd(14), ...columns.map((column) => column.get(query)!.padStart(22))].join(""));
}

/** Milliseconds of each query: the median, and the slowest. */
async function measure(size: number): Promise<Map<string, string>> {
  await using fresh = await freshDb();
  await populate(fresh.db, size);
  const times = new Map<string, string>();
  for (const query of Object.keys(queries)) times.set(query, await time(() => searchUsers(fresh.db, "nobody", query)));
  return times;
}

async function time(act: () => Promise<unknown>): Promise<string> {
  const taken: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    await act();
    taken.push(performance.now() - start);
  }
  taken.sort((a, b) => a - b);
  return `${taken[rounds >> 1].toFixed(2)} (${taken.at(-1)!.toFixed(2)}) ms`;
}

async function populate(db: Db, size: number): Promise<void> {
  for (let from = 0; from < size; from += 1000) {
    await store(db, ...Array.from({ length: Math.min(1000, size - from) }, (_, i) => user(from + i)));
  }
}

function user(n: number) {
  const fullName = `${firstNames[n % firstNames.length]} ${lastNames[n % lastNames.length]}`;
  return person(`${usernameFrom(fullName)}.${n}`, { id: crypto.randomUUID(), fullName });
}
