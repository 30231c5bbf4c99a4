/** Redis or Valkey, which connects the instances. While it is unavailable, calls fail at once. */
import { setImmediate } from "node:timers";
import { createClient } from "@redis/client";
import { withTimeout } from "../../db/engine/timing.ts";
import type { Log } from "../log.ts";

export type RedisClient = ReturnType<typeof clientOf>;

const checkEvery = 1000;
const checkTimeout = 1000;
const waitFor = 100;
/** Milliseconds between two checks that count as an outage of ours: Redis may have cut off a slow reader. */
const longestPause = 5000;
/** An instance may be killed after it has stored something and before it has sent the event. */
const notifyEvery = { unavailable: 10_000, available: 60_000 };
/** Milliseconds without a byte after which a connection is replaced; a ping comes sooner. */
const silence = 5000;
const pingEvery = 2000;
const closeTimeout = 500;
const startTimeout = 5000;

/** Its value changes whenever an instance may have missed an event, or Redis has lost its data. */
const epochKey = "chapterhouse:epoch";
const idKey = "chapterhouse:id";

export class RedisUnavailable extends Error {
  override name = "RedisUnavailable";
}

export async function openRedis({ url, log }: { url: string; log: Log }): Promise<RedisLink> {
  const client = clientOf(url);
  let failure: unknown;
  client.on("error", (error) => failure = error);
  if (!await withTimeout(startTimeout, client.connect())) {
    if (client.isOpen) client.destroy();
    throw new Error(reasonOf(failure), { cause: failure });
  }
  const link = new RedisLink(client, log);
  await link.check(startTimeout);
  if (link.isAvailable) return link;
  await link.close();
  throw new Error(link.problem);
}

/** Changes nothing there. @throws Error with the reason where it does not answer */
export async function pingRedis(url: string): Promise<void> {
  const client = clientOf(url);
  let failure: unknown;
  client.on("error", (error) => failure = error);
  try {
    const answers = await withTimeout(startTimeout, client.connect().then(() => client.ping()));
    if (!answers) throw new Error(reasonOf(failure), { cause: failure });
  } finally {
    if (client.isOpen) client.destroy();
  }
}

const clientOf = (url: string) =>
  createClient({
    url,
    pingInterval: pingEvery,
    socket: { connectTimeout: silence, socketTimeout: silence, reconnectStrategy },
  });

/** Milliseconds to wait: twice as long each time, up to a second, and a random part, so that instances differ. */
const reconnectStrategy = (retries: number): number => Math.min(50 * 2 ** retries, 1000) + Math.random() * 200;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || (error as { code?: string }).code || error.name : "It does not answer.";

/** Checked every second. Calls are rejected together, in their order, as soon as a check fails. */
export class RedisLink {
  #client: RedisClient;
  #log: Log;
  isAvailable = true;
  problem = "";
  isClosed = false;
  id = "";
  #epoch: string | undefined;
  #checkedAt = performance.now();
  #notifiedAt = performance.now();
  #hasMissed = true;
  #running = new Set<(error: unknown) => void>();
  #others: RedisClient[] = [];
  #listeners: (() => void)[] = [];
  #checks: ((client: RedisClient) => Promise<void>)[] = [];
  #mayStoreId = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: RedisClient, log: Log) {
    this.#client = client;
    this.#log = log;
    client.on("error", (error) => this.#lose(error));
  }

  /** Makes the id that is known here the right one, also where Redis has lost it: this instance is in service by it. */
  confirmId(): void {
    this.#mayStoreId = true;
  }

  run<T>(command: (client: RedisClient) => Promise<T>): Promise<T> {
    if (!this.isAvailable) return Promise.reject(new RedisUnavailable("Redis is unavailable"));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#running.add(reject);
    command(this.#client).then(resolve, reject).finally(() => this.#running.delete(reject));
    return promise;
  }

  duplicate(): RedisClient {
    const client = this.#client.duplicate();
    this.#others.push(client);
    client.on("error", () => {});
    return client;
  }

  onMissed(listener: () => void): void {
    this.#listeners.push(listener);
  }

  reportMissed(): void {
    this.#hasMissed = true;
  }

  alsoCheck(check: (client: RedisClient) => Promise<void>): void {
    this.#checks.push(check);
  }

  /** @param patience milliseconds for which each answer is waited for */
  async check(patience = checkTimeout): Promise<void> {
    clearTimeout(this.#timer);
    try {
      await this.#readEpoch(patience);
    } catch (error) {
      this.#lose(error);
    }
    if (this.isClosed) return;
    const { available, unavailable } = notifyEvery;
    if (performance.now() - this.#notifiedAt > (this.isAvailable ? available : unavailable)) this.#notify();
    this.#timer = setTimeout(() => void this.check(), checkEvery);
    Deno.unrefTimer(this.#timer);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.#timer);
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#client.isOpen) await withTimeout(closeTimeout, this.#client.close().catch(() => {}));
    for (const client of [this.#client, ...this.#others]) if (client.isOpen) client.destroy();
  }

  async #readEpoch(patience: number): Promise<void> {
    // A command of a connection that is not there would wait for it, with those of all later checks.
    if (!this.#client.isReady) throw new Error("There is no connection.");
    const now = performance.now();
    if (!this.isAvailable || now - this.#checkedAt > longestPause) this.#hasMissed = true;
    const epoch = await inTime(patience, this.#hasMissed ? this.#newEpoch() : this.#getOrSet(epochKey));
    this.#checkedAt = now;
    await inTime(patience, Promise.all([this.#storeId(), ...this.#checks.map((check) => check(this.#client))]));
    if (!this.isAvailable) this.#log.info("Redis is available again");
    this.isAvailable = true;
    const isKnown = this.#epoch === undefined || this.#epoch === epoch;
    this.#epoch = epoch;
    if (!isKnown) this.#notify();
  }

  /** Takes the id that is stored, until it is confirmed; then stores it, as Redis may have lost it. */
  async #storeId(): Promise<void> {
    if (this.#mayStoreId) return void await this.#client.set(idKey, this.id);
    this.id = await this.#getOrSet(idKey);
  }

  /** In one round trip: a pause of this process between two would look like a Redis that does not answer. */
  async #getOrSet(key: string): Promise<string> {
    const [, value] = await Promise.all([
      this.#client.set(key, crypto.randomUUID(), { condition: "NX" }),
      this.#client.get(key),
    ]);
    return value ?? "";
  }

  #notify(): void {
    this.#notifiedAt = performance.now();
    this.#listeners.forEach((listener) => listener());
  }

  async #newEpoch(): Promise<string> {
    this.#hasMissed = false;
    const epoch = crypto.randomUUID();
    try {
      await this.#client.set(epochKey, epoch);
    } catch (error) {
      this.#hasMissed = true;
      throw error;
    }
    return epoch;
  }

  #lose(error: unknown): void {
    if (!this.isAvailable || this.isClosed) return;
    this.isAvailable = false;
    this.problem = reasonOf(error);
    this.#notifiedAt = performance.now();
    this.#log.error(
      { reason: this.problem },
      "Redis is unavailable: other instances are not reached, and limits count here alone",
    );
    const running = [...this.#running];
    this.#running.clear();
    for (const reject of running) reject(new RedisUnavailable("Redis is unavailable"));
  }
}

async function inTime<T>(patience: number, answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  // In short waits: a pause of this process, after which the answer may be there and not read yet, counts as one.
  const waitOn = (left: number) => {
    if (left === 0) return void setImmediate(() => reject(new Error("It does not answer.")));
    timer = setTimeout(waitOn, waitFor, left - 1);
  };
  let timer: ReturnType<typeof setTimeout>;
  waitOn(Math.ceil(patience / waitFor));
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
