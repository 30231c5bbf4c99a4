import assert from "node:assert/strict";
import { weaknessOf } from "../../server/auth/passwords.ts";

const ada = { email: "ada.king+books@lovelace.example", fullName: "Ada Lovelace-Byron", username: "countess" };

Deno.test("the most common passwords are known in any case, and others are not", async () => {
  for (const password of ["123456", "password", "Password1", "QWERTY", "iloveyou"]) {
    assert.equal(await weaknessOf(password, {}), "common", password);
  }
  for (const password of ["Correct-horse-1", "Loomcard1", "12345!", "an engine of one's own"]) {
    assert.equal(await weaknessOf(password, ada), undefined, password);
  }
});

Deno.test("the own name and address are, in parts too, however they are written and whatever digits are around them", async () => {
  const own =
    "ada.king+books@lovelace.example|ada.king.books|Lovelace|LOVELACE1815|1815-ada-1852|Àda Lovelace Byron!|" +
    "byronlovelaceada|countess7";
  for (const password of own.split("|")) assert.equal(await weaknessOf(password, ada), "own", password);
  for (const password of ["lovelace-and-babbage", "1815-1852", "1234567!"]) {
    assert.equal(await weaknessOf(password, ada), undefined, password);
  }
});
