import assert from "node:assert/strict";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = (await filesBelow(root)).filter((path) => /^(server|islands|routes|db)\/.*\.tsx?$/.test(path));
const graph = new Map(await Promise.all(sources.map(async (path) => [path, await importsOf(path)] as const)));

/** For files that match `of`: what they may import, of ours and of others. */
const rules = [
  { of: /^server\/contract\//, may: [/^server\/contract\//, /^zod$/] },
  { of: /^db\//, may: [/^db\//, /^server\/contract\//, /^(drizzle-orm|@libsql\/client|node:)/] },
  { of: /^islands\/(?!build\.ts|registry\.ts)/, mayNotOf: [/^(server\/(?!contract\/)|db\/|routes\/)/, /^zod$/] },
  { of: /^server\/(auth|actions|library|mail|media|realtime|http)\//, mayNotOf: [/^(routes|islands)\//] },
  { of: /^server\/auth\//, mayNotOf: [/^server\/(actions|realtime\/socket|realtime\/chat|mail)/] },
  { of: /^server\/http\//, mayNotOf: [/^server\/actions\//] },
  { of: /^routes\/(?!mod\.ts)/, mayNotOf: [/^server\/(main|service|app)/, /^@libsql|^drizzle-orm/] },
];

for (const { of, may, mayNotOf } of rules) {
  Deno.test(`what matches ${of.source} keeps to its imports`, () => {
    const wrong = [...graph].filter(([path]) => of.test(path)).flatMap(([path, imports]) =>
      imports.filter((name) => may ? !may.some((rule) => rule.test(name)) : mayNotOf!.some((rule) => rule.test(name)))
        .map((name) => `${path} → ${name}`)
    );
    assert.deepEqual(wrong, []);
  });
}

Deno.test("islands import no schemas, which would bring zod into the browser", () => {
  const schemas = sources.filter((path) => path.startsWith("server/contract/") && graph.get(path)!.includes("zod"));
  const reached = [...graph.keys()].filter((path) => path.startsWith("islands/runtime/chunks/")).flatMap((
    path,
  ) => [...reach(path)]);
  assert.deepEqual(reached.filter((path) => schemas.includes(path)), []);
});

Deno.test("no imports go round in a circle", () => {
  const circles = [...graph.keys()].filter((path) =>
    graph.get(path)!.some((next) => next !== path && reach(next).has(path))
  );
  assert.deepEqual(circles, []);
});

Deno.test("no file is longer than two hundred lines, but for the tables and the texts", async () => {
  const long = await filesWith(/^(?:.*\n){201}/, sources);
  assert.deepEqual(long, ["db/schema.ts", "server/contract/texts.ts"]);
});

Deno.test("only the settings read the environment", async () => {
  assert.deepEqual(await filesWith(/\bDeno\.env\b/, sources), ["server/config.ts"]);
});

Deno.test("only the rooms emit to more than one socket", async () => {
  const server = sources.filter((path) => path.startsWith("server/"));
  // Whoever else emits has one socket, and calls it that: not `io`, nor what its `to`, `in` or `broadcast` give.
  assert.deepEqual(await filesWith(/(?<!(?<![\w.#])socket)\.emit\(/, server), ["server/realtime/broadcast.ts"]);
});

async function filesWith(pattern: RegExp, paths: string[]): Promise<string[]> {
  const contents = await Promise.all(paths.map((path) => Deno.readTextFile(root + path)));
  return paths.filter((_, index) => pattern.test(contents[index]));
}

function reach(from: string, seen = new Set<string>()): Set<string> {
  if (seen.has(from)) return seen;
  seen.add(from);
  for (const next of graph.get(from) ?? []) if (graph.has(next)) reach(next, seen);
  return seen;
}

/**
 * What a file imports when it runs: our own by path from the root, others by name. Types cost nothing and count not.
 */
async function importsOf(path: string): Promise<string[]> {
  const source = await Deno.readTextFile(root + path);
  const statements = source.matchAll(
    /^(?:import|export)\s+(?!type\b)(?:[^;"]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...statements].map(([, fixed, lazy]) => fixed ?? lazy)
    .map((name) => name.startsWith(".") ? relative(root, join(root, dirname(path), name)) : name);
}

async function filesBelow(folder: string, under = ""): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder + under)) {
    if (/^(\..*|node_modules|data|build)$/.test(name)) continue;
    files.push(...isDirectory ? await filesBelow(folder, `${under}${name}/`) : [under + name]);
  }
  return files.sort();
}
