import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../", import.meta.url));
const readme = await Deno.readTextFile(`${folder}README.md`);
const rows = readme.split("\n").filter((line) => /^\| (?!statement|---)/.test(line)).map((line) => line.split(" | "));

/** The sentences of a file's tests, what varies in them left open. */
async function sentences(file: string): Promise<string[]> {
  const source = await Deno.readTextFile(folder + file).catch(() => "");
  const tests = source.matchAll(/Deno\.test\(\s*(["`])((?:\\.|(?!\1).)*)\1/g);
  return [...tests].map(([, , sentence]) => sentence.replace(/\$\{[^}]*\}/g, "…"));
}

Deno.test("each statement of the walk names a test", () => {
  assert.ok(rows.length > 150);
  assert.deepEqual(rows.filter(([, tests]) => !/^`[^`]+` ./.test(tests ?? "")), []);
});

Deno.test("each test that the walk names is there", async () => {
  const missing: string[] = [];
  for (const [, tests] of rows) {
    for (const test of tests.replace(/ \|$/, "").split("<br>")) {
      const [, file, sentence] = /^`([^`]+)` (.*)$/.exec(test)!;
      if (!(await sentences(file)).includes(sentence)) missing.push(test);
    }
  }
  assert.deepEqual(missing, []);
});
