/** Database files to copy: migrating and filling each test's own would take longer than most tests. */
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { type Db, openDb } from "../../db/engine/client.ts";
import { migrate } from "../../db/engine/migrate.ts";
import { loadStarterShelf } from "../../server/library/starter_shelf.ts";

const templates = {
  /** With all tables, and nothing in them. */
  migrated: migrate,
  /** As a service has it once it has started: with the starter shelf as well. */
  started: async (db: Db) => {
    await migrate(db);
    await loadStarterShelf(db, Date.now);
  },
};

const root = fileURLToPath(new URL("../../", import.meta.url));
const made = new Map<string, Promise<string>>();

/** Makes a database file. It is made anew once for each version of the files that decide what is in it. */
export async function copyTemplate(name: keyof typeof templates, to: string): Promise<void> {
  if (!made.has(name)) made.set(name, make(name));
  await Deno.copyFile(await made.get(name)!, to);
}

/** Several processes may make the same one: each in a folder of its own, until it is whole. */
async function make(name: keyof typeof templates): Promise<string> {
  const path = `${tmpdir()}/chapterhouse-${name}-${await version()}.db`;
  if (await Deno.stat(path).catch(() => undefined)) return path;
  const folder = await Deno.makeTempDir({ prefix: "chapterhouse-" });
  const db = await openDb({ url: `file:${folder}/template.db` });
  await templates[name](db);
  await db.close();
  await Deno.rename(`${folder}/template.db`, path);
  await Deno.remove(folder, { recursive: true });
  return path;
}

/** A hash of every file from which the tables and the shelf are made. */
async function version(): Promise<string> {
  const files = ["db", "server/library"].flatMap((folder) => filesBelow(root + folder)).sort();
  const texts = await Promise.all(files.map(async (file) => file + await Deno.readTextFile(file)));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(texts.join("\0")));
  return new Uint8Array(digest).toHex().slice(0, 16);
}

function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesBelow(`${folder}/${name}`) : [`${folder}/${name}`]
  );
}
