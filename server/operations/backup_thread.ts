/** The thread in which a scheduled backup is made: one job, one outcome. */
/// <reference lib="deno.worker" />
import { backUp } from "./backup.ts";
import type { BackupJob, Outcome } from "./backup_scheduler.ts";

addEventListener("message", async ({ data: { url, file } }: MessageEvent<BackupJob>) => {
  const outcome: Outcome = await backUp(url, file).then(
    (backup) => ({ backup }),
    (error) => ({ failure: error instanceof Error ? error.message : String(error) }),
  );
  postMessage(outcome);
});
