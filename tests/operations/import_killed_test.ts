import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { createClient } from "@libsql/client";
import { folder, operate } from "../support/operate.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const kills = 3;
const records = 30_000;

/** Every kind of record there is: new, there already, changed, without a title, with a wrong ISBN. */
const list = ["title,author,isbn,pages"].concat(Array.from({ length: records }, (_, n) => {
  if (n % 10 === 7) return `Book ${n - 7},Author,,`;
  if (n % 10 === 8) return ",Nobody,,";
  if (n % 10 === 9) return `Book ${n},Author,978000000000${n % 9},12`;
  return `Book ${n},Author,,${n % 500 + 1}`;
})).join("\n");

// spec: trust.22
Deno.test("An import that is killed again and again counts and lists in the end what an undisturbed one does", async () => {
  await using home = await folder();
  const path = `${home.path}/books.csv`;
  await Deno.writeTextFile(path, list);
  const [calm, disturbed] = ["calm", "disturbed"].map((name) => ({
    database: `${home.path}/${name}.db`,
    report: `${home.path}/${name}.txt`,
  }));
  const finish = async ({ database, report }: typeof calm) => {
    const { code, err } = await operate(database, ["catalogue", "import", path, "--report", report]);
    assert.equal(code, 0, err);
  };
  await finish(calm);
  let lines = 0;
  for (let kill = 0; kill < kills; kill++) {
    const { status, ...position } = await killedAfter(disturbed.database, lines, path, disturbed.report);
    assert.equal(status.signal, "SIGKILL");
    assert.ok(position.lines > lines && position.lines < records, `line ${position.lines}`);
    lines = position.lines;
  }
  await finish(disturbed);
  const [expected, found] = [await positionOf(calm.database), await positionOf(disturbed.database)];
  assert.ok(JSON.parse(expected!.counts).changed > 0);
  assert.deepEqual(found, expected);
  assert.equal(await Deno.readTextFile(disturbed.report), await Deno.readTextFile(calm.report));
});

/** Imports until more lines are done than there were, kills the import, and tells how far it had come. */
async function killedAfter(database: string, lines: number, path: string, report: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-P=operate", "--no-prompt", "--quiet", "server/library/import.ts"],
      ...["import", path, "--report", report],
    ],
    cwd: root,
    env: { NODE_ENV: "production", DATABASE_URL: `file:${database}` },
    stdout: "null",
    stderr: "null",
  }).spawn();
  let ended = false;
  void child.status.then(() => ended = true);
  while (!ended && ((await positionOf(database))?.lines ?? 0) <= lines) {
    await new Promise((next) => setTimeout(next, 1));
  }
  if (!ended) child.kill("SIGKILL");
  return { status: await child.status, lines: (await positionOf(database))!.lines };
}

/** How far the list was read; undefined where nobody has begun. */
async function positionOf(database: string): Promise<{ lines: number; counts: string } | undefined> {
  if (!await Deno.stat(database).catch(() => undefined)) return undefined;
  const client = createClient({ url: `file:${database}` });
  try {
    const { rows: [row] } = await client.execute("select lines, counts from imports where name = 'books.csv'");
    return row && { lines: Number(row.lines), counts: String(row.counts) };
  } catch {
    return undefined;
  } finally {
    client.close();
  }
}
