import assert from "node:assert/strict";
import { startApp, type TestApp } from "../support/app.ts";
import { person, store } from "../support/people.ts";

/** With Ada's account, and one of Grace, whose address is not verified. Mallory has none. */
async function peopled(): Promise<TestApp> {
  const app = await startApp();
  const passwordHash = await app.deps.passwords.hash("Correct-horse-1");
  await store(app.deps.db, person("Ada", { passwordHash }), person("Grace", { passwordHash, verifiedAt: null }));
  return app;
}

const addresses = ["ada", "grace", "mallory"].map((name) => `${name}@example.org`);

for (const path of ["/auth/forgot-password", "/auth/resend-verification"]) {
  // spec: trust.18
  Deno.test(`${path} does the same work and answers the same for known and unknown addresses: one commit, and mail only where it is due`, async () => {
    await using app = await peopled();
    const answers: unknown[] = [];
    for (const email of addresses) {
      const before = app.deps.db.commits();
      const { status, body, headers } = await app.call("POST", path, null, { email });
      answers.push({ status, body, headers: [...headers.keys()], commits: app.deps.db.commits() - before });
    }
    assert.deepEqual(answers[1], answers[0]);
    assert.deepEqual(answers[2], answers[0]);
    assert.equal((answers[0] as { commits: number }).commits, 1);
    const mailed = await Promise.all(addresses.map(async (email) => (await app.links(email)).length));
    assert.deepEqual(mailed, path.endsWith("password") ? [1, 1, 0] : [0, 1, 0]);
  });
}
