import { parentPort } from "node:worker_threads";
import { epubTexts as texts } from "../../contract/books/text_texts.ts";
import type { ReadPart, ReadText } from "./epub.ts";
import { openPublication, type Publication } from "./publication.ts";
import { Refusal } from "./refusal.ts";

/** Bytes are sent as buffers: of an array Deno 2.9.6 makes a number in memory for each byte. */
export type Order = { open: ArrayBuffer } | { next: true };

export type Answer =
  | { opened: { title: string } }
  | { part: ReadPart }
  | { picture: { number: number; bytes: ArrayBuffer } }
  | { text: ReadText }
  | { refused: string };

type Reading = ReturnType<Publication["read"]>;

let publication: Publication | undefined;
let reading: Reading | undefined;

parentPort!.on("message", async (order: Order) => {
  const answer = await answerTo(order).catch((error): Answer => ({ refused: sentenceOf(error) }));
  parentPort!.postMessage(answer, "picture" in answer ? [answer.picture.bytes] : []);
});

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

/** A stack or a memory that is full is the file's fault too. */
const sentenceOf = (error: unknown) => error instanceof Refusal ? error.message : texts.failed;
