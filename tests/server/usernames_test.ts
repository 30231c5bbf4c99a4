import assert from "node:assert/strict";
import { usernameFrom } from "../../server/actions/account/names.ts";

const allowed = /^[a-z0-9._-]{3,30}$/;

Deno.test("a username is made of the full name's letters and digits, lower-cased and without accents", () => {
  const expected = {
    "Ada Lovelace": "ada.lovelace",
    "  Élodie   Müller-Strauß ": "elodie.muller.strauss",
    "Ångström": "angstrom",
    "Søren Łukasik": "soren.lukasik",
    "O'Brien": "o.brien",
    "R2 D2": "r2.d2",
    "ＡＤＡ": "ada",
    "...Grace...": "grace",
  };
  for (const [name, username] of Object.entries(expected)) assert.equal(usernameFrom(name), username);
});

Deno.test("a name with too few letters still gives a username", () => {
  assert.equal(usernameFrom("Al"), "reader.al");
  assert.equal(usernameFrom("李小龍"), "reader");
  assert.equal(usernameFrom("🙂"), "reader");
  assert.equal(usernameFrom("<b>"), "reader.b");
});

Deno.test("any name's username has 3 to 30 allowed characters", () => {
  const names = ["x".repeat(80), "a ".repeat(40), "é".repeat(80), "\u0301\u0301", "A".repeat(25) + "     B", "Ⅷ", "ß"];
  for (const name of names) {
    for (const digits of [0, 4, 9]) assert.match(usernameFrom(name, { digits }), allowed, name);
  }
  assert.doesNotMatch(usernameFrom(`${"a".repeat(29)} b`), /\.$/);
});

Deno.test("a numbered username ends in that many digits, even for a long name", () => {
  assert.match(usernameFrom("Ada Lovelace", { digits: 4 }), /^ada\.lovelace\.\d{4}$/);
  assert.match(usernameFrom("x".repeat(80), { digits: 6 }), /^x{23}\.\d{6}$/);
  const numbered = Array.from({ length: 200 }, () => usernameFrom("Ada", { digits: 9 }));
  assert.ok(new Set(numbered).size > 190);
  for (const username of numbered) assert.match(username, /^ada\.[1-9]\d{8}$/);
});
