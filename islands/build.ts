/** Bundles the islands and the styles into `static/build`, under hashed names, compressed once for ever. */
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, type Metafile, stop } from "esbuild";
import { chunkOf } from "./registry.ts";
import type { Assets } from "../server/contract/assets.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const out = `${root}static/build`;
const manifestFile = `${out}/manifest.json`;
const inputs = ["islands", "server/contract", "static/css", "deno.lock"];

interface Manifest extends Assets {
  /** Hash of what the build was made from. */
  source: string;
}

/** What the last build made. */
export async function readAssets(): Promise<Manifest> {
  return JSON.parse(await Deno.readTextFile(manifestFile));
}

/** Builds unless the last build was made from what is there now. */
export async function buildIfStale(): Promise<void> {
  const source = await hashInputs();
  const last = await readAssets().catch(() => undefined);
  if (last?.source === source) return;
  await Deno.remove(out, { recursive: true }).catch(() => {});
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["islands/client.ts", "static/css/main.css"],
    outdir: out,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    external: ["/icons/*"],
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    minify: true,
    sourcemap: true,
    metafile: true,
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
  });
  await compressAll();
  // Last, so that a build that was cut short counts as stale.
  await Deno.writeTextFile(manifestFile, JSON.stringify(describe(metafile, source)));
}

function describe({ outputs }: Metafile, source: string): Manifest {
  const entries = Object.entries(outputs);
  const output = (entry: string) => entries.find(([, { entryPoint }]) => entryPoint === entry)![0];
  const address = (path: string) => path.replace("static/build", "/assets");
  const withImports = (path: string): string[] => [
    path,
    ...outputs[path].imports.filter(({ kind }) => kind === "import-statement").flatMap(({ path }) => withImports(path)),
  ];
  const files = (chunk: string) => [...new Set(withImports(output(`islands/chunks/${chunk}.ts`)))].map(address);
  const islands = Object.entries(chunkOf).map(([island, chunk]) => [island, files(chunk)]);
  return {
    source,
    script: address(output("islands/client.ts")),
    style: address(output("static/css/main.css")),
    islands: Object.fromEntries(islands),
  };
}

const compressors = [
  [".gz", (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 })],
  [
    ".br",
    (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  ],
] as const;

async function compressAll(): Promise<void> {
  for await (const { name } of Deno.readDir(out)) {
    if (!/\.(js|css)$/.test(name)) continue;
    const bytes = await Deno.readFile(`${out}/${name}`);
    for (const [ending, compress] of compressors) {
      await Deno.writeFile(`${out}/${name}${ending}`, await compress(bytes));
    }
  }
}

async function hashInputs(): Promise<string> {
  const files = (await Promise.all(inputs.map((input) => filesBelow(root + input)))).flat().sort();
  const texts = await Promise.all(files.map(async (file) => file.slice(root.length) + await Deno.readTextFile(file)));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(texts.join("\0")));
  return new Uint8Array(digest).toHex();
}

async function filesBelow(path: string): Promise<string[]> {
  if ((await Deno.stat(path)).isFile) return [path];
  const entries = await Array.fromAsync(Deno.readDir(path));
  return (await Promise.all(entries.map(({ name }) => filesBelow(`${path}/${name}`)))).flat();
}

if (import.meta.main) {
  await buildIfStale();
  await stop();
}
