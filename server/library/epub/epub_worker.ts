import { parentPort } from "node:worker_threads";
import type { ReadPart, ReadText } from "./epub.ts";
import { openPublication, type Publication } from "./publication.ts";
import { Refusal } from "./refusal.ts";
import { startHeartbeat } from "./heartbeat.ts";

/** Bytes are sent as buffers: of an array Deno 2.9.6 makes a number in memory for each byte. */
export type Order = { open: ArrayBuffer } | { next: true };

export type Answer =
  | { opened: { title: string } }
  | { part: ReadPart }
  | { picture: { number: number; bytes: ArrayBuffer } }
  | { text: ReadText }
  | { refused: string }
  /** The stack of an error that is none of the file's, or that it should not be able to make. */
  | { failed: string };

/** The thread has started to listen, or is at work. */
export type Heartbeat = { isWorking: true };

type Reading = ReturnType<Publication["read"]>;

let publication: Publication | undefined;
let reading: Reading | undefined;

parentPort!.on("message", async (order: Order) => {
  const answer = await answerTo(order).catch(failure);
  parentPort!.postMessage(answer, "picture" in answer ? [answer.picture.bytes] : []);
});

startHeartbeat(() => parentPort!.postMessage({ isWorking: true } satisfies Heartbeat));

async function answerTo(order: Order): Promise<Answer> {
  if ("open" in order) {
    publication = await openPublication(new Uint8Array(order.open));
    return { opened: { title: publication.title } };
  }
  reading ??= publication!.read();
  const { value, done } = await reading.next();
  if (done) return { text: value };
  if ("part" in value) return value;
  const { number, bytes } = value.picture;
  return { picture: { number, bytes: Uint8Array.from(bytes).buffer } };
}

function failure(error: unknown): Answer {
  if (error instanceof Refusal) return { refused: error.message };
  return { failed: error instanceof Error && error.stack || String(error) };
}
