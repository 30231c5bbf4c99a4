/** Forms with files, which are read as they arrive. */
import pLimit from "p-limit";
import * as chatLimits from "../contract/chat/limits.ts";
import * as siteLimits from "../contract/site/limits.ts";
import { Busboy, type BusboyConfig, type BusboyFileStream } from "@fastify/busboy";
import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type AppError, BadRequest, Busy } from "../errors.ts";
import { declaredLength, malformedForm, refuse, tooLarge, tooSlow, withFiles } from "./body.ts";
import { countBytes } from "./body_memory.ts";
import type { Fields } from "./form.ts";
import type { Ctx, Env } from "./router.ts";
import { filesTexts } from "../contract/chat/texts.ts";

/** A file while it arrives. */
export interface IncomingFile {
  /** As the sender named it; may be anything. */
  name: string;
  /** Can be read once. It throws what ends the upload. */
  bytes: AsyncIterable<Uint8Array>;
  /** How large it can be, at most: what of the request has not arrived when the file begins. */
  most: number;
  /** Counts bytes that stay in memory until the request is answered. @throws Busy where there is no room for them */
  hold(bytes: number): void;
}

interface Form<T> {
  /** Its text fields; those that come after a file too. */
  fields: Fields;
  /** What was made of each file, in their order. */
  files: T[];
}

/** Several times the most that our forms have; a message's text has up to eight bytes for a character, decomposed. */
const limits = {
  fields: 20,
  fieldSize: 16 * chatLimits.message.max,
  parts: 20 + chatLimits.message.files,
  headerPairs: 20,
  headerSize: 4096,
};

/**
 * How much of all uploads is read at once, and for how many milliseconds then nothing is. As long as there is something
 * to do, the event loop takes no input from other sockets.
 */
const turn = { bytes: chatLimits.fileChunk, pause: 2 };
const pauses = pLimit(1);

/** What is in memory of a file that is streamed: a chunk, and what the streams hold. */
const streamed = 2 * chatLimits.fileChunk;

/**
 * Reads a form with files. One file after the other is passed on, without the next bytes being read before it takes
 * them. Files without a name, which a form sends where none was chosen, are left out.
 *
 * @param store reads a file to its end; where it throws, the rest of the form is not read
 * @param most how many files the form may have
 * @throws what `store` throws; BadRequest for a malformed form, TooLarge, Busy, AppError (408) when it takes too long
 */
export async function receiveFiles<T, E extends Env>(
  c: Ctx<E>,
  store: (file: IncomingFile) => Promise<T>,
  { most = chatLimits.message.files }: { most?: number } = {},
): Promise<Form<T>> {
  const { env: { incoming, outgoing }, var: { address, session, deps: { bodies } } } = c;
  if (incoming.destroyed) throw malformedForm();
  const sender = { address, account: session?.user.id };
  const count = countBytes(bodies, sender, { request: incoming, response: outgoing });
  const hold = (bytes: number) => {
    if (!count(bytes)) throw new Busy();
  };
  hold(siteLimits.body.open + streamed);
  const form: Form<T> = { fields: {}, files: [] };
  const parser = openParser(incoming, { ...limits, files: most });
  const ended = Promise.withResolvers<void>();
  /** What the parser has read whole. */
  let read = 0;
  let current: BusboyFileStream | undefined;
  let stored = Promise.resolve();

  parser.on("field", (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) return ended.reject(malformedForm());
    // Text areas send CRLF for the line feeds that were typed.
    form.fields[name] = value.replaceAll("\r\n", "\n");
  });
  parser.on("file", (_field, stream, name) => {
    // Its reader gets the error too.
    stream.on("error", () => {});
    if (!name) return void stream.resume();
    const rest = (declaredLength(incoming) || withFiles.bytes) - read;
    stored = stored.then(async () => {
      current = stream;
      // A reader that leaves it early does not end the form.
      const bytes = stream.iterator({ destroyOnReturn: false });
      form.files.push(await store({ name: name.replaceAll("%22", '"'), bytes, most: rest, hold }));
      stream.resume();
    });
    stored.catch(ended.reject);
  });
  parser.once("filesLimit", () => ended.reject(new BadRequest(filesTexts.tooMany(most), "too_many_files")));
  for (const event of ["partsLimit", "fieldsLimit"] as const) parser.once(event, () => ended.reject(malformedForm()));
  parser.once("error", () => ended.reject(malformedForm()));
  parser.once("finish", () => stored.then(ended.resolve, ended.reject));

  let pausedAt = 0;
  const onData = (part: Uint8Array) => {
    if (read + part.length > withFiles.bytes) return ended.reject(tooLarge(withFiles));
    incoming.pause();
    parser.write(part, async () => {
      read += part.length;
      if (read - pausedAt >= turn.bytes) {
        pausedAt = read;
        await pauses(() => delay(turn.pause));
      }
      incoming.resume();
    });
  };
  const onBroken = () => ended.reject(malformedForm());
  const onEnd = () => {
    incoming.off("close", onBroken);
    parser.end();
  };
  const timer = setTimeout(() => ended.reject(tooSlow()), withFiles.time);
  incoming.on("data", onData).once("close", onBroken).once("end", onEnd);
  try {
    await ended.promise;
    return form;
  } catch (error) {
    incoming.off("data", onData).off("end", onEnd);
    current?.destroy(error as Error);
    // What was stored of the file is given up before anything is answered.
    await stored.catch(() => {});
    incoming.resume();
    return await refuse(incoming, error as AppError);
  } finally {
    clearTimeout(timer);
    incoming.off("close", onBroken);
  }
}

/** @throws BadRequest for a form without a boundary */
function openParser({ headers }: IncomingMessage, limits: BusboyConfig["limits"]): InstanceType<typeof Busboy> {
  try {
    return new Busboy({ headers: { ...headers, "content-type": headers["content-type"]! }, limits });
  } catch {
    throw malformedForm();
  }
}
