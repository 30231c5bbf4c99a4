/** Sends what is in the outbox, which is removed then. */
import type { Failure } from "../../../server/contract/site/shapes.ts";
import { apiBase, failureOf } from "../../runtime/api.ts";
import { on } from "../../runtime/events.ts";
import { onReturn } from "../../runtime/lifecycle.ts";
import { readStored } from "../../runtime/storage.ts";
import { changeEach, discard, entriesOf, type Entry, find, type News, onNews, viewerId } from "./entries.ts";
import { flush, waiting } from "./flush.ts";
import { storageKeys } from "../../../server/contract/site/limits.ts";

type Tried = News & { type: "tried" };

/** Milliseconds until what waits is tried again, doubled each time. */
const retry = { first: 5000, longest: 5 * 60_000 };
let delay = retry.first;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends what waits, and with it one that was stored.
 *
 * @returns the server's answer; undefined where there was none and it waits
 * @throws ApiError where the server did not take it: then it is not stored any more, unless its reader is signed out
 */
export async function settle<T>(id: number, path: string): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<Tried>();
  let tried: Tried | undefined;
  const stop = onNews((news) => {
    if (news.type === "tried" && news.entry.id === id) resolve(tried = news);
  });
  try {
    await sendWaiting();
    // It waits behind another one, or was replaced by a later one.
    if (!tried && (await find(id) || !await isSentElsewhere(promise))) return undefined;
    return await resultOf<T>(await promise, path);
  } finally {
    stop();
  }
}

/** Milliseconds for which the news of another window may take. */
const newsWithin = 500;

const isSentElsewhere = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    promise.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, newsWithin, false)),
  ]);

async function resultOf<T>({ entry, outcome, answer }: Tried, path: string): Promise<T | undefined> {
  if (outcome === "sent") return answer!.body as T;
  if (!answer) return undefined;
  // The caller still has it, and shows why; but a reader who is signed out leaves the page for that.
  if (outcome !== "stopped") await discard(entry.id);
  throw failureOf(answer.status, path, answer.body as Partial<Failure>);
}

/** What waits or was refused, except for what an open window is sending. */
export async function unsent(): Promise<Entry[]> {
  const [all, sendable] = await Promise.all([entriesOf(viewerId()), waiting(viewerId())]);
  const ids = new Set(sendable.map(({ id }) => id));
  return all.filter(({ id, refusal }) => refusal || ids.has(id));
}

/** Sends again what was refused. */
export async function tryAgain(id: number): Promise<void> {
  await changeEach(viewerId(), (entry) => entry.id === id ? { ...entry, refusal: undefined } : undefined);
  await sendWaiting();
}

/** Sends what waits; if that fails, again later, and by the service worker where it may. */
export async function sendWaiting(): Promise<void> {
  clearTimeout(timer);
  const token = readStored(storageKeys.token);
  const authorization = token ? `Bearer ${token}` : undefined;
  const isDone = await flush({ viewerId: viewerId(), api: apiBase(), authorization });
  if (isDone) return void (delay = retry.first);
  clearTimeout(timer);
  timer = setTimeout(() => void sendWaiting().catch(console.warn), delay);
  delay = Math.min(2 * delay, retry.longest);
  void sendInBackground().catch(console.warn);
}

/** Not every browser sends in the background, and some only where they may. */
async function sendInBackground(): Promise<void> {
  const registration = await navigator.serviceWorker?.ready as
    | ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }
    | undefined;
  await registration?.sync?.register("outbox");
}

/** Sends what waits now, and whenever the connection may be back. */
export function startSending(): void {
  const send = () => {
    delay = retry.first;
    sendWaiting().catch(console.warn);
  };
  onReturn(send);
  on("connected", send);
  send();
}
