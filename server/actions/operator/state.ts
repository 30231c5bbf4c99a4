import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { fileOf } from "../../../db/engine/database_file.ts";
import type { Deps } from "../../deps.ts";
import { listBackups } from "../../settings/backup_folder.ts";

interface ServiceState {
  /** When the latest backup was made, in the folder that is set. */
  backedUpAt?: number;
  /** Bytes of the disk; undefined where the database is on a server. */
  free?: number;
}

/** What can be said without asking other services; `deno task doctor` asks them too. */
export async function stateOf({ config, clock }: Pick<Deps, "config" | "clock">): Promise<ServiceState> {
  const file = fileOf(config.databaseUrl);
  if (!file) return {};
  const [backups, disk] = await Promise.all([
    config.backupDir === undefined ? [] : listBackups(config.backupDir, clock()).catch(() => []),
    statfs(dirname(file)).catch(() => undefined),
  ]);
  return { backedUpAt: backups[0]?.at, free: disk && disk.bavail * disk.bsize };
}
