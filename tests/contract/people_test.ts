import assert from "node:assert/strict";
import { ProfileUpdate } from "../../server/contract/people/shapes.ts";
import { validationServerTexts, validationTexts } from "../../server/contract/site/texts.ts";

Deno.test("a profile has a name, a text of 500 characters, a plausible birthday, a gender of the list and links of the web", () => {
  const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString().slice(0, 10);
  const wrong: [field: string, values: unknown[], text: string][] = [
    ["fullName", [" "], validationServerTexts.required],
    ["fullName", ["x".repeat(81)], validationTexts.tooLong(80)],
    ["bio", ["x".repeat(501)], validationTexts.tooLong(500)],
    ["dob", ["2001-02-29", "10.12.1990", tomorrow, "1690-01-01"], validationServerTexts.dob],
    ["gender", ["robot"], validationServerTexts.gender],
    [
      "linkedin",
      ["javascript:alert(1)", "ftp://a.example", "example.org", "https://", "https://a b"],
      validationServerTexts.url,
    ],
    ["twitter", [`https://a.example/${"x".repeat(300)}`], validationTexts.tooLong(300)],
  ];
  for (const [field, values, text] of wrong) {
    for (const value of values) {
      const { error } = ProfileUpdate.safeParse({ bio: "changed", [field]: value });
      const issues = error?.issues.map(({ path, message }) => [path, message]);
      assert.deepEqual(issues, [[[field], text]], `${field} ${value}`);
    }
  }
});
