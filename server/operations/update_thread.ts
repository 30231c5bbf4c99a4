/** The thread in which a database file is updated: a migration may take minutes, and blocks what runs it. */
import { cleanDatabase } from "../../db/engine/cleaning.ts";
import { openDb } from "../../db/engine/client.ts";
import { migrate } from "../../db/engine/migrate.ts";
import { answerJob } from "./thread.ts";
import type { UpdateJob } from "./update.ts";

answerJob(async ({ url, file, work }: UpdateJob) => {
  if (work === "clean") return await cleanDatabase(file);
  const db = await openDb({ url });
  await migrate(db).finally(() => db.close());
});
