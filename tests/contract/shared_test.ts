import assert from "node:assert/strict";
import {
  displayName,
  hueOf,
  initials,
  isDuplicate,
  passwordStrength,
  registrationProblem,
} from "../../server/contract/shared.ts";

// spec: 5.4, 9.2
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

Deno.test("someone is called by her full name, or else by her username", () => {
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

Deno.test("a hue belongs to an id for ever and lies on the circle", () => {
  assert.equal(hueOf("ada"), hueOf("ada"));
  const hues = Array.from({ length: 500 }, (_, n) => hueOf(`user-${n}`));
  assert.ok(hues.every((hue) => Number.isInteger(hue) && hue >= 0 && hue < 360));
  assert.ok(new Set(hues).size > 200);
});

// spec: 4.16, 9.9
Deno.test("two messages are one with the same id, or with the same text by the same user within a second", () => {
  const message = { id: "1", content: "hello", userId: "ada", timestamp: "2026-01-01T00:00:00.000Z" };
  const other = (changes: object) => isDuplicate(message, { ...message, id: "2", ...changes });
  assert.ok(isDuplicate(message, { ...message, content: "changed" }));
  assert.ok(other({ timestamp: "2026-01-01T00:00:01.000Z" }));
  assert.ok(other({ timestamp: "2025-12-31T23:59:59.000Z" }));
  assert.ok(!other({ timestamp: "2026-01-01T00:00:01.001Z" }));
  assert.ok(!other({ content: "Hello" }));
  assert.ok(!other({ userId: "grace" }));
});

// spec: 5.1
Deno.test("a registration is told what is wrong with it in the order of the form", () => {
  const good = { fullname: "Ada", email: "ada@example.org", password: "secret", confirmPassword: "secret" };
  assert.equal(registrationProblem(good), undefined);
  for (const field of Object.keys(good)) {
    assert.equal(registrationProblem({ ...good, [field]: " " }), "Please fill in all fields.");
  }
  assert.equal(registrationProblem({ ...good, confirmPassword: "Secret" }), "Passwords do not match.");
  const short = { ...good, password: "12345", confirmPassword: "12345" };
  assert.equal(registrationProblem(short), "Password must be at least 6 characters long.");
});
