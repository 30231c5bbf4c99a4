import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = (await filesBelow(root)).filter((path) => /^(server|islands|routes|db)\/.*\.tsx?$/.test(path));

Deno.test("only the settings read the environment", async () => {
  assert.deepEqual(await filesWith(/\bDeno\.env\b/, sources), ["server/settings/settings.ts"]);
});

Deno.test("only realtime/broadcast.ts emits to more than one socket", async () => {
  const server = sources.filter((path) => path.startsWith("server/"));
  // All else that emits has one socket, and calls it that: not `io`, nor what its `to`, `in` or `broadcast` give.
  assert.deepEqual(await filesWith(/(?<!(?<![\w.#])socket)\.emit\(/, server), ["server/realtime/broadcast.ts"]);
});

Deno.test("pages and routes read from the database, and write by actions alone", async () => {
  const reads = String.raw`\{(\s*(type \w+|(count|find|is|list|search)[A-Z]\w*)\b( as \w+)?,?)*\s*\}`;
  const writes = new RegExp(String.raw`import (?!type |${reads} from)[^;]* from "[./]+/db/(?!engine/)`);
  assert.deepEqual(await filesWith(writes, sources.filter((path) => path.startsWith("routes/"))), []);
});

Deno.test("every task works on a fresh clone: it installs the packages itself where there are none", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${root}deno.json`)) as {
    tasks: Record<string, { command: string; dependencies?: string[] }>;
  };
  const installs = ({ command, dependencies = [] }: typeof tasks[string]): boolean =>
    /(^|\|\| |&& )deno install\b|(^|\|\| )deno task --quiet (product|build)\b/.test(command) ||
    dependencies.some((name) => installs(tasks[name]));
  assert.deepEqual(Object.keys(tasks).filter((name) => !installs(tasks[name])), []);
});

Deno.test("long loops give way to requests, which setImmediate lets in on no loop of Deno's", async () => {
  // What has to come after the input of a turn, or after what runs in it.
  const ordered = [
    "db/engine/embedded.ts",
    "db/engine/timing.ts",
    "db/engine/write_queue.ts",
    "server/cluster/redis.ts",
    "server/http/turns.ts",
  ];
  assert.deepEqual(await filesWith(/\bsetImmediate\b/, sources), ordered);
});

async function filesWith(pattern: RegExp, paths: string[]): Promise<string[]> {
  const contents = await Promise.all(paths.map((path) => Deno.readTextFile(root + path)));
  return paths.filter((_, index) => pattern.test(contents[index]));
}

async function filesBelow(folder: string, under = ""): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder + under)) {
    if (/^(\..*|node_modules|data|build)$/.test(name)) continue;
    files.push(...isDirectory ? await filesBelow(folder, `${under}${name}/`) : [under + name]);
  }
  return files.sort();
}
