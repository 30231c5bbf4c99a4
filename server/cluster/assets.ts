/** During an upgrade, pages of one version ask instances of another for their files, and open pages load some later. */
import { brotliDecompressSync } from "node:zlib";
import { findAsset, listAssets, storeAssets } from "../../db/site/assets.ts";
import type { Deps } from "../deps.ts";

const folder = new URL("../../static/build/", import.meta.url);
const compressedFile = /^(.+-[A-Z0-9]{8}\.(?:js|css|json|woff2|wasm))\.br$/;

const day = 24 * 3600_000;
const lifetime = 30 * day;
const longest = 4 * 1024 * 1024;

export async function shareAssets({ db, clock, log }: Pick<Deps, "db" | "clock" | "log">): Promise<void> {
  try {
    const now = clock();
    const recent = new Set(await listAssets(db, now - day));
    const due = (await builtNames()).filter((name) => !recent.has(name));
    if (due.length === 0) return;
    const files = await Promise.all(
      due.map(async (name) => ({ name, content: await Deno.readFile(new URL(`${name}.br`, folder)) })),
    );
    await storeAssets(db, files, { now, deleteBefore: now - lifetime });
  } catch (err) {
    log.error({ err }, "this version's scripts and styles could not be stored for other versions");
  }
}

async function builtNames(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    const [, built] = compressedFile.exec(name) ?? [];
    if (built) names.push(built);
  }
  return names;
}

export async function readAsset(
  { db }: Pick<Deps, "db">,
  name: string,
  encoding: "br" | "identity",
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const content = await findAsset(db, name);
  if (!content || encoding === "br") return content;
  return new Uint8Array(brotliDecompressSync(content, { maxOutputLength: longest }));
}
