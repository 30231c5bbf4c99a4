import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { titleLines } from "../../islands/ui/Cover.tsx";

const shelf = new URL("../../db/starter_shelf/", import.meta.url);

function* titles(): Generator<string> {
  for (const { name } of Deno.readDirSync(shelf)) {
    if (!name.endsWith(".csv")) continue;
    const rows: { title: string }[] = parse(Deno.readTextFileSync(new URL(name, shelf)), { columns: true });
    for (const { title } of rows) yield title;
  }
}

Deno.test("a drawn cover breaks every title of the starter shelf between its words, and has room for all or nearly all", () => {
  const all = [...titles()];
  const isWhole = (title: string) => title.startsWith(titleLines(title).lines.join(" ").replace("- ", "-"));
  assert.ok(all.length > 200);
  assert.deepEqual(all.filter((title) => !isWhole(title)), [
    "Über die spezielle und die allgemeine Relativitätstheorie",
  ]);
  assert.deepEqual(titleLines("Tractatus Logico-Philosophicus").lines, ["Tractatus", "Logico-", "Philosophicus"]);
});

Deno.test("a word that is longer than any line is hyphenated, and a title that is too long ends after a word", () => {
  assert.deepEqual(titleLines("Donaudampfschifffahrtsgesellschaft").lines, [
    "Donaudampfschif-",
    "ffahrtsgesellsc-",
    "haft",
  ]);
  assert.deepEqual(titleLines("Flatland"), { size: 9.5, lines: ["Flatland"] });
  assert.equal(titleLines("word ".repeat(60).trim()).lines.at(-1), "…");
});
