import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { isTooComplex } from "../../server/http/body.ts";

const json = "application/json; charset=utf-8";
const form = "application/x-www-form-urlencoded";
const multipart = 'multipart/form-data; charset=utf-8; boundary="X y"';
const part = '--X y\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';

const complex: [string, string, string][] = [
  ["arrays in arrays", json, "[".repeat(6000)],
  ["objects in objects", json, '{"a":'.repeat(6000)],
  ["many values", json, `[${Array(6000).fill("1").join()}]`],
  ["many keys behind a text of quotes", json, `{"a":"${'\\"\\\\'.repeat(9)}",${Array(6000).fill('"b":1').join()}}`],
  ["many lines of a part", multipart, `--X y\r\n\r\n${"\r\n".repeat(30_000)}`],
  ["many fields", form, "a&".repeat(500)],
  ["many parts", multipart, part.repeat(500)],
  ["a boundary behind another", "multipart/form-data; x-boundary=q; boundary=X", "--X".repeat(500)],
  ["a boundary in a text", 'multipart/form-data; x="; boundary=q"; boundary=X', "--X".repeat(500)],
  ["no boundary", "multipart/form-data", ""],
];

Deno.test("a body with too many parts is detected before it is parsed", () => {
  for (const [what, type, body] of complex) assert.equal(isTooComplex(Buffer.from(body), type), true, what);
});

const simple: [string, string, string][] = [
  ["a text of brackets", json, JSON.stringify({ content: '[{,"\\'.repeat(20_000) })],
  ["a text of quotes", json, `{"content":"${'\\"'.repeat(200_000)}"}`],
  ["a text without an end", json, `{"content":"${"[".repeat(20_000)}`],
  ["a text that ends in a backslash", json, `{"content":"${"[".repeat(20_000)}\\`],
  ["a field of ampersands", form, `content=${encodeURIComponent("&".repeat(20_000))}`],
  ["a file that looks like parts", multipart, `${part}${"--X ".repeat(300)}\r\n--X y--`],
  ["what is not taken apart", "text/plain", "[".repeat(6000)],
  ["what has no type", "", "[".repeat(6000)],
];

Deno.test("separators within texts do not count", () => {
  for (const [what, type, body] of simple) assert.equal(isTooComplex(Buffer.from(body), type), false, what);
});

Deno.test("no JSON of few values is too complex, whatever its texts", () => {
  const text = fc.stringMatching(/^["\\\[\]{},:a]{0,200}$/);
  fc.assert(
    fc.property(fc.dictionary(text, fc.array(text, { maxLength: 20 }), { maxKeys: 20 }), (value) => {
      assert.equal(isTooComplex(Buffer.from(JSON.stringify(value)), json), false);
    }),
    { seed: 20, numRuns: 300 },
  );
});
