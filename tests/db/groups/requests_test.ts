import assert from "node:assert/strict";
import { listListedGroups } from "../../../db/groups/requests.ts";
import { plansOf, test } from "../../support/db.ts";

test("for a list of groups, people who have blocked its reader are looked up once, and only what is shown is counted", async ({ db }) => {
  const [steps] = await plansOf(db, () => listListedGroups(db, "mallory", {}, 10));
  assert.ok(steps.some((step) => step.includes("blocks_blocked (blocked_id=?)")));
  const counted = steps.findIndex((step) => step.startsWith("SEARCH members USING COVERING INDEX"));
  assert.ok(counted > steps.findIndex((step) => step.startsWith("SCAN group_settings")));
});
