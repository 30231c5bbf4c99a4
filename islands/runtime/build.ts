/** Bundles the islands and the styles into `static/build`, under hashed names, compressed once. */
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, type Metafile, type Plugin, stop } from "esbuild";
import { chunkOf } from "./registry.ts";
import { type Assets, styleNames } from "../../server/contract/site/assets.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const out = `${root}static/build`;
const manifestFile = `${out}/manifest.json`;
const serviceWorkerFile = `${out}/sw.js`;
const sheet = (name: string) => `static/css/${name}.css`;
const inputs = ["islands", "server/contract", "static/css", "deno.lock"];

interface Manifest extends Assets {
  /** Hash of what the build was made from. */
  source: string;
}

const chat = "islands/runtime/chunks/chat.ts";
const everyPage = "islands/page/mod.ts";

/** Modules that are loaded late, with what is loaded before on every page that does. */
const earlier: Record<string, string> = {
  [chat]: everyPage,
  "islands/runtime/chunks/small.ts": everyPage,
  "islands/runtime/chunks/connection.ts": everyPage,
  "islands/offline/outbox/mod.ts": everyPage,
  "islands/page/notice_list.ts": everyPage,
  "islands/page/announcement.ts": everyPage,
  "islands/page/pace.ts": everyPage,
  "islands/page/bell_list.ts": everyPage,
  "islands/page/import_library.ts": everyPage,
  "islands/page/members_drawer.ts": everyPage,
  "islands/page/passkeys.ts": everyPage,
  "islands/page/prove.ts": everyPage,
  "islands/page/session_card.ts": everyPage,
  "islands/page/recovery_codes.ts": everyPage,
  "islands/runtime/chunks/passkey_login.ts": everyPage,
  "islands/page/without_connection.ts": everyPage,
  "islands/runtime/reload_page.ts": everyPage,
  "islands/runtime/chunks/timer.ts": chat,
  "islands/runtime/chunks/margin.ts": chat,
  "islands/chat/actions/extras.ts": chat,
  "islands/chat/later/WriteLater.tsx": chat,
  "islands/chat/presence/announce_timer.ts": chat,
};

/**
 * Lets what is loaded late import what is there before: what both need is then in the earlier file. Otherwise esbuild
 * makes a file of its own for what each set of modules shares, and pages would have to name all of them.
 */
const withEarlier: Plugin = {
  name: "with earlier",
  setup(build) {
    const late = new Map(Object.entries(earlier).map(([path, before]) => [root + path, root + before]));
    build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const before = late.get(path);
      if (!before) return undefined;
      const contents = `import ${JSON.stringify(before)};\n${await Deno.readTextFile(path)}`;
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
};

/** Leaves out a transport of sockets that ours do not name (`runtime/socket.ts`), with what only that one needs. */
const withoutWebTransport: Plugin = {
  name: "without WebTransport",
  setup(build) {
    const filter = /engine\.io-client\/.*\/webtransport\.js$/;
    build.onLoad({ filter }, () => ({ contents: "export const WT = undefined;" }));
  },
};

/** What the last build made. */
export async function readAssets(): Promise<Manifest> {
  return JSON.parse(await Deno.readTextFile(manifestFile));
}

interface Options {
  /** Whether scripts and styles contain their source maps: in development only, since these are larger than the rest. */
  withMaps?: boolean;
}

/** Builds unless the last build was made from what is there now. */
export async function buildIfStale({ withMaps = false }: Options = {}): Promise<void> {
  const source = await hashInputs() + (withMaps ? "-maps" : "");
  const last = await readAssets().catch(() => undefined);
  if (last?.source === source) return;
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["islands/runtime/client.ts", ...styleNames.map(sheet)],
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
    // Beside each file, to be read, and not within it.
    legalComments: "external",
    // React has it.
    alias: { "use-sync-external-store/shim/index.js": "react" },
    sourcemap: withMaps && "inline",
    metafile: true,
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
    plugins: [withEarlier, withoutWebTransport],
  });
  await buildServiceWorker(source, offlineFiles(metafile));
  const files = [...Object.keys(metafile.outputs).map((path) => root + path), serviceWorkerFile];
  await Promise.all(files.filter((path) => /\.(js|css)$/.test(path)).map(compressFile));
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

/** Addresses of a module's file and of those that it imports. */
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

/** What the offline page needs, and what a chat without a connection needs beside what its page names. */
function offlineFiles(metafile: Metafile): string[] {
  const named = filesOf(metafile, chat);
  const later = filesOf(metafile, "islands/chat/later/WriteLater.tsx").filter((file) => !named.includes(file));
  const offline = ["islands/runtime/client.ts", "islands/page/without_connection.ts", "islands/offline/outbox/mod.ts"];
  return [...new Set([...offline.flatMap((module) => filesOf(metafile, module)), ...later])];
}

async function describe(metafile: Metafile, source: string): Promise<Manifest> {
  const files = (module: string) => filesOf(metafile, `islands/runtime/${module}.ts`);
  const [script, ...shared] = files("client");
  const connection = files("chunks/connection").filter((file) => !shared.includes(file));
  const preload = (chunk: string) =>
    files(`chunks/${chunk}`).filter((file) => ![...shared, ...connection].includes(file));
  const preloads = { small: preload("small"), chat: preload("chat"), timer: preload("timer") };
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

/** A built style sheet without its map, which is of no use inside a page. */
async function textOf(path: string): Promise<string> {
  return (await Deno.readTextFile(root + path)).replace(/\n\/\*# sourceMappingURL.*/, "").trim();
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

/** Writes a file that is there whole or not at all, also for others that build or serve at this moment. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const beside = `${path}.${crypto.randomUUID()}`;
  await Deno.writeFile(beside, bytes);
  await Deno.rename(beside, path);
}

const hour = 3600_000;

/** Removes what earlier builds left, after an hour: pages that are open may still load it. */
async function removeOld(current: string[]): Promise<void> {
  for await (const { name } of Deno.readDir(out)) {
    const path = `${out}/${name}`;
    if (path === manifestFile || current.some((file) => path.startsWith(file))) continue;
    const { mtime } = await Deno.stat(path);
    if (Date.now() - mtime!.getTime() > hour) await Deno.remove(path);
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
