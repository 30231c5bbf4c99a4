/** What becomes of entries, and of what is being written, reported to every window of this browser. */
import type { Answer, Entry } from "./entry.ts";

export type News =
  | { type: "changed" }
  /** What the server answered, if it did. */
  | { type: "tried"; entry: Entry; outcome: Outcome; answer?: Answer }
  /** Somebody is about to log out: each window answers with what is being written in it. */
  | { type: "leaving"; viewerId: string }
  | { type: "writing"; drafts: string[] };

/** `waits` is tried again; `stopped` waits too, until its owner is signed in; `refused` would be each time. */
export type Outcome = "sent" | "waits" | "stopped" | "refused";

const listeners = new Set<(news: News) => void>();
let channel: BroadcastChannel | undefined;

/** Listens to this window's and others'. @returns a function that stops listening */
export function onNews(listener: (news: News) => void): () => void {
  connect();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports to this window at once, and to the others. */
export function report(news: News): void {
  for (const listener of listeners) listener(news);
  connect().postMessage(news);
}

function connect(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel("chapterhouse.outbox");
  channel.onmessage = ({ data }) => listeners.forEach((listener) => listener(data));
  addEventListener("pagehide", disconnect, { once: true });
  return channel;
}

/** A page with an open channel could not be stored for going back. */
function disconnect(): void {
  channel?.close();
  channel = undefined;
  addEventListener("pageshow", () => {
    connect();
    listeners.forEach((listener) => listener({ type: "changed" }));
  }, { once: true });
}
