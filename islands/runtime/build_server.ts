import { relative } from "node:path";
import { build, type Plugin, stop } from "esbuild";
import { hashOf, root, writeWhole } from "./build_inputs.ts";

const out = `${root}.build`;
const sourceFile = `${out}/source.txt`;
const own = ["server", "routes", "islands", "db"];
const isSource = /\.tsx?$/;

/** Programs of their own: what they share is in chunks that they load. */
const programs = [
  "server/main.ts",
  "server/operations/commands.ts",
  "server/operations/worker.ts",
  "server/library/epub/epub_worker.ts",
];

/**
 * What has parts in machine code, and what its licence wants as files of its own: the image has them (`Dockerfile`).
 */
const installed = ["libsql", "sharp", "@node-rs/argon2", "web-push"];

/** Files are found by where a module is: here by where it was, but for the programs of threads. */
const places: Plugin = {
  name: "places",
  setup(build) {
    build.onLoad({ filter: isSource }, async ({ path }) => {
      const from = path.slice(root.length);
      if (!own.some((folder) => from.startsWith(`${folder}/`))) return undefined;
      const text = await Deno.readTextFile(path);
      const place = `new URL(${JSON.stringify(relative(out, path))}, import.meta.url).href`;
      const contents = text.replace(/import\.meta\.resolve\("\.\/(\w*worker)\.ts"\)/, `import.meta.resolve("./$1.js")`)
        .replaceAll("import.meta.url", place);
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
};

/**
 * The service and the operators' commands as a few files, without what they do not use of packages: they start in less
 * time and hold less memory than from some thousand modules.
 */
export async function buildServerIfStale(): Promise<void> {
  const source = await hashOf(["deno.json", "deno.lock", ...await sourcesOf(own)]);
  if (await Deno.readTextFile(sourceFile).catch(() => undefined) === source) return;
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: programs.map((path) => ({ in: path, out: path.replace(/.*\/|\.ts$/g, "") })),
    outdir: out,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    conditions: ["deno"],
    external: installed,
    minify: true,
    // An island is found by the name of its function, and names are in the log.
    keepNames: true,
    jsx: "automatic",
    banner: { js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);` },
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
    plugins: [places],
    write: false,
  });
  await Deno.mkdir(out, { recursive: true });
  await Promise.all(outputFiles.map(({ path, contents }) => writeWhole(path, contents)));
  // Last, so that a build that was cut short counts as stale.
  await writeWhole(sourceFile, new TextEncoder().encode(source));
  await removeOld(outputFiles.map(({ path }) => path));
}

/** Milliseconds: a service of an earlier build that still runs loads some of its files late. */
const week = 7 * 24 * 3600_000;

async function removeOld(current: string[]): Promise<void> {
  for await (const { name } of Deno.readDir(out)) {
    const path = `${out}/${name}`;
    if (path === sourceFile || current.includes(path)) continue;
    // One that another build is just writing may have its name by now.
    const found = await Deno.stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtime!.getTime() > week) await Deno.remove(path);
  }
}

async function sourcesOf(folders: string[]): Promise<string[]> {
  const entries = await Promise.all(folders.map(async (folder) => {
    const found = await Array.fromAsync(Deno.readDir(root + folder));
    const paths = found.map(({ name, isDirectory }) => ({ path: `${folder}/${name}`, isDirectory }));
    const below = await sourcesOf(paths.filter(({ isDirectory }) => isDirectory).map(({ path }) => path));
    return [...below, ...paths.map(({ path }) => path).filter((path) => isSource.test(path))];
  }));
  return entries.flat();
}

if (import.meta.main) {
  await buildServerIfStale();
  await stop();
}
