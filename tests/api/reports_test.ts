import assert from "node:assert/strict";
import { reports } from "../../db/schema.ts";
import { reportTexts } from "../../server/contract/people/texts.ts";
import { startApp } from "../support/app.ts";

Deno.test("Grace reports Ada's profile, and again, which stores nothing more", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  for (let n = 0; n < 2; n++) {
    const { status, body } = await app.call("POST", "/reports", grace, {
      kind: "profile",
      id: ada.id,
      reason: " Rude ",
    });
    assert.deepEqual([status, body], [201, { message: reportTexts.sent }]);
  }
  const rows = await app.deps.db.q.select().from(reports);
  assert.deepEqual(rows.map(({ reason, snapshot }) => [reason, snapshot.title]), [["Rude", "Ada"]]);
});

Deno.test("a report has a known kind and a reason of at most 1000 characters, and there is an end to them", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "on" } });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const report = async (body: Record<string, unknown>) =>
    (await app.call("POST", "/reports", grace, { kind: "profile", id: ada.id, reason: "Rude", ...body })).status;
  assert.equal(await report({ reason: "x".repeat(1001) }), 400);
  assert.equal(await report({ reason: " \n\u200b " }), 400);
  assert.equal(await report({ kind: "book" }), 400);
  assert.equal(await report({ id: undefined }), 400);
  for (let n = 0; n < 20; n++) assert.equal(await report({}), 201);
  assert.equal(await report({}), 429);
});
