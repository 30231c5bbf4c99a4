import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";
import { person, store } from "../support/people.ts";

Deno.test("a request for a mail about an account is answered the same whether its address is verified, unverified or unknown", async () => {
  await using app = await startApp();
  await store(app.deps.db, person("Ada"), person("Grace", { verifiedAt: null }));
  const addresses = ["ada", "grace", "mallory"].map((name) => `${name}@example.org`);
  const mailed = async () => await Promise.all(addresses.map(async (email) => (await app.links(email)).length));
  for (
    const [path, mails] of [["/auth/resend-verification", [0, 1, 0]], ["/auth/forgot-password", [1, 2, 0]]] as const
  ) {
    const answers = await Promise.all(addresses.map(async (email) => {
      const { status, body, headers } = await app.call("POST", path, null, { email });
      return { status, body, headers: [...headers.keys()] };
    }));
    assert.deepEqual(answers, [answers[0], answers[0], answers[0]]);
    assert.deepEqual(await mailed(), mails);
  }
});
