/**
 * Prints which tests show which statement of `tests/spec.ts`, as Markdown, and ends with 1 where a statement has no
 * test or a tag names no statement. `--check` prints the errors alone.
 */
import { fileURLToPath } from "node:url";
import { statements } from "../spec.ts";

interface TaggedTest {
  file: string;
  title: string;
  ids: string[];
}

const folder = fileURLToPath(new URL("../", import.meta.url));
const tests = (await Promise.all(testFiles("").map(taggedTests))).flat();
const known = Object.values(statements).flatMap(Object.keys);
const errors = [
  ...known.filter((id) => !tests.some(({ ids }) => ids.includes(id))).map((id) => `no test shows statement ${id}`),
  ...tests.flatMap(({ file, title, ids }) =>
    ids.filter((id) => !known.includes(id)).map((id) => `${file}: "${title}" names ${id}, which is no statement`)
  ),
];

if (!Deno.args.includes("--check")) console.log(Object.entries(statements).map(section).join("\n\n"));
for (const error of errors) console.error(error);
Deno.exit(errors.length > 0 ? 1 : 0);

function section([title, rows]: [string, Record<string, string>]): string {
  const lines = Object.entries(rows).map(([id, statement]) => `| ${id} | ${statement} | ${testsOf(id).join("<br>")} |`);
  return [`## ${title}`, "", "| | statement | shown by |", "| --- | --- | --- |", ...lines].join("\n");
}

function testsOf(id: string): string[] {
  return tests.filter(({ ids }) => ids.includes(id)).map(({ file, title }) => `\`${file}\` ${title}`);
}

/** The tests of a file that have a tag; what varies in their titles is shown as `…`. */
async function taggedTests(file: string): Promise<TaggedTest[]> {
  const source = await Deno.readTextFile(folder + file);
  const tagged = source.matchAll(/^ *\/\/ spec: (.+)\n(?: *Deno\.test\(\s*(["`])((?:\\.|(?!\2).)*)\2)?/gm);
  return [...tagged].map(([, ids, , title]) => {
    if (!title) throw new Error(`${file}: the tag "${ids}" stands above no test`);
    return { file, title: title.replace(/\$\{[^}]*\}/g, "…"), ids: ids.split(", ") };
  });
}

function testFiles(under: string): string[] {
  return [...Deno.readDirSync(folder + under)].flatMap(({ name, isDirectory }) => {
    if (isDirectory) return testFiles(`${under}${name}/`);
    return /_test\.tsx?$/.test(name) ? [under + name] : [];
  }).sort();
}
