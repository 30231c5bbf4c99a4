import assert from "node:assert/strict";
import fc from "fast-check";
import { iso, isoOf } from "../../../db/engine/query.ts";
import { users } from "../../../db/schema.ts";
import { person } from "../../support/people.ts";
import { test } from "../../support/db.ts";

test.empty("the engine writes times as JavaScript does, to the millisecond", async ({ db }) => {
  const times = fc.sample(fc.integer({ min: 0, max: Date.parse("2200-01-01") }), 2000);
  const rows = times.map((createdAt, n) => ({ ...person(`ada${n}`), createdAt }));
  for (let from = 0; from < rows.length; from += 500) {
    await db.write([db.q.insert(users).values(rows.slice(from, from + 500))]);
  }
  for (const { at, text } of await db.q.select({ at: users.createdAt, text: isoOf(users.createdAt) }).from(users)) {
    assert.equal(text, iso(at));
  }
});
