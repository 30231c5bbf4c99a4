import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = (await filesBelow(root)).filter((path) => /^(server|islands|routes|db)\/.*\.tsx?$/.test(path));

Deno.test("only the settings read the environment", async () => {
  assert.deepEqual(await filesWith(/\bDeno\.env\b/, sources), ["server/config.ts"]);
});

Deno.test("only realtime/broadcast.ts emits to more than one socket", async () => {
  const server = sources.filter((path) => path.startsWith("server/"));
  // Whoever else emits has one socket, and calls it that: not `io`, nor what its `to`, `in` or `broadcast` give.
  assert.deepEqual(await filesWith(/(?<!(?<![\w.#])socket)\.emit\(/, server), ["server/realtime/broadcast.ts"]);
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
