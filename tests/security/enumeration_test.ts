import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { person, store } from "../support/people.ts";

/** Ada has an account, Grace one whose address is not verified, Mallory none. */
const addresses = ["ada", "grace", "mallory"].map((name) => `${name}@example.org`);

for (const path of ["/auth/forgot-password", "/auth/resend-verification"]) {
  // spec: trust.18
  Deno.test(`${path} answers the same whether the address is verified, unverified or unknown`, async () => {
    await using app = await startApp();
    await store(app.deps.db, person("Ada"), person("Grace", { verifiedAt: null }));
    const answers = await Promise.all(addresses.map(async (email) => {
      const { status, body, headers } = await app.call("POST", path, null, { email });
      return { status, body, headers: [...headers.keys()] };
    }));
    assert.deepEqual(answers[1], answers[0]);
    assert.deepEqual(answers[2], answers[0]);
    const mailed = await Promise.all(addresses.map(async (email) => (await app.links(email)).length));
    assert.deepEqual(mailed, path.endsWith("password") ? [1, 1, 0] : [0, 1, 0]);
  });
}
