import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { startApp } from "../support/app.ts";
import { build, folder, operate, query } from "../support/operate.ts";

const records = 15_000;

/** Every kind of record: new, there already, changed, without a title, with a wrong ISBN. */
const list = ["title,author,isbn,pages"].concat(Array.from({ length: records }, (_, n) => {
  if (n % 10 === 7) return `Book ${n - 7},Author,,`;
  if (n % 10 === 8) return ",Nobody,,";
  if (n % 10 === 9) return `Book ${n},Author,978000000000${n % 9},12`;
  return `Book ${n},Author,,${n % 500 + 1}`;
})).join("\n");

Deno.test("A list of books is imported while the service runs, which stores messages meanwhile and finds the books then; an import that is killed and repeated has the same counts and report in the end", async () => {
  await using home = await folder();
  const path = `${home.path}/books.csv`;
  await Deno.writeTextFile(path, list);
  const to = (name: string) => ({ file: `${home.path}/${name}.db`, report: `${home.path}/${name}.txt` });
  const [calm, killed] = [to("test"), to("killed")];
  const finish = async ({ file, report }: typeof calm) => {
    const { code, err } = await operate(file, ["catalogue", "import", path, "--report", report]);
    assert.equal(code, 0, err);
  };
  await using app = await startApp({ folder: home.path });
  const ada = await app.person("Ada");
  const { id } = await app.group(ada);
  let isOver = false;
  const importing = finish(calm).finally(() => isOver = true);
  let sent = 0;
  for (; !isOver; sent++) {
    assert.equal((await app.call("POST", `/groups/${id}/messages`, ada, { content: `message ${sent}` })).status, 201);
  }
  await importing;
  assert.ok(sent > 1);
  const { body } = await app.call("GET", "/books/search?query=book%2014", ada);
  assert.ok(body.books.some(({ title }: { title: string }) => title === "Book 14"));

  for (let lines = 0, kill = 0; kill < 2; kill++) {
    const position = await killAfter(killed, lines, path);
    assert.ok(position > lines && position < records, `line ${position}`);
    lines = position;
  }
  await finish(killed);
  const [expected, found] = [await positionOf(calm.file), await positionOf(killed.file)];
  assert.ok(JSON.parse(expected!.counts).changed > 0);
  assert.deepEqual(found, expected);
  assert.equal(await Deno.readTextFile(killed.report), await Deno.readTextFile(calm.report));
});

/** Imports until some more lines are done, kills the import, and returns its position. */
async function killAfter({ file, report }: { file: string; report: string }, lines: number, path: string) {
  await build();
  const script = ".build/commands.js";
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-P=operate", "--no-prompt", "--quiet", script, "catalogue", "import", path, "--report", report],
    cwd: fileURLToPath(new URL("../../", import.meta.url)),
    env: { NODE_ENV: "production", DATABASE_URL: `file:${file}` },
    stdout: "null",
    stderr: "null",
  }).spawn();
  let ended = false;
  void child.status.then(() => ended = true);
  while (!ended && ((await positionOf(file))?.lines ?? 0) <= lines) await new Promise((next) => setTimeout(next, 1));
  if (!ended) child.kill("SIGKILL");
  assert.equal((await child.status).signal, "SIGKILL");
  return (await positionOf(file))!.lines;
}

/** The position in the list; undefined before the first import. */
async function positionOf(file: string): Promise<{ lines: number; counts: string } | undefined> {
  if (!await Deno.stat(file).catch(() => undefined)) return undefined;
  const rows = query<{ lines: number; counts: string }>(
    file,
    "select lines, counts from imports where name = 'books.csv'",
  );
  return (await rows.catch(() => []))[0];
}
