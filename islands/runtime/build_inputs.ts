import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Of the contents of files and folders below the root: by it a build knows whether it is stale. */
export async function hashOf(inputs: string[]): Promise<string> {
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

/** Writes a file that is there whole or not at all, also for others that build or serve at this moment. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const beside = `${path}.${crypto.randomUUID()}`;
  await Deno.writeFile(beside, bytes);
  await Deno.rename(beside, path);
}
