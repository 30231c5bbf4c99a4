import assert from "node:assert/strict";
import { operations } from "../../routes/api/mod.ts";
import { failuresOf } from "../../server/http/openapi.ts";
import { operation } from "../../server/operation.ts";

Deno.test("a limit by account cannot be declared for what is open to anyone", () => {
  const declare = (access: "anyone" | "signedIn") =>
    operation({ call: "POST /things", summary: "Makes a thing", access, limit: "talk", run: () => {} });
  assert.doesNotThrow(() => declare("signedIn"));
  assert.throws(() => declare("anyone"), /POST \/things/);
});

Deno.test("invalid input is named as a failure only of calls that take some and can refuse it", () => {
  const { finishIdentityProviderLogin, logIn, readMe } = operations;
  const refuses = [finishIdentityProviderLogin, logIn, readMe].map((one) =>
    failuresOf(one)[400]?.includes("invalid_input") ?? false
  );
  assert.deepEqual(refuses, [false, true, false]);
});
