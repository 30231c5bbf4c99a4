/// <reference lib="deno.worker" />
import { epubTexts as texts } from "../../contract/books/text_texts.ts";
import { AppError } from "../../errors.ts";
import type { ReadPart, ReadPicture, ReadText } from "./epub.ts";
import { openPublication, type Publication } from "./publication.ts";

export type Order = { open: Uint8Array<ArrayBuffer> } | { next: true };

export type Answer =
  | { opened: { title: string } }
  | { part: ReadPart }
  | { picture: ReadPicture }
  | { text: ReadText }
  | { refused: string };

type Reading = ReturnType<Publication["read"]>;

let publication: Publication | undefined;
let reading: Reading | undefined;

addEventListener("message", async ({ data: order }: MessageEvent<Order>) => {
  postMessage(await answerTo(order).catch((error): Answer => ({ refused: sentenceOf(error) })));
});

async function answerTo(order: Order): Promise<Answer> {
  if ("open" in order) {
    publication = await openPublication(order.open);
    return { opened: { title: publication.title } };
  }
  reading ??= publication!.read();
  const { value, done } = await reading.next();
  return done ? { text: value } : value;
}

/** A stack or a memory that is full is the file's fault too. */
const sentenceOf = (error: unknown) => error instanceof AppError ? error.message : texts.failed;
