/** The thread in which a scheduled backup is made. */
import { backUp } from "./backup.ts";
import type { BackupJob } from "./backup_scheduler.ts";
import { answerJob } from "./thread.ts";

answerJob(({ url, file }: BackupJob) => backUp(url, file));
