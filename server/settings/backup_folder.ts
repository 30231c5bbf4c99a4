import { dirname, join } from "node:path";
import { fileOf } from "../../db/engine/database_file.ts";
import type { Config } from "./settings.ts";

/** What is proposed: the volume for it in the container, else a folder beside the database, where one can be made. */
export function backupFolderOf({ databaseUrl, inImage }: Pick<Config, "databaseUrl" | "inImage">): string {
  if (inImage && isMounted("/backups")) return "/backups";
  const beside = join(dirname(fileOf(databaseUrl) ?? "data/x"), "backups");
  const { state } = Deno.permissions.querySync({ name: "write", path: beside });
  return state === "granted" ? beside : "data/backups";
}

function isMounted(folder: string): boolean {
  try {
    return Deno.statSync(folder).dev !== Deno.statSync("/").dev;
  } catch {
    return false;
  }
}

/** @returns why no backups can be made there; it is made where it is missing */
export async function whyUnusable(folder: string): Promise<string | undefined> {
  try {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.remove(await Deno.makeTempFile({ dir: folder, prefix: "trial-" }));
  } catch (error) {
    return describe(error, folder);
  }
}

function describe(error: unknown, folder: string): string {
  if (error instanceof Deno.errors.NotCapable) return "the service may only write below data, /data and /backups.";
  if (error instanceof Deno.errors.PermissionDenied) return notWritable(`the folder ${folder}`);
  return (error as Error).message;
}

export const notWritable = (place: string): string =>
  `${place} may not be written to by the user this runs as: change its owner or its rights, or name another place.`;

/** Latest first. One with a time in the future was made while the clock was wrong, and does not count. */
export async function listBackups(folder: string, now: number): Promise<{ file: string; at: number }[]> {
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
  return names.map((name) => ({ file: join(folder, name), at: backupTimeOf(name) }))
    .filter(({ at }) => at <= now).sort((one, other) => other.at - one.at);
}

/** By the name of its file; NaN for another file. */
export function backupTimeOf(name: string): number {
  const [, day, time] = /^chapterhouse-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d\.\d{3})Z\.db$/.exec(name) ?? [];
  return Date.parse(`${day}T${time?.replaceAll("-", ":")}Z`);
}
