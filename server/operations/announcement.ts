import type { Db } from "../../db/engine/client.ts";
import { type Announcement, findAnnouncement } from "../../db/operator/site.ts";
import type { Log } from "../log.ts";

export type Announcements = ReturnType<typeof openAnnouncements>;

/** Milliseconds: after a change on another instance it is shown this much later at most. */
const lifetime = 10_000;

export function openAnnouncements({ db, clock, log }: { db: Db; clock: () => number; log: Log }) {
  let readAt = -Infinity;
  let reading: Promise<Announcement | undefined> = Promise.resolve(undefined);
  return {
    async current(): Promise<Announcement | undefined> {
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
