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
