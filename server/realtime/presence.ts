import type { RedisLink } from "../cluster/redis.ts";
import * as chatLimits from "../contract/chat/limits.ts";
import type { Log } from "../log.ts";
import type { Broadcast } from "./broadcast.ts";
import { throttleByKey } from "./throttle.ts";

/** Milliseconds after which an instance confirms its readers, and after which it counts as gone. */
const confirmEvery = 30_000;
const goneAfter = 90_000;

interface PresenceDeps {
  log: Log;
  broadcast: Broadcast;
  local: Broadcast;
  redis?: RedisLink;
  /** Of a group in which only they see all; undefined for one in which everybody does. */
  organizersOf: (groupId: string) => Promise<string[] | undefined>;
}

interface Stored {
  userIds: string[];
  until: number;
}

const keyOf = (groupId: string) => `chapterhouse:presence:${groupId}`;

export function openPresence({ log, broadcast, local, redis, organizersOf }: PresenceDeps) {
  const field = crypto.randomUUID();
  const stored = new Set<string>();

  async function share(groupId: string, link: RedisLink): Promise<string[]> {
    const here: Stored = { userIds: local.usersIn(groupId), until: Date.now() + goneAfter };
    const key = keyOf(groupId);
    if (here.userIds.length > 0) {
      stored.add(groupId);
      await link.run((client) => client.hSet(key, field, JSON.stringify(here)));
      await link.run((client) => client.pExpire(key, goneAfter));
    } else {
      stored.delete(groupId);
      await link.run((client) => client.hDel(key, field));
    }
    const all = Object.values(await link.run((client) => client.hGetAll(key)))
      .map((text): Stored => JSON.parse(text))
      .filter(({ until }) => until > Date.now());
    return [...new Set(all.flatMap(({ userIds }) => userIds))];
  }

  const { call, close } = throttleByKey(chatLimits.chat.presenceEvery, async (groupId) => {
    try {
      const isShared = redis?.isAvailable ?? false;
      const userIds = isShared ? await share(groupId, redis!) : local.usersIn(groupId);
      (isShared ? broadcast : local).presence({ groupId, userIds }, await organizersOf(groupId));
      // Everybody is sent everybody: the more there are, the less often.
      return chatLimits.chat.presenceEvery * Math.max(1, Math.ceil(userIds.length / 50));
    } catch (err) {
      log.debug({ err }, "who is in a group could not be sent");
    }
  });

  const timer = redis && setInterval(() => stored.forEach(call), confirmEvery);
  if (timer) Deno.unrefTimer(timer);

  return {
    changed: call,
    async close(): Promise<void> {
      close();
      clearInterval(timer);
      if (!redis?.isAvailable) return;
      const leave = [...stored].map((groupId) => redis.run((client) => client.hDel(keyOf(groupId), field)));
      await Promise.allSettled(leave);
    },
  };
}
