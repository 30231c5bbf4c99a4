/** Request bodies: how large one may be, and how long it may take. */
import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { createMiddleware } from "hono/factory";
import * as constants from "../contract/constants.ts";
import { paths } from "../contract/paths.ts";
import { texts } from "../contract/texts.ts";
import { AppError, BadRequest, Busy, TooLarge } from "../errors.ts";
import { countBytes } from "./body_memory.ts";
import { isTooComplex } from "./complexity.ts";
import type { Ctx, Env } from "./router.ts";

/**
 * Reads the body, once, and leaves it where the request's `json` and `parseBody` find it. It is read where it is
 * wanted: behind the guards, for who may send it.
 *
 * @throws TooLarge, AppError (408) for one that takes too long, Busy where there is no room for it, BadRequest where
 *   its sender hangs up or it has more parts than anything we take
 */
export async function readBody<E extends Env>(c: Ctx<E>): Promise<void> {
  const allowance = c.var.user ? allowanceOf(c) : open;
  const read = await c.req.bodyCache.arrayBuffer;
  if (!read) await receive(c, allowance);
  else if (read.byteLength > allowance.bytes) throw tooLarge(allowance);
}

/** Refuses a body that says it is larger than any may be there. */
export const refuseLargeBody = createMiddleware<Env>(async (c, next) => {
  const allowance = allowanceOf(c);
  if (declaredLength(c.env.incoming) > allowance.bytes) await refuse(c.env.incoming, tooLarge(allowance));
  await next();
});

/** Reads a body that does not say how large it is, also where nobody wants it: as much as its sender may send. */
export const readChunkedBody = createMiddleware<Env>(async (c, next) => {
  if (c.env.incoming.headers["transfer-encoding"]) await receive(c, c.var.session ? allowanceOf(c) : open);
  await next();
});

interface Allowance {
  bytes: number;
  /** Milliseconds. */
  time: number;
  tooLarge: string;
}

const { body, bodyTime } = constants;
const open: Allowance = { bytes: body.open, time: bodyTime.open, tooLarge: texts.transport.tooLarge };
const json: Allowance = { bytes: body.json, time: bodyTime.json, tooLarge: texts.transport.tooLarge };
const withImage: Allowance = { bytes: body.withImage, time: bodyTime.withImage, tooLarge: texts.pictures.tooLarge };

/** What somebody signed in may send: most where a picture belongs, and in a form that can hold one. */
function allowanceOf<E extends Env>({ req, var: { deps: { config } } }: Ctx<E>): Allowance {
  const pictures = [`PUT ${config.apiBase}/users/profile`, `POST ${config.apiBase}/groups`, `POST ${paths.profile}`];
  const isPlain = /^application\/x-www-form-urlencoded\b/i.test(req.header("content-type") ?? "");
  return pictures.includes(`${req.method} ${req.path}`) && !isPlain ? withImage : json;
}

const declaredLength = ({ headers }: IncomingMessage): number => Number(headers["content-length"] ?? 0);

/** Whoever sends on even so is not read any more, and must not ask anything else on this connection. */
const closing = { headers: { Connection: "close" } };
const tooLarge = (allowance: Allowance) => new TooLarge(allowance.tooLarge, closing);
/** A body that is not what it says, or breaks off. */
export const malformed = () => new BadRequest(texts.transport.malformed, "malformed");
const tooSlow = () => new AppError(408, "timeout", texts.transport.tooSlow, closing);

/** Receives a body into the request's cache. It counts as being in memory until its request is answered. */
async function receive<E extends Env>(c: Ctx<E>, allowance: Allowance): Promise<void> {
  const { env: { incoming, outgoing }, var: { address, deps: { bodies }, session } } = c;
  if (declaredLength(incoming) > allowance.bytes) await refuse(incoming, tooLarge(allowance));
  const count = countBytes(bodies, { address, account: session?.user.id }, incoming, outgoing);
  let size = 0;
  const chunks = await collect(incoming, allowance.time, ({ length }) => {
    size += length;
    if (size > allowance.bytes) return tooLarge(allowance);
    return count(length) ? undefined : new Busy();
  });
  const body = joined(chunks, size);
  if (isTooComplex(Buffer.from(body.buffer), incoming.headers["content-type"])) throw malformed();
  // Hono's types name what its promises hold.
  c.req.bodyCache.arrayBuffer = Promise.resolve(body.buffer) as unknown as ArrayBuffer;
}

/** The chunks in an array of their own, whose buffer holds nothing else. */
function joined(chunks: Buffer[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/**
 * Collects what arrives until its end.
 *
 * @param time milliseconds until then
 * @param refusal why no more is taken, asked for each chunk before it is kept
 */
async function collect(
  incoming: IncomingMessage,
  time: number,
  refusal: (chunk: Buffer) => AppError | undefined,
): Promise<Buffer[]> {
  // One that has gone already says so no more.
  if (incoming.destroyed) throw malformed();
  const { promise, resolve, reject } = Promise.withResolvers<AppError | void>();
  const chunks: Buffer[] = [];
  const onData = (chunk: Buffer) => {
    const refused = refusal(chunk);
    if (refused) resolve(refused);
    else chunks.push(chunk);
  };
  const onClose = () => reject(malformed());
  const timer = setTimeout(() => reject(tooSlow()), time);
  incoming.on("data", onData).once("end", resolve).once("error", onClose).once("close", onClose);
  const refused = await promise.finally(() => {
    clearTimeout(timer);
    incoming.off("data", onData).off("end", resolve).off("close", onClose);
  });
  if (refused) await refuse(incoming, refused);
  return chunks;
}

/** How much of the rest of a refused body is read and thrown away, and for how long, in bytes and milliseconds. */
const drained = { bytes: 256 * 1024, time: 2_000 };

/** Answers with a refusal once the body has come to its end: who is cut off while sending never reads why. */
async function refuse(incoming: IncomingMessage, refusal: AppError): Promise<never> {
  if (incoming.readableEnded || incoming.destroyed) throw refusal;
  const { promise, resolve } = Promise.withResolvers<void>();
  let rest = drained.bytes;
  const onData = ({ length }: Buffer) => (rest -= length) < 0 && resolve();
  const onEnd = () => resolve();
  const timer = setTimeout(resolve, drained.time);
  incoming.on("data", onData).once("end", onEnd).once("close", onEnd);
  await promise;
  clearTimeout(timer);
  incoming.off("data", onData).off("end", onEnd).off("close", onEnd).pause();
  throw refusal;
}
