import assert from "node:assert/strict";
import { listDayNumbers, recordLevels } from "../../../db/operator/site.ts";
import { test } from "../../support/db.ts";

test("how many people and bytes there are is recorded once a day, the latest count of the day", async ({ db }) => {
  const now = Date.UTC(2026, 10, 2, 12);
  await recordLevels(db, now);
  await recordLevels(db, now + 3600_000);
  const [before, today] = await listDayNumbers(db, 2, now);
  assert.deepEqual([before.registered, before.storage], [null, null]);
  assert.deepEqual([today.registered, today.storage! > 4096], [3, true]);
});
