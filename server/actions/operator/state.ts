import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { fileOf } from "../../../db/engine/database_file.ts";
import { findMailTest, type MailTestOutcome } from "../../../db/operator/site_settings.ts";
import { withoutPassword } from "./settings.ts";
import { recordAct } from "./audit.ts";
import { operatorPaths } from "../../contract/operator/paths.ts";
import { operatorTexts } from "../../contract/operator/texts.ts";
import type { Deps } from "../../deps.ts";
import { AppError, Conflict } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { listBackups } from "../../settings/backup_folder.ts";

export interface ServiceState {
  /** When the latest backup was made, in the folder that is set. */
  backedUpAt?: number;
  /** Bytes of the disk; undefined where the database is on a server. */
  free?: number;
  /** Of the mail server that is set now. */
  mailTest?: MailTestOutcome;
}

/** What can be said without asking other services; `deno task doctor` asks them too. */
export async function stateOf(deps: Pick<Deps, "config" | "clock" | "db">): Promise<ServiceState> {
  const { config, clock } = deps;
  const mailTest = await latestMailTest(deps);
  const file = fileOf(config.databaseUrl);
  if (!file) return { mailTest };
  const [backups, disk] = await Promise.all([
    config.backupDir === undefined ? [] : listBackups(config.backupDir, clock()).catch(() => []),
    statfs(dirname(file)).catch(() => undefined),
  ]);
  return { backedUpAt: backups[0]?.at, free: disk && disk.bavail * disk.bsize, mailTest };
}

/** Undefined where it tried another server than the one that is set now. */
export async function latestMailTest(
  { config, db }: Pick<Deps, "config" | "db">,
): Promise<MailTestOutcome | undefined> {
  const test = config.mailUrl && await findMailTest(db);
  return test && test.mailUrl === withoutPassword(config.mailUrl!) ? test : undefined;
}

const words = operatorTexts.state;

/**
 * Few a day, for all operators together: each one deletes the oldest, which may be the last good one. One that fails
 * deletes none.
 */
export const backUpNow = operation({
  call: "POST /operator/backups",
  summary: "Makes a backup at once, in the folder that is set, and answers when it is done",
  access: "operator",
  says: words.backedUp,
  fails: { 409: ["no_folder"], 503: ["backup_failed"] },
  form: { path: operatorPaths.backUp, to: () => operatorPaths.operatorTab("setup") },
  async run({ deps, user }) {
    const { config: { backupDir: folder, databaseUrl }, limiter, backups } = deps;
    if (folder === undefined || !fileOf(databaseUrl)) throw new Conflict(words.noFolder, "no_folder");
    await limiter.take("backup", "site");
    await recordAct(deps, user, { act: "back up", subject: folder });
    await backups.make().catch(async () => {
      await limiter.giveBack("backup", "site");
      throw new AppError(503, "backup_failed", words.backupFailed);
    });
  },
});
