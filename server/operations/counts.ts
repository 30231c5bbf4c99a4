/** How much happened, for the operators' charts: counted in memory, and added to the database once a minute. */
import { addCounts } from "../../db/operator/people.ts";
import type { Db } from "../../db/engine/client.ts";
import type { DayCountName } from "../contract/operator/numbers.ts";
import type { Log } from "../log/log.ts";

export interface Counts {
  add(name: DayCountName): void;
  /** Stores what was counted. What a crash loses is a minute of it. */
  close(): Promise<void>;
}

const every = 60_000;

export function openCounts({ db, clock, log }: { db: Db; clock: () => number; log: Log }): Counts {
  const counted = new Map<DayCountName, number>();
  async function flush(): Promise<void> {
    const counts = [...counted].map(([name, count]) => ({ name, count }));
    if (counts.length === 0) return;
    counted.clear();
    try {
      await addCounts(db, new Date(clock()).toISOString().slice(0, 10), counts);
    } catch (err) {
      // Added to what is counted meanwhile.
      for (const { name, count } of counts) counted.set(name, (counted.get(name) ?? 0) + count);
      log.debug({ err }, "counts could not be stored");
    }
  }
  const timer = setInterval(() => void flush(), every);
  Deno.unrefTimer(timer);
  return {
    add: (name) => void counted.set(name, (counted.get(name) ?? 0) + 1),
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
