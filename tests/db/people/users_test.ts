import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { type Db, openDb } from "../../../db/engine/client.ts";
import { searchUsers } from "../../../db/people/users.ts";
import type { NewUser } from "../../../db/account/accounts.ts";
import { person, store } from "../../support/people.ts";
import { plansOf, test } from "../../support/db.ts";

const user = (username: string, fullName: string, more: Partial<NewUser> = {}) =>
  person(username, { fullName, ...more });

const names = async (db: Db, query: string, viewer = "nobody") =>
  (await searchUsers(db, viewer, query)).map((card) => card.username);

test.empty("the equal username comes first, then usernames that begin with the query, then full names, then words, then parts of words", async ({ db }) => {
  await store(
    db,
    user("canada", "Middle Of"),
    user("byron", "Augusta Ada Byron"),
    user("countess", "Ada King"),
    user("ada.z", "Zed"),
    user("ada", "Somebody"),
    user("ada.b", "Bee"),
  );
  assert.deepEqual(await names(db, "ada"), ["ada", "ada.b", "ada.z", "countess", "byron", "canada"]);
});

test.empty("a search ignores case and accents, in the names and in the query", async ({ db }) => {
  await store(db, user("elodie", "Élodie Müller"), user("jose", "Jose Ångström"));
  for (const query of ["elodie", "ÉLODIE", "e\u0301lodie", "muller", "Mül", "MULLER", "ülle"]) {
    assert.deepEqual(await names(db, query), ["elodie"], query);
  }
  for (const query of ["josé", "JOSÉ", "angstrom", "jose å", "ngström"]) {
    assert.deepEqual(await names(db, query), ["jose"], query);
  }
  await store(db, user("lukasik", "Tomasz Łukasik"));
  for (const query of ["luka", "ŁUKA", "łukasik", "tomasz łuk"]) {
    assert.deepEqual(await names(db, query), ["lukasik"], query);
  }
});

test.empty("words of a query match beginnings of words of a name, in any order; operators of the index are words, and % and _ no wildcards", async ({ db }) => {
  await store(
    db,
    user("a_b", "One"),
    user("axb", "Two"),
    user("c", "Fifty 50% Off"),
    user("d", "500 Days"),
  );
  assert.deepEqual(await names(db, "a_b"), ["a_b"]);
  assert.deepEqual(await names(db, "50%"), ["c"]);
  assert.deepEqual(await names(db, "%"), []);
  assert.deepEqual(await names(db, "_"), []);
  assert.deepEqual(await names(db, "a%b"), []);
  await store(db, user("ada", "Ada King Lovelace"), user("other", "Ada Hopper"));
  assert.deepEqual(await names(db, "love ada"), ["ada"]);
  assert.deepEqual(await names(db, "ada  lov"), ["ada"]);
  await store(db, user("a", "Near And Not Or"), user("full_name", "Username"));
  assert.deepEqual(await names(db, "not or"), ["a"]);
  assert.deepEqual(await names(db, "NEAR AND"), ["a"]);
  assert.deepEqual(await names(db, "full_name"), ["full_name"]);
});

test.empty("blank and hostile queries find nobody without an error", async ({ db }) => {
  await store(db, user("ada", "Ada Lovelace"));
  const hostile = "' | \" | \"zed | a'b-- | ';drop table users;-- | * | ada*nope | ^ | NEAR( | () | NOT zed | : | -"
    .split(" | ");
  const strange = ["\0", 'a\0b*"', "\ud800", "\u0301", "🙂", "\u{10ffff}", "x".repeat(100_000), '"'.repeat(80)];
  for (const query of ["", "   ", "\n\t", ...hostile, ...strange]) {
    assert.deepEqual(await names(db, query), [], JSON.stringify(query).slice(0, 40));
  }
  assert.deepEqual(await names(db, "ada"), ["ada"]);
});

test.empty("a search finds at most twenty people, and never the searcher", async ({ db }) => {
  await store(db, ...Array.from({ length: 30 }, (_, n) => user(`ada${n}`, "Ada")));
  const found = await names(db, "ada", "ada0");
  assert.equal(found.length, 20);
  assert.equal(new Set(found).size, 20);
  assert.ok(!found.includes("ada0"));
  assert.deepEqual(await names(db, "ada0", "ada0"), []);
});

test.empty("an unverified account is found only where no verification is required", async ({ db }) => {
  await store(db, user("ada", "Ada", { verifiedAt: null }));
  assert.deepEqual(await names(db, "ada"), []);
  assert.equal((await searchUsers(db, "nobody", "ada", { unverified: true })).length, 1);
});

test.empty("a changed name is found, the former one is not, and a deleted user is not either", async ({ db }) => {
  await store(db, user("ada", "Byron"), user("grace", "Hopper"));
  await db.write([db.q.run(sql`update users set full_name = 'Lovelace' where id = 'ada'`)]);
  assert.deepEqual(await names(db, "byron"), []);
  for (const query of ["love", "velac"]) assert.deepEqual(await names(db, query), ["ada"]);
  await db.write([db.q.run(sql`delete from users where id = 'ada'`)]);
  for (const query of ["love", "velac", "ada"]) assert.deepEqual(await names(db, query), []);
});

test.empty("people are found by their names in a vacuumed copy", async (fresh) => {
  await store(
    fresh.db,
    user("mallory", "Mallory"),
    user("ada", "Ada Lovelace"),
    user("grace", "Grace Hopper"),
  );
  await fresh.db.write([fresh.db.q.run(sql`delete from users where id = 'mallory'`)]);
  const copy = `${fresh.file}.copy`;
  await fresh.db.q.run(sql`vacuum into ${copy}`);
  const db = await openDb({ url: `file:${copy}` });
  assert.deepEqual(await names(db, "hopper"), ["grace"]);
  assert.deepEqual(await names(db, "ovel"), ["ada"]);
  await db.close();
});

test.empty("a search reads indexes in order: no table is scanned and nothing is sorted", async ({ db }) => {
  const plans = await plansOf(db, async () => assert.deepEqual(await names(db, "ada lov"), []));
  assert.equal(plans.length, 4);
  assert.ok(plans.every((details) => details.length > 0));
  for (const detail of plans.flat()) {
    const fit = /^SEARCH |^(CORRELATED )?SCALAR SUBQUERY|^SCAN user_(words|parts) VIRTUAL TABLE INDEX \d+:M\d+$/;
    assert.match(detail, fit);
  }
});
