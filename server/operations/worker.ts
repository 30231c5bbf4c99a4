/// <reference lib="deno.worker" />
import { openDb } from "../../db/engine/client.ts";
import { cleanDatabase } from "../../db/engine/database_file.ts";
import { migrate } from "../../db/engine/migrate.ts";
import { backUp } from "./backup.ts";

export interface Job {
  work: keyof typeof works;
  url: string;
  file: string;
}

export type Outcome = { result: unknown } | { failure: string; code?: string };

const works = {
  backUp: ({ url, file }: Job): Promise<unknown> => backUp(url, file),
  clean: ({ file }: Job): Promise<unknown> => cleanDatabase(file),
  async migrate({ url }: Job): Promise<unknown> {
    const db = await openDb({ url });
    return await migrate(db).finally(() => db.close());
  },
};

addEventListener("message", async ({ data: job }: MessageEvent<Job>) => {
  const outcome: Outcome = await works[job.work](job).then((result) => ({ result }), asFailure);
  postMessage(outcome);
});

const asFailure = (error: unknown) => ({
  failure: error instanceof Error ? error.message : String(error),
  code: (error as { code?: string }).code,
});
