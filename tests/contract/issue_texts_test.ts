import assert from "node:assert/strict";
import { z } from "zod";
import { Draft, DraftEvent, HistoryQuery, JoinGroupEvent } from "../../server/contract/chat/shapes.ts";
import { NewBook } from "../../server/contract/books/shapes.ts";
import { Invalid } from "../../server/errors.ts";
import { parse } from "../../server/http/validate.ts";

/** The text of each invalid field. */
function issueTexts(schema: z.ZodType, input: unknown): Record<string, string> {
  try {
    parse(schema, input);
    return {};
  } catch (error) {
    const { issues = [] } = (error as Invalid).details;
    return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
  }
}

const shape = { "": "What was sent does not have the form that is expected here." };

Deno.test("schemas without texts of their own get plain texts", () => {
  for (const whole of [null, undefined, 7, "text", [], true]) {
    assert.deepEqual(issueTexts(DraftEvent, whole), shape, JSON.stringify(whole));
  }
  assert.deepEqual(issueTexts(JoinGroupEvent, null), shape);
  assert.deepEqual(issueTexts(HistoryQuery, { after: "x" }), { after: "This must be a number." });
  assert.deepEqual(issueTexts(HistoryQuery, { after: "1.5" }), { after: "This must be a whole number." });
  assert.deepEqual(issueTexts(HistoryQuery, { after: "-1" }), { after: "This must be at least 0." });
  assert.deepEqual(issueTexts(Draft, { content: "x", clientId: 7 }), { clientId: "This must be text." });
  assert.deepEqual(issueTexts(Draft, { content: "x", clientId: "x".repeat(101) }), {
    clientId: "Please use at most 100 characters.",
  });
  assert.deepEqual(issueTexts(NewBook, { title: "x", categories: Array(21).fill("x") }), {
    categories: "Please give at most 20.",
  });
});

Deno.test("no text of the library is shown, whatever the broken rule", () => {
  const schema = z.strictObject({
    a: z.enum(["x"]),
    b: z.iso.date(),
    c: z.literal(1),
    d: z.array(z.string()).min(1),
    e: z.number().max(3).multipleOf(2),
    f: z.boolean(),
    g: z.union([z.string(), z.number()]),
    h: z.record(z.string(), z.string()),
    i: z.string().refine(() => false),
    j: z.date(),
    k: z.bigint(),
  });
  const inputs = [
    {},
    Object.fromEntries([..."abcdefghijk"].map((name) => [name, NaN])),
    Object.fromEntries([..."abcdefghijk"].map((name) => [name, {}])),
    Object.fromEntries([..."abcdefghijk"].map((name) => [name, "text"])),
    { d: [], e: 5, h: { 1: 1 }, l: 1 },
    { e: 3 },
  ];
  for (const input of inputs) {
    const words = Object.values(issueTexts(schema, input));
    assert.ok(words.length > 0);
    for (const word of words) assert.doesNotMatch(word, /invalid input|expected (?!here)|received|NaN|option/i);
  }
});
