import assert from "node:assert/strict";
import { calls } from "./asked.ts";
import { fuzz, keys } from "./fuzz.ts";

Deno.test("no input to an API call causes a server error or reveals internals", async () => {
  assert.ok(keys.length > 30, `${keys}`);
  await fuzz(calls, 40);
});
