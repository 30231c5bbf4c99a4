import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import type { Db } from "../../../db/engine/client.ts";
import { listReadingList, readingListKey, shortenKeys, storeInReadingList } from "../../../db/reading/reading_list.ts";
import { test } from "../../support/db.ts";
import { listedBook } from "../../support/reading_list.ts";

/** One character that folding makes eighteen of. */
const ligature = "ﷺ";
const book = (title: string) => listedBook(title.slice(0, 9), title);
const long = book(ligature.repeat(300));
const store = (db: Db, entries = [long]) => storeInReadingList(db, "ada", { entries }, 1);

Deno.test("whatever a title folds to, its key has 64 characters at most", () => {
  assert.match(readingListKey(long), /^[0-9a-f]{64}$/);
  assert.notEqual(readingListKey(long), readingListKey(book(ligature.repeat(299))));
  assert.equal(readingListKey(book("Emma")), "emma\n");
  assert.equal(readingListKey({ ...long, isbn: "9780141439587" }), "9780141439587");
});

test("long keys of the version before are shortened, so that an import again adds nothing", async ({ db }) => {
  const former = (id: string, owner: string) =>
    db.write([db.q.run(sql`insert into library (id, user_id, key, title, status, created_at)
      values (${id}, ${owner}, ${"صلى الله عليه وسلم".repeat(300) + "\n"}, ${long.title}, 'read', 1)`)]);
  await former("adas", "ada");
  await former("graces", "grace");
  // While the version before still ran.
  await store(db, [{ ...long, id: "again" }]);
  assert.equal(await shortenKeys(db), true);
  assert.equal(await shortenKeys(db), false);
  assert.deepEqual((await listReadingList(db, "ada", { limit: 9 })).map(({ id }) => id), ["again"]);
  assert.deepEqual((await listReadingList(db, "grace", { limit: 9 })).map(({ id }) => id), ["graces"]);
  assert.equal((await storeInReadingList(db, "grace", { entries: [long] }, 2)).added, 0);
});
