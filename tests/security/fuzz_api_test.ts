import assert from "node:assert/strict";
import { fuzz, keys } from "./fuzz.ts";
import { calls } from "./table.ts";

// spec: trust.16
Deno.test("no input to an API call causes a server error or reveals internals", async () => {
  assert.ok(keys.length > 30, `${keys}`);
  await fuzz(calls.filter(({ route }) => route.includes(" /api/")), 40);
});
