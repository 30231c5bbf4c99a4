/** What everybody reads on top of every page, kept for a few seconds: each page has it, and it rarely changes. */
import { type Announcement, findAnnouncement } from "../../db/operator/people.ts";
import type { Db } from "../../db/engine/client.ts";
import type { Log } from "../log/log.ts";

export interface Announcements {
  /** The present one, as it was a few seconds ago at most; none where it cannot be read. */
  current(): Promise<Announcement | undefined>;
  /** It was changed here: the next page reads it anew. */
  changed(): void;
}

/** Milliseconds: after a change on another instance it is shown this much later at most. */
const lifetime = 10_000;

export function openAnnouncements({ db, clock, log }: { db: Db; clock: () => number; log: Log }): Announcements {
  let readAt = -Infinity;
  let reading: Promise<Announcement | undefined> = Promise.resolve(undefined);
  return {
    async current() {
      const now = clock();
      if (Math.abs(now - readAt) >= lifetime) {
        readAt = now;
        reading = findAnnouncement(db, now).catch((err) => {
          log.debug({ err }, "the announcement could not be read");
          return undefined;
        });
      }
      const announcement = await reading;
      return announcement && Date.parse(announcement.endsAt) > now ? announcement : undefined;
    },
    changed: () => void (readAt = -Infinity),
  };
}
