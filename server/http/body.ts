import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { createMiddleware } from "hono/factory";
import { attachmentTexts } from "../contract/chat/attachment_texts.ts";
import { arriving, epub } from "../contract/books/text_limits.ts";
import { textTexts } from "../contract/books/text_texts.ts";
import { archiveImportTexts } from "../contract/groups/archive_import_texts.ts";
import { picturesTexts } from "../contract/people/texts.ts";
import * as readingLimits from "../contract/reading/limits.ts";
import * as siteLimits from "../contract/site/limits.ts";
import { transportServerTexts } from "../contract/site/texts.ts";
import { AppError, BadRequest, Busy, TooLarge } from "../errors.ts";
import { hasMoreValues } from "../json_values.ts";
import { countBytes } from "./body_memory.ts";
import { takesUpload } from "../operation.ts";
import type { Ctx, Env } from "./router.ts";

// Reads the body, once, into the cache that `json` and `parseBody` use. Called behind the guards, so that visitors'
// bodies stay small. @throws TooLarge, AppError (408), Busy, BadRequest
export async function readBody<E extends Env>(c: Ctx<E>): Promise<void> {
  const allowance = c.var.user ? allowanceOf(c) : open;
  const read = await c.req.bodyCache.arrayBuffer;
  if (!read) await receive(c, allowance);
  else if (read.byteLength > allowance.bytes) throw tooLarge(allowance);
}

export const refuseLargeBody = createMiddleware<Env>(async (c, next) => {
  const allowance = allowanceOf(c);
  if (declaredLength(c.env.incoming) > allowance.bytes) await refuse(c.env.incoming, tooLarge(allowance));
  await next();
});

export const readChunkedBody = createMiddleware<Env>(async (c, next) => {
  const isChunked = c.env.incoming.headers["transfer-encoding"] !== undefined;
  if (isChunked && !(c.var.session && isUpload(c))) await receive(c, c.var.session ? allowanceOf(c) : open);
  await next();
});

interface Allowance {
  bytes: number;
  time: number;
  tooLarge: string;
}

const { body, bodyTime } = siteLimits;
const open: Allowance = { bytes: body.open, time: bodyTime.open, tooLarge: transportServerTexts.tooLarge };
const json: Allowance = { bytes: body.json, time: bodyTime.json, tooLarge: transportServerTexts.tooLarge };
const withFiles: Allowance = {
  bytes: body.withFiles,
  time: bodyTime.withFiles,
  tooLarge: attachmentTexts.tooLarge,
};
const withArchive: Allowance = {
  bytes: body.withArchive,
  time: bodyTime.withArchive,
  tooLarge: archiveImportTexts.tooLarge,
};
const withText: Allowance = {
  bytes: epub.bytes + arriving.form,
  time: arriving.time,
  tooLarge: textTexts.tooLarge,
};
const withImage: Allowance = { bytes: body.withImage, time: bodyTime.withImage, tooLarge: picturesTexts.tooLarge };

const uploads = { files: withFiles, archive: withArchive, text: withText };

export function allowanceOf<E extends Env>(c: Ctx<E>): Allowance {
  if (isUpload(c)) return uploads[c.var.operation!.body as keyof typeof uploads];
  const isUrlEncoded = /^application\/x-www-form-urlencoded\b/i.test(c.req.header("content-type") ?? "");
  return c.var.operation?.body === "picture" && !isUrlEncoded ? withImage : json;
}

export const isUpload = <E extends Env>({ req, var: { operation } }: Ctx<E>): boolean =>
  takesUpload(operation) && req.method === "POST" &&
  /^multipart\/form-data\b/i.test(req.header("content-type") ?? "");

export const declaredLength = ({ headers }: IncomingMessage): number => Number(headers["content-length"] ?? 0);

/** The rest of the body may never be read, so no further request can follow on the connection. */
const closing = { headers: { Connection: "close" } };
export const tooLarge = (allowance: Allowance) => new TooLarge(allowance.tooLarge, closing);
export const malformed = () => new BadRequest(transportServerTexts.malformed, "malformed");
export const malformedForm = () => new BadRequest(transportServerTexts.malformedForm, "malformed");
export const tooSlow = () => new AppError(408, "timeout", transportServerTexts.tooSlow, closing);

async function receive<E extends Env>(c: Ctx<E>, allowance: Allowance): Promise<void> {
  const { env: { incoming, outgoing }, var: { address, deps: { bodies }, session } } = c;
  if (declaredLength(incoming) > allowance.bytes) await refuse(incoming, tooLarge(allowance));
  const sender = { address, account: session?.user.id };
  const count = countBytes(bodies, sender, { request: incoming, response: outgoing });
  let size = 0;
  const chunks = await collect(incoming, allowance.time, ({ length }) => {
    size += length;
    if (size > allowance.bytes) return tooLarge(allowance);
    return count(length) ? undefined : new Busy();
  });
  const body = joined(chunks, size);
  if (isTooComplex(Buffer.from(body.buffer), incoming.headers["content-type"])) throw malformed();
  c.req.bodyCache.arrayBuffer = Promise.resolve(body.buffer) as unknown as ArrayBuffer;
}

function joined(chunks: Buffer[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

async function collect(
  incoming: IncomingMessage,
  time: number,
  check: (chunk: Buffer) => AppError | undefined,
): Promise<Buffer[]> {
  // The events of a destroyed stream are over.
  if (incoming.destroyed) throw malformed();
  const { promise, resolve, reject } = Promise.withResolvers<AppError | void>();
  const chunks: Buffer[] = [];
  const onData = (chunk: Buffer) => {
    const error = check(chunk);
    if (error) resolve(error);
    else chunks.push(chunk);
  };
  const onClose = () => reject(malformed());
  const timer = setTimeout(() => reject(tooSlow()), time);
  incoming.on("data", onData).once("end", resolve).once("error", onClose).once("close", onClose);
  const error = await promise.finally(() => {
    clearTimeout(timer);
    incoming.off("data", onData).off("end", resolve).off("close", onClose);
  });
  if (error) await refuse(incoming, error);
  return chunks;
}

/** Throws an error after the body's end: a client that is cut off while sending does not read the response. */
export async function refuse(incoming: IncomingMessage, error: AppError): Promise<never> {
  // One that is too slow is not waited for any longer.
  if (error.code !== "timeout") await drainBody(incoming);
  throw error;
}

const maxDrainedBytes = 256 * 1024;
const drainTimeoutMs = 2_000;

async function drainBody(incoming: IncomingMessage): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  let rest = maxDrainedBytes;
  const onData = ({ length }: Buffer) => (rest -= length) < 0 && resolve();
  const onEnd = () => resolve();
  const timer = setTimeout(resolve, drainTimeoutMs);
  incoming.on("data", onData).once("end", onEnd).once("close", onEnd);
  await promise;
  clearTimeout(timer);
  incoming.off("data", onData).off("end", onEnd).off("close", onEnd).pause();
}

const most = { fields: readingLimits.chapters.max + 100, values: 5_000, lines: 20_000 };

/** Estimates the work before a body is parsed: a megabyte of brackets takes a tenth of a second. */
export function isTooComplex(body: Buffer, contentType = ""): boolean {
  if (/^application\/([\w.-]+\+)?json\b/i.test(contentType)) return hasMoreValues(body, most.values);
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return hasMany(body, "&", most.fields);
  return /^\s*multipart\//i.test(contentType) && hasManyParts(body, contentType);
}

/** Stricter than the standard: in anything else, the parser might find another boundary. */
const form = /^multipart\/form-data(?:; *charset=[\w-]+)?; *boundary=(?:"([^"\\]+)"|([^\s;"]+))$/i;

function hasManyParts(body: Buffer, contentType: string): boolean {
  const [, quoted, plain] = form.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  // Line ends cost as much as parts, since each may end one. In a picture every 65 536th pair of bytes looks like one.
  return boundary === undefined || hasMany(body, `--${boundary}`, most.fields) || hasManyLines(body);
}

function hasMany(body: Buffer, part: string, most: number): boolean {
  let count = 0;
  for (let at = body.indexOf(part); at >= 0 && count <= most; at = body.indexOf(part, at + part.length)) count++;
  return count > most;
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

function hasManyLines(body: Buffer): boolean {
  let count = 0;
  for (let at = 1; at < body.length && count <= most.lines; at++) {
    if (body[at] === lineFeed && body[at - 1] === carriageReturn) count++;
  }
  return count > most.lines;
}
