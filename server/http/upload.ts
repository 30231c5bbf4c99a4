import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { Busboy, type BusboyConfig, type BusboyFileStream } from "@fastify/busboy";
import pLimit from "p-limit";
import { giveWay } from "../../db/engine/timing.ts";
import * as chatLimits from "../contract/chat/limits.ts";
import { attachmentTexts } from "../contract/chat/attachment_texts.ts";
import { filesServerTexts } from "../contract/chat/texts.ts";
import * as siteLimits from "../contract/site/limits.ts";
import { AppError, BadRequest, Busy, TooLarge } from "../errors.ts";
import { allowanceOf, declaredLength, isUpload, malformedForm, refuse, tooLarge, tooSlow } from "./body.ts";
import { type BodyMemory, countBytes } from "./body_memory.ts";
import type { Fields } from "./form.ts";
import { type Rate, watchRate } from "./minimum_rate.ts";
import type { Ctx, Env } from "./router.ts";

export interface IncomingFile {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
  most: number;
  hold(bytes: number): void;
}

interface Form<T> {
  fields: Fields;
  files: T[];
}

/** Several times what our forms have; a message's text has up to eight bytes for a character, decomposed. */
const limits = {
  fields: 20,
  fieldSize: 16 * chatLimits.message.max,
  parts: 20 + chatLimits.message.files,
  headerPairs: 20,
  headerSize: 4096,
};

// Bytes of all uploads that are read at once, and the milliseconds until the next: as long as there is something to do,
// the event loop takes no input from other sockets.
const turn = { bytes: chatLimits.fileChunk, pause: 2 };
const pauses = pLimit(1);

const streamed = 2 * chatLimits.fileChunk;

interface Receiving {
  most?: number;
  /** What is held of it counts there. */
  memory?: BodyMemory;
  /** Said where that has no room. */
  busy?: string;
}

// One file after the other is passed on, without the next bytes being read before it takes them.
// @throws what `store` throws; AppError (408, 415), BadRequest, TooLarge, Busy
export async function receiveFiles<T, E extends Env>(
  c: Ctx<E>,
  store: (file: IncomingFile) => Promise<T>,
  { most = chatLimits.message.files, memory = c.var.deps.bodies, busy }: Receiving = {},
): Promise<Form<T>> {
  const { env: { incoming, outgoing }, var: { address, session } } = c;
  if (!isUpload(c)) throw new AppError(415, "not_multipart", filesServerTexts.notMultipart);
  if (incoming.destroyed) throw malformedForm();
  const sender = { address, account: session?.user.id };
  const count = countBytes(memory, sender, { request: incoming, response: outgoing });
  const hold = (bytes: number) => {
    if (!count(bytes)) throw new Busy(busy);
  };
  hold(siteLimits.body.open + streamed);
  const parser = openParser(incoming, { ...limits, files: most });
  const allowance = allowanceOf(c);
  const source = { length: declaredLength(incoming) || allowance.bytes, read: 0 };
  const parts = readParts(parser, { source, store, most, hold });
  const feeding = feed(parser, incoming, { source, allowance, rate: c.var.deps.uploadRate, fail: parts.fail });
  try {
    await parts.done;
    return parts.form;
  } catch (error) {
    feeding.stop();
    await parts.abandon(error as Error);
    incoming.resume();
    return await refuse(incoming, error as AppError);
  } finally {
    feeding.end();
  }
}

/** @returns its parts; @throws BadRequest where there is none, TooLarge, and as `receiveFiles` */
export async function receiveFile<E extends Env>(
  c: Ctx<E>,
  { bytes, texts }: { bytes: number; texts: { noFile: string; tooLarge: string } },
): Promise<Buffer[]> {
  const { files: [file] } = await receiveFiles(c, inParts(bytes, texts), { most: 1 });
  if (!file) throw new BadRequest(texts.noFile, "no_file");
  return file;
}

/** Stores a file in memory, where it counts as it arrives. */
export const inParts = (most: number, texts: { tooLarge: string }) => async ({ bytes, hold }: IncomingFile) => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > most) throw new TooLarge(texts.tooLarge);
    hold(part.length);
    parts.push(Buffer.from(part));
  }
  return parts;
};

/** Joins the parts, which are let go as they are copied. */
export async function inOnePiece(parts: Buffer[]): Promise<Buffer<ArrayBuffer>> {
  const file = Buffer.from(new ArrayBuffer(parts.reduce((size, { length }) => size + length, 0)));
  let at = 0;
  for (const part of parts.splice(0)) {
    at += part.copy(file, at);
    await giveWay();
  }
  return file;
}

type Parser = InstanceType<typeof Busboy>;

function openParser({ headers }: IncomingMessage, limits: BusboyConfig["limits"]): Parser {
  try {
    return new Busboy({ headers: { ...headers, "content-type": headers["content-type"]! }, limits });
  } catch {
    throw malformedForm();
  }
}

interface Source {
  length: number;
  read: number;
}

interface Reading<T> {
  source: Source;
  store: (file: IncomingFile) => Promise<T>;
  most: number;
  hold: IncomingFile["hold"];
}

function readParts<T>(parser: Parser, { source, store, most, hold }: Reading<T>) {
  const { promise: done, resolve, reject: fail } = Promise.withResolvers<void>();
  const form: Form<T> = { fields: {}, files: [] };
  let current: BusboyFileStream | undefined;
  let stored = Promise.resolve();

  parser.on("field", (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) return fail(malformedForm());
    // Text areas send CRLF for the line feeds that were typed.
    form.fields[name] = value.replaceAll("\r\n", "\n");
  });
  parser.on("file", (_field, stream, name) => {
    stream.on("error", () => {});
    if (!name) return void stream.resume();
    const rest = source.length - source.read;
    stored = stored.then(async () => {
      current = stream;
      // A reader that leaves it early does not end the form.
      const bytes = stream.iterator({ destroyOnReturn: false });
      form.files.push(await store({ name: name.replaceAll("%22", '"'), bytes, most: rest, hold }));
      stream.resume();
    });
    stored.catch(fail);
  });
  parser.once("filesLimit", () => fail(new BadRequest(attachmentTexts.tooMany(most), "too_many_files")));
  for (const event of ["partsLimit", "fieldsLimit"] as const) parser.once(event, () => fail(malformedForm()));
  parser.once("error", () => fail(malformedForm()));
  parser.once("finish", () => stored.then(resolve, fail));
  return {
    form,
    done,
    fail,
    /** What was stored of the file is given up before anything is answered. */
    async abandon(error: Error): Promise<void> {
      current?.destroy(error);
      await stored.catch(() => {});
    },
  };
}

interface Feeding {
  source: Source;
  allowance: ReturnType<typeof allowanceOf>;
  rate: Rate;
  fail: (error: Error) => void;
}

function feed(parser: Parser, incoming: IncomingMessage, { source, allowance, rate, fail }: Feeding) {
  let pausedAt = 0;
  const slow = () => fail(tooSlow());
  const watch = watchRate(rate, slow);
  const onData = (part: Uint8Array) => {
    watch.received(part.length);
    if (source.read + part.length > allowance.bytes) return fail(tooLarge(allowance));
    incoming.pause();
    parser.write(part, async () => {
      source.read += part.length;
      if (source.read - pausedAt >= turn.bytes) {
        pausedAt = source.read;
        await pauses(() => delay(turn.pause));
      }
      incoming.resume();
      watch.startWaiting();
    });
  };
  const onBroken = () => fail(malformedForm());
  const onEnd = () => {
    incoming.off("close", onBroken);
    watch.stop();
    parser.end();
  };
  const timer = setTimeout(slow, allowance.time);
  watch.startWaiting();
  incoming.on("data", onData).once("close", onBroken).once("end", onEnd);
  return {
    stop: () => void incoming.off("data", onData).off("end", onEnd),
    end(): void {
      clearTimeout(timer);
      watch.stop();
      incoming.off("close", onBroken);
    },
  };
}
