/** What the outbox holds, and what is reported of it. */
import type { Failure } from "../../../server/contract/site/shapes.ts";

/** Something for the server that was written down in the browser, until the server has it. */
export interface Entry extends NewEntry {
  /** Rises: entries are sent in this order. */
  id: number;
  /** How often it was tried in vain. */
  tries: number;
  /** Why it can never be sent as it is. */
  refusal?: Refusal;
}

export interface NewEntry {
  /** Whose it is: it is sent in no other name, and shown to nobody else. */
  viewerId: string;
  kind: "message" | "note" | "page" | "answer";
  /** Entries of one key are sent in their order, and one that has to wait delays those after it. */
  key: string;
  call: Call;
  /** What a person typed or chose. */
  text: string;
  /** What it belongs to, and where that is. */
  place: string;
  href: string;
  /** The window that sends it by another way, for as long as it is open, and what that shows of it meanwhile. */
  window?: string;
  shown?: unknown;
}

export interface Call {
  method: "POST" | "PUT";
  /** Below the API's base path. */
  path: string;
  body: Record<string, unknown>;
}

/** What the server answered. */
export interface Answer {
  status: number;
  body: unknown;
}

/** An answer that would be the same the next time. */
export interface Refusal {
  status: number;
  failure: Partial<Failure>;
}

/** What becomes of entries, and of what is being written, reported to every window of this browser. */
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
