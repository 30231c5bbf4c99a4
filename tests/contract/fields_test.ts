import assert from "node:assert/strict";
import { email, id, optionalText, password, requiredText } from "../../server/contract/site/fields.ts";
import { made, nothings } from "./made.ts";

Deno.test("text is trimmed, in NFC, well formed, and without control characters but tabs and line feeds", () => {
  const text = requiredText(100);
  assert.equal(made(text, "  Ada \n"), "Ada");
  assert.equal(made(text, "e\u0301"), "é");
  assert.equal(made(text, "a\0b\x07c\x1b[31md\x7fe\u0085f"), "abc[31mdef");
  assert.equal(made(text, "one\r\n\ttwo"), "one\n\ttwo");
  assert.equal(made(text, "a\ud800b"), "a\ufffdb");
  assert.equal(made(text, "שלום\u202e👩‍🚀 𝒜"), "שלום\u202e👩‍🚀 𝒜");
});

Deno.test("required text has at least one and at most so many characters after trimming; optional text that is blank is null", () => {
  const text = requiredText(5);
  assert.equal(made(text, ` ${"x".repeat(5)} `), "xxxxx");
  assert.equal(made(text, "x".repeat(6)), "Please use at most 5 characters.");
  for (const blank of ["", "  ", "\n\t", "\0", "\u00a0\u2003\ufeff"]) {
    assert.equal(made(text, blank), "This field is required.", JSON.stringify(blank));
  }
  for (const nothing of nothings) assert.equal(made(text, nothing), "This field is required.");
  assert.equal(made(requiredText(2000), "x".repeat(2001)), "Please use at most 2,000 characters.");
  assert.equal(made(optionalText(5), "  "), null);
  assert.equal(made(optionalText(5), " a "), "a");
});

Deno.test("an email address is trimmed and lower-cased, and an invalid one is refused with the spec's text", () => {
  assert.equal(made(email, "  Ada.Lovelace+Books@Example.ORG "), "ada.lovelace+books@example.org");
  const wrong = ["", "ada", "ada@", "@example.org", "ada@example", "\u212aate@example.org", "a da@example.org"];
  const odd = ["ada@exa mple.org", "a@b..org", "<ada@example.org>", "ada@example.org\0", "ada@-example.org\u0000"];
  const hostile = ["ada@example.org\r\nBcc: all@example.org", "ada@example.org,eve@example.org"];
  hostile.push(`${"a".repeat(250)}@b.org`);
  for (const address of [...wrong, ...odd, ...hostile, ...nothings]) {
    assert.equal(made(email, address), "Please enter a valid email address.", JSON.stringify(address));
  }
});

Deno.test("a password has 6 to 200 characters and is not changed", () => {
  assert.equal(made(password, "  a\0é  "), "  a\0é  ");
  assert.equal(made(password, "12345"), "Password must be at least 6 characters long.");
  assert.equal(made(password, "x".repeat(200)), "x".repeat(200));
  assert.equal(made(password, "x".repeat(201)), "Please use at most 200 characters.");
});

Deno.test("an id is a short string", () => {
  assert.equal(made(id, "a"), "a");
  for (const wrong of ["", "x".repeat(65), ...nothings]) assert.equal(typeof made(id, wrong), "string");
  assert.equal(made(id, ""), "This field is required.");
});
