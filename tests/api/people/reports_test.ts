import assert from "node:assert/strict";
import { reports } from "../../../db/schema.ts";
import { reportTexts } from "../../../server/contract/people/texts.ts";
import { startCast } from "../../support/cast.ts";

Deno.test("Grace reports Ada's profile for a reason, again without storing more, and twenty times an hour at most", async () => {
  await using app = await startCast({ env: { RATE_LIMITS: "on" } });
  const { ada, grace } = app;
  const report = (body: Record<string, unknown> = {}) =>
    app.call("POST", "/reports", grace, { kind: "profile", id: ada.id, reason: " Rude ", ...body });
  for (const wrong of [{ reason: "x".repeat(1001) }, { reason: " \n\u200b " }, { kind: "book" }, { id: undefined }]) {
    assert.equal((await report(wrong)).status, 400);
  }
  for (let n = 0; n < 20; n++) {
    const { status, body } = await report();
    assert.deepEqual([status, body], [201, { message: reportTexts.sent }]);
  }
  assert.equal((await report()).status, 429);
  const rows = await app.deps.db.q.select().from(reports);
  assert.deepEqual(rows.map(({ reason, snapshot }) => [reason, snapshot.title]), [["Rude", "Ada"]]);
});
