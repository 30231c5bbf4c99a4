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
