import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, type BuildOptions, type Metafile, type Plugin, stop } from "esbuild";
import { hashOf, root, writeWhole } from "./build_inputs.ts";
import { buildServerIfStale } from "./build_server.ts";
import { readBarcodeReader } from "./barcode_reader.ts";
import { emojiData } from "./emoji_data.ts";
import { chunkOf } from "./registry.ts";
import { type Assets, styleFiles, type StyleName } from "../../server/contract/site/assets.ts";

const out = `${root}static/build`;
const manifestFile = `${out}/manifest.json`;
const serviceWorkerFile = `${out}/sw.js`;
const styleNames = Object.keys(styleFiles) as StyleName[];
const sheet = (name: StyleName) => `sheet:${name}`;
const inputs = ["islands", "server/contract", "static/css", "static/fonts", "deno.lock"];

interface Manifest extends Assets {
  source: string;
}

const client = "islands/runtime/client.ts";
const everyPage = "islands/page/mod.ts";

/**
 * What a late module shares with an earlier one is then in the earlier file. Otherwise esbuild makes a file of its own
 * for what each set of modules shares, and pages would have to name all of them.
 */
function withEarlier(metafile: Metafile): Plugin {
  const earlier = earlierOf(metafile.inputs);
  return {
    name: "with earlier",
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const before = earlier.get(path.slice(root.length));
        if (!before) return undefined;
        const contents = `import ${JSON.stringify(root + before)};\n${await Deno.readTextFile(path)}`;
        return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

/** Of each module that is loaded late the last one that is there before, whatever loads it. */
function earlierOf(inputs: Metafile["inputs"]): Map<string, string> {
  const importedBy = (path: string, kind: "import-statement" | "dynamic-import") =>
    inputs[path].imports.filter((found) => found.kind === kind && !found.external).map((found) => found.path);
  const withImports = (path: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(path)) return seen;
    seen.add(path);
    importedBy(path, "import-statement").forEach((found) => withImports(found, seen));
    return seen;
  };
  const first = withImports(client);
  const late = new Set(Object.keys(inputs).flatMap((path) => importedBy(path, "dynamic-import")));
  const parts = new Map([...late].filter((path) => !first.has(path)).map((path) => [path, withImports(path)]));
  const earlier = new Map<string, string>();

  const loadedWith = (part: string): Set<string> =>
    part === everyPage ? first : parts.get(part)!.union(loadedWith(before(part)));

  function before(part: string): string {
    const known = earlier.get(part);
    if (known) return known;
    earlier.set(part, everyPage);
    const loads = (files: Set<string>) => [...files].some((path) => importedBy(path, "dynamic-import").includes(part));
    const loaders = [...parts.keys()].filter((other) => other !== part && loads(parts.get(other)!)).map(loadedWith);
    const common = loads(first) ? [] : [...parts.keys()].filter((other) => loaders.every((files) => files.has(other)));
    common.sort((a, b) => parts.get(b)!.size - parts.get(a)!.size);
    earlier.set(part, common[0] ?? everyPage);
    return earlier.get(part)!;
  }

  parts.keys().forEach(before);
  return earlier;
}

/** Leaves out a transport of sockets that ours do not name (`runtime/socket.ts`), with what only that one needs. */
const withoutWebTransport: Plugin = {
  name: "without WebTransport",
  setup(build) {
    const filter = /engine\.io-client\/.*\/webtransport\.js$/;
    build.onLoad({ filter }, () => ({ contents: "export const WT = undefined;" }));
  },
};

/**
 * The parser of what is written is loaded on use, and has these to itself: what it shared with the chat would be a file
 * of its own, which every group's page would load.
 */
const withOwnCopies: Plugin = {
  name: "own copies",
  setup(build) {
    build.onResolve(
      { filter: /\/(chat\/links|site\/written_words)\.ts$/ },
      ({ path, importer }) =>
        importer.startsWith(`${root}server/writing/`)
          ? { path: new URL(path, `file://${importer}`).pathname, suffix: "?own" }
          : undefined,
    );
  },
};

const styleSheets: Plugin = {
  name: "style sheets",
  setup(build) {
    build.onResolve({ filter: /^sheet:/ }, ({ path }) => ({ path: path.slice(6), namespace: "sheet" }));
    build.onLoad({ filter: /.*/, namespace: "sheet" }, ({ path }) => ({
      contents: styleFiles[path as StyleName].map((file) => `@import "./${file}.css";`).join(""),
      loader: "css",
      resolveDir: `${root}static/css`,
    }));
  },
};

export async function readAssets(): Promise<Manifest> {
  return JSON.parse(await Deno.readTextFile(manifestFile));
}

interface Options {
  /** Whether scripts and styles contain their source maps: in development only, as these are larger than the rest. */
  withMaps?: boolean;
}

export async function buildIfStale({ withMaps = false }: Options = {}): Promise<void> {
  const source = await hashOf(inputs) + (withMaps ? "-maps" : "");
  const last = await readAssets().catch(() => undefined);
  if (last?.source === source) return;
  const barcodeReader = await readBarcodeReader();
  const options = {
    absWorkingDir: root,
    entryPoints: [
      { in: client, out: "client" },
      ...styleNames.map((name) => ({ in: sheet(name), out: name })),
    ],
    outdir: out,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    loader: { ".woff2": "file" },
    external: ["/icons/*"],
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    minify: true,
    legalComments: "external",
    alias: { "use-sync-external-store/shim/index.js": "react" },
    sourcemap: withMaps && "inline",
    metafile: true,
    define: {
      "process.env.NODE_ENV": '"production"',
      EMOJI_DATA: JSON.stringify(`/assets/${emojiData.name}`),
      BARCODE_READER: JSON.stringify(`/assets/${barcodeReader.name}`),
    },
    logLevel: "warning",
    plugins: [withoutWebTransport, styleSheets, withOwnCopies],
  } satisfies BuildOptions;
  const { metafile: modules } = await build({ ...options, entryPoints: [client], write: false });
  const { metafile } = await build({ ...options, plugins: [withEarlier(modules), ...options.plugins] });
  await buildServiceWorker(source, offlineFiles(metafile));
  const emojiFile = `${out}/${emojiData.name}`;
  await writeWhole(emojiFile, new TextEncoder().encode(emojiData.content));
  const barcodeFile = `${out}/${barcodeReader.name}`;
  await writeWhole(barcodeFile, barcodeReader.content);
  const written = Object.keys(metafile.outputs).map((path) => root + path);
  const files = [...written, serviceWorkerFile, emojiFile, barcodeFile];
  await Promise.all(files.filter((path) => /\.(js|css|json|woff2|wasm)$/.test(path)).map(compressFile));
  // Last, so that a build that was cut short counts as stale.
  await writeWhole(manifestFile, new TextEncoder().encode(JSON.stringify(await describe(metafile, source))));
  await removeOld(files);
}

/** Not hashed, since browsers look for it under one name. The version makes it differ from the one before. */
async function buildServiceWorker(source: string, offline: string[]): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ["islands/offline/service_worker.ts"],
    outfile: serviceWorkerFile,
    bundle: true,
    target: "es2022",
    minify: true,
    define: { "VERSION": JSON.stringify(source.slice(0, 12)), "OFFLINE_FILES": JSON.stringify(offline) },
    logLevel: "warning",
  });
}

function filesOf({ outputs }: Metafile, module: string): string[] {
  const withImports = (path: string): string[] => [
    path,
    ...outputs[path].imports.filter(({ kind }) => kind === "import-statement").flatMap(({ path }) => withImports(path)),
  ];
  return [...new Set(withImports(outputOf(outputs, module)))].map(address);
}

const outputOf = (outputs: Metafile["outputs"], entry: string): string =>
  Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry)![0];

const address = (path: string) => path.replace("static/build", "/assets");

/** What a page needs without a connection beside the files that it names, which are stored with it. */
function offlineFiles(metafile: Metafile): string[] {
  const named = filesOf(metafile, "islands/runtime/chunks/chat.ts");
  const offline = [client, "islands/page/outbox.ts", "islands/offline/outbox/sending.ts"];
  const later = ["islands/chat/offline/OfflineComposer.tsx", "islands/BookParts.tsx"]
    .flatMap((module) => filesOf(metafile, module)).filter((file) => !named.includes(file));
  return [...new Set([...offline.flatMap((module) => filesOf(metafile, module)), ...later])];
}

async function describe(metafile: Metafile, source: string): Promise<Manifest> {
  const files = (module: string) => filesOf(metafile, `islands/runtime/${module}.ts`);
  const [script, ...shared] = files("client");
  const connection = files("chunks/connection").filter((file) => !shared.includes(file));
  const preload = (chunk: string) =>
    files(`chunks/${chunk}`).filter((file) => ![...shared, ...connection].includes(file));
  const preloads = {
    small: preload("small"),
    chat: preload("chat"),
    openBooks: preload("open_books"),
    timer: preload("timer"),
  };
  const styles = styleNames.map(async (name) => {
    const path = outputOf(metafile.outputs, sheet(name));
    return [name, { href: address(path), css: await textOf(path) }];
  });
  return {
    source,
    script,
    shared,
    styles: Object.fromEntries(await Promise.all(styles)) as Assets["styles"],
    first: { Chat: connection },
    islands: Object.fromEntries(Object.entries(chunkOf).map(([island, chunk]) => [island, preloads[chunk]])),
  };
}

/** Of a style sheet, to stand in a page: a file beside it is named by its whole address. */
async function textOf(path: string): Promise<string> {
  const css = await Deno.readTextFile(root + path);
  return css.replace(/\n\/\*# sourceMappingURL.*/, "").replaceAll('url("./', 'url("/assets/').trim();
}

const compressors = [
  [".gz", (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 9 })],
  [
    ".br",
    (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  ],
] as const;

async function compressFile(path: string): Promise<void> {
  const bytes = await Deno.readFile(path);
  for (const [ending, compress] of compressors) await writeWhole(path + ending, await compress(bytes));
}

const hour = 3600_000;

async function removeOld(current: string[]): Promise<void> {
  for await (const { name } of Deno.readDir(out)) {
    const path = `${out}/${name}`;
    if (path === manifestFile || current.some((file) => path.startsWith(file))) continue;
    const { mtime } = await Deno.stat(path);
    if (Date.now() - mtime!.getTime() > hour) await Deno.remove(path);
  }
}

export const buildAll = () => Promise.all([buildIfStale(), buildServerIfStale()]);

if (import.meta.main) {
  await buildAll();
  await stop();
}
