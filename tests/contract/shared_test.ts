import assert from "node:assert/strict";
import { displayName, hueOf, initials } from "../../server/contract/people/names.ts";
import { passwordStrength, registrationProblem } from "../../server/contract/account/rules.ts";

Deno.test("a password is Weak under 6 characters, Strong from 8 with an uppercase letter and a digit, else Medium", () => {
  const labels = {
    "": "Weak",
    "Abc12": "Weak",
    "abcdef": "Medium",
    "Abcde12": "Medium",
    "abcdefgh1": "Medium",
    "Abcdefgh": "Medium",
    "ABCDEFG1": "Strong",
    "Abcdefg1": "Strong",
    "Éclair-à-7": "Strong",
  };
  for (const [password, label] of Object.entries(labels)) assert.equal(passwordStrength(password), label, password);
});

Deno.test("the display name is the full name, or else the username", () => {
  assert.equal(displayName({ fullName: "Ada Lovelace", username: "ada" }), "Ada Lovelace");
  assert.equal(displayName({ fullName: null, username: "ada" }), "ada");
  assert.equal(displayName({ fullName: "", username: "ada" }), "ada");
});

Deno.test("initials are those of the first and the last word, in any script", () => {
  const expected = {
    "Ada Lovelace": "AL",
    "ada king lovelace": "AL",
    "Ada": "A",
    "élodie": "É",
    "李 小龍": "李小",
    "  (Grace)  Hopper ": "GH",
    "𝒜da": "𝒜",
    "!?": "?",
    "": "?",
  };
  for (const [name, letters] of Object.entries(expected)) assert.equal(initials(name), letters, name);
});

Deno.test("an id always has the same hue, from 0 to 359", () => {
  assert.equal(hueOf("ada"), hueOf("ada"));
  const hues = Array.from({ length: 500 }, (_, n) => hueOf(`user-${n}`));
  assert.ok(hues.every((hue) => Number.isInteger(hue) && hue >= 0 && hue < 360));
  assert.ok(new Set(hues).size > 200);
});

Deno.test("a registration's first problem is found in the order of the form", () => {
  const good = { fullname: "Ada", email: "ada@example.org", password: "secret", confirmPassword: "secret" };
  assert.equal(registrationProblem(good), undefined);
  for (const field of Object.keys(good)) {
    assert.equal(registrationProblem({ ...good, [field]: " " }), "Please fill in all fields.");
  }
  assert.equal(registrationProblem({ ...good, confirmPassword: "Secret" }), "Passwords do not match.");
  const short = { ...good, password: "12345", confirmPassword: "12345" };
  assert.equal(registrationProblem(short), "Password must be at least 6 characters long.");
});
