import assert from "node:assert/strict";
import { groupsTexts } from "../../server/contract/groups/texts.ts";
import { readingLogTexts } from "../../server/contract/reading/log_texts.ts";
import { counted } from "../../server/contract/site/plural.ts";

Deno.test("one thing is written in the singular", () => {
  assert.deepEqual([0, 1, 2].map((count) => counted(count, "day")), ["0 days", "1 day", "2 days"]);
  assert.deepEqual([1, 2].map((count) => counted(count, "try", "tries")), ["1 try", "2 tries"]);
  assert.equal(groupsTexts.memberCount(1), "1 member");
  assert.equal(readingLogTexts.pageCount(1), "1 page");
});
