import assert from "node:assert/strict";
import { findMailTest, saveSettings, storeMailTest } from "../../../db/operator/site_settings.ts";
import { test } from "../../support/db.ts";

const [earlier, later] = [{ mailUrl: "smtp://a:1@mail.example" }, { mailUrl: "smtp://a:2@mail.example" }];
const audit = [{ id: "1", at: 1, operator: "olga", act: "change setting", subject: "MAIL_URL" } as const];

test.empty("the outcome of a mail test goes with the mail server or its password, but not where another change came first", async ({ db }) => {
  await saveSettings(db, { settings: earlier, former: undefined, audit: [] });
  const outcome = { at: 1, sent: true, text: "", mailUrl: "smtp://a@mail.example" };
  await storeMailTest(db, outcome);
  assert.equal(await saveSettings(db, { settings: later, former: undefined, audit }), false);
  assert.deepEqual(await findMailTest(db), outcome);
  assert.equal(await saveSettings(db, { settings: later, former: earlier, audit }), true);
  assert.equal(await findMailTest(db), undefined);
});
