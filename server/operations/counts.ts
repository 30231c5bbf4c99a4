import type { Db } from "../../db/engine/client.ts";
import { addCounts } from "../../db/operator/site.ts";
import type { DayCountName } from "../contract/operator/shapes.ts";
import type { Log } from "../log.ts";

export type Counts = ReturnType<typeof openCounts>;

const every = 60_000;

export function openCounts({ db, clock, log }: { db: Db; clock: () => number; log: Log }) {
  const counted = new Map<DayCountName, number>();
  async function flush(): Promise<void> {
    const counts = [...counted].map(([name, count]) => ({ name, count }));
    if (counts.length === 0) return;
    counted.clear();
    try {
      await addCounts(db, new Date(clock()).toISOString().slice(0, 10), counts);
    } catch (err) {
      for (const { name, count } of counts) counted.set(name, (counted.get(name) ?? 0) + count);
      log.debug({ err }, "counts could not be stored");
    }
  }
  const timer = setInterval(() => void flush(), every);
  Deno.unrefTimer(timer);
  return {
    add: (name: DayCountName) => void counted.set(name, (counted.get(name) ?? 0) + 1),
    async close(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}
