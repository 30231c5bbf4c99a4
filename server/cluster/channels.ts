import type { RedisLink } from "./redis.ts";

export type Channels = ReturnType<typeof openChannels>;

interface Use {
  count: number;
  subscribed: Promise<void>;
  /** Settles early where Redis becomes unavailable. */
  ready: Promise<void>;
}

/** To which every instance listens. */
export const everybody = "";

const done = Promise.resolve();

/**
 * Channels of Redis, of which an instance listens to those that it has a use for. Redis does not store what it passes
 * on: a connection that broke has missed something, and one that did not break has missed nothing.
 */
export function openChannels(redis: RedisLink, receive: (text: string) => void) {
  const client = redis.duplicate();
  // Channels are common to all databases of a Redis.
  const prefix = `chapterhouse:${client.options?.database ?? 0}:`;
  const uses = new Map<string, Use>([[everybody, { count: 1, subscribed: done, ready: done }]]);
  let failure: unknown;
  function fail(error: unknown): void {
    failure = error;
    redis.reportMissed();
  }
  const subscribe = (...channels: string[]) => client.subscribe(channels.map((name) => prefix + name), listener);
  const subscribeAll = () => subscribe(...uses.keys());
  const unsubscribe = (channel: string) => void client.unsubscribe(prefix + channel, listener).catch(() => {});
  const listener = (text: string, name: string) => {
    const channel = name.slice(prefix.length);
    if (uses.has(channel)) receive(text);
    // It was left while there was no connection.
    else unsubscribe(channel);
  };

  // A check may come while it opens for the first time: only a failure is a problem then.
  let isOpening = true;
  client.once("ready", () => isOpening = false).once("error", () => isOpening = false);
  client.on("ready", () => void subscribeAll().then(() => redis.reportMissed(), fail));
  client.connect().catch(fail);
  redis.alsoCheck(async (checked) => {
    if (!client.isReady && !isOpening) throw new Error("A connection is missing.");
    const failed = failure;
    if (failed) await Promise.all([subscribeAll(), checked.publish(prefix + everybody, "")]);
    if (failure === failed) failure = undefined;
  });

  function begin(channel: string): Pick<Use, "subscribed" | "ready"> {
    // Without a connection nothing is queued: all are subscribed to once it is there.
    if (!client.isReady) return { subscribed: done, ready: done };
    const subscribed = subscribe(channel).catch(fail);
    return { subscribed, ready: redis.run(() => subscribed).catch(() => {}) };
  }

  return {
    publish(channel: string, text: string): void {
      redis.run((client) => client.publish(prefix + channel, text)).catch((error) => {
        redis.reportMissed();
        if (redis.isAvailable) fail(error);
      });
    },
    /** Listens to a channel until it is left as often as it was entered. */
    enter(channel: string): void {
      const use = uses.get(channel);
      if (use) use.count++;
      else uses.set(channel, { count: 1, ...begin(channel) });
    },
    leave(channel: string): void {
      const use = uses.get(channel)!;
      if (--use.count > 0) return;
      uses.delete(channel);
      // Not before Redis has confirmed it: the client would drop the listener of whatever subscribes to it meanwhile.
      void use.subscribed.then(() => client.isReady && !uses.has(channel) && unsubscribe(channel));
    },
    /** Settles when nothing is missed that is sent from then on; at once while Redis is unavailable. */
    async ready(channels: Iterable<string>): Promise<void> {
      await Promise.all([...channels].map((channel) => uses.get(channel)?.ready));
    },
  };
}
