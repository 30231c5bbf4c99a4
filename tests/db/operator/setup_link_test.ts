import assert from "node:assert/strict";
import { isSetupLink } from "../../../db/operator/site_settings.ts";
import type { Db } from "../../../db/engine/client.ts";
import { insertGuest } from "../../../db/site/guests.ts";
import { hashToken } from "../../../server/auth/secrets.ts";
import { openLog } from "../../../server/log.ts";
import { openSetup } from "../../../server/operations/setup.ts";
import { test } from "../../support/db.ts";
import { lineOutput } from "../../support/log.ts";
import { person, store } from "../../support/people.ts";

function start(db: Db, instance: string) {
  const lines: string[] = [];
  const log = openLog("info", lineOutput((line) => lines.push(line)));
  return { ...openSetup({ db, log, instance, settings: { isShared: true }, timeout: 0 }), lines };
}

const works = async (db: Db, token?: string) => token !== undefined && await isSetupLink(db, hashToken(token));

test.empty("of several instances one makes the setup link, the others say where, and once it has ended another makes one", async ({ db }) => {
  const first = start(db, "one:8000");
  const token = await first.token;
  const second = start(db, "two:8000");
  assert.equal(await second.token, undefined);
  assert.match(second.lines.join(), /the link is in the log of the instance one:8000/);
  assert.ok(await works(db, token));
  await first.close();
  const third = start(db, "three:8000");
  assert.deepEqual([await works(db, await third.token), await works(db, token)], [true, false]);
  await third.close();
});

test.empty("no setup link is made where there are people, and one that is left does not work", async ({ db }) => {
  const first = start(db, "one:8000");
  const token = await first.token;
  await first.close();
  await store(db, person("Ada"));
  assert.equal(await works(db, token), false);
  const second = start(db, "one:8000");
  assert.deepEqual([await second.token, second.lines], [undefined, []]);
});

test.empty("guests of the demo neither end the setup link nor keep another from being made", async ({ db }) => {
  const first = start(db, "one:8000");
  const token = await first.token;
  await first.close();
  const guest = { id: "one", username: "guest-one", fullName: "Guest 1", now: 1, until: 2 };
  assert.ok(await insertGuest(db, guest, 1));
  assert.ok(await works(db, token));
  const second = start(db, "one:8000");
  assert.ok(await works(db, await second.token));
  await second.close();
});
