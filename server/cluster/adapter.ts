import { setTimeout as delay } from "node:timers/promises";
import { createAdapter } from "@socket.io/redis-streams-adapter";
import { type RedisClient, type RedisLink, RedisUnavailable } from "./redis.ts";

const stream = "chapterhouse:events";
const maxLen = 10_000;
const readCount = 200;
/** Milliseconds: shorter than the silence after which a connection is replaced. */
const blockTimeInMs = 2000;
const pause = 200;

export function redisAdapter(redis: RedisLink, onEvent: (name: string, payload: unknown) => void = () => {}) {
  const create = createAdapter(publisher(redis), {
    streamName: stream,
    channelPrefix: "chapterhouse",
    maxLen,
    readCount,
    blockTimeInMs,
    onlyPlaintext: true,
  });
  // No arrow function: the server calls it with `new`.
  return function (namespace: unknown) {
    const adapter = create(namespace);
    const receive = adapter["onMessage"].bind(adapter);
    adapter["onMessage"] = (message, offset) => {
      const { type, uid, data } = message as Received;
      if (type === broadcast && uid !== adapter["uid"]) onEvent(...data!.packet.data);
      receive(message, offset);
    };
    return adapter;
  };
}

const broadcast = 3;

interface Received {
  type: number;
  uid: string;
  data?: { packet: { data: [name: string, payload: unknown] } };
}

/** An instance's own sockets do not wait for Redis: the adapter sends to them as soon as `xAdd` has resolved. */
function publisher(redis: RedisLink) {
  let failure: unknown;
  redis.alsoCheck(async (client) => {
    // Without a namespace it is no event.
    if (failure) await client.xAdd(stream, "*", { check: "" }, { TRIM: { strategy: "MAXLEN", threshold: maxLen } });
    failure = undefined;
  });
  const fail = (error: unknown) => {
    redis.reportMissed();
    if (!(error instanceof RedisUnavailable)) failure = error;
  };
  return {
    sSubscribe: () => Promise.resolve(),
    duplicate: () => reader(redis),
    xAdd: (...args: Parameters<RedisClient["xAdd"]>) => {
      redis.run((client) => client.xAdd(...args)).catch(fail);
      return Promise.resolve("");
    },
    publish: (channel: string, payload: string) =>
      redis.run((client) => client.publish(channel, payload)).catch(() => 0),
    sendCommand: (args: string[]) => redis.run((client) => client.sendCommand(args)),
  };
}

type XRead = RedisClient["xRead"];

// The position in the stream is remembered here: the adapter would miss what comes between two reads before a first
// event, read again at once after a failure, and wait for ever where Redis has come back with older data.
function reader(redis: RedisLink): RedisClient {
  const client = redis.duplicate();
  const [open, read] = [client.connect.bind(client), client.xRead.bind(client)];
  // A check may come while it opens for the first time: only a failure is a problem then.
  let isOpening = true;
  client.once("ready", () => isOpening = false).once("error", () => isOpening = false);
  let position: string | undefined;
  let failure: unknown;
  const readNext = async (options: Parameters<XRead>[1]) => {
    if (position === undefined) {
      position = await lastId(client);
      redis.reportMissed();
    }
    const from = position;
    // Without waiting for an event: whether it can be read again.
    if (failure) await read({ key: stream, id: from }, { COUNT: 1 });
    failure = undefined;
    const response = await read({ key: stream, id: from }, options);
    const events = response?.[0].messages ?? [];
    position = events.at(-1)?.id ?? from;
    if (events.length === 0) {
      const last = await lastId(client);
      if (!isBefore(last, from)) return response;
      position = last;
      redis.reportMissed();
    }
    // With so many waiting, those before them may have been dropped from the stream.
    if (events.length === readCount && isBefore(from, await firstId(client))) redis.reportMissed();
    return response;
  };
  const xRead = async (_: unknown, options: Parameters<XRead>[1]) => {
    try {
      return await readNext(options);
    } catch (error) {
      // The adapter would read again and again.
      if (redis.isClosed) return await new Promise<never>(() => {});
      failure = error;
      await delay(pause);
      throw error;
    }
  };
  const connect = () =>
    open().catch((error) => {
      if (redis.isClosed) return client;
      throw error;
    });
  redis.alsoCheck(() => {
    const problem = failure ?? (client.isReady || isOpening ? undefined : new Error("A connection is missing."));
    return problem ? Promise.reject(problem) : Promise.resolve();
  });
  return Object.assign(client, { connect, xRead: xRead as XRead, disconnect: () => Promise.resolve() });
}

const beginning = "0-0";

const lastId = async (client: RedisClient): Promise<string> =>
  (await client.xRevRange(stream, "+", "-", { COUNT: 1 }))?.at(0)?.id ?? beginning;

const firstId = async (client: RedisClient): Promise<string> =>
  (await client.xRange(stream, "-", "+", { COUNT: 1 }))?.at(0)?.id ?? beginning;

function isBefore(id: string, other: string): boolean {
  const [time, number] = id.split("-").map(Number);
  const [otherTime, otherNumber] = other.split("-").map(Number);
  return time < otherTime || time === otherTime && number < otherNumber;
}
