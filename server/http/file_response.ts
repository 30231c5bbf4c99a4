import { findFile, readChunk, variantSize } from "../../db/chat/files.ts";
import { giveWay } from "../../db/engine/timing.ts";
import * as chatLimits from "../contract/chat/limits.ts";
import { fileNotFound, found } from "../errors.ts";
import type { Ctx, Env, SignedInEnv } from "./router.ts";

export async function sendFile(c: Ctx<SignedInEnv>): Promise<Response> {
  const { deps: { db }, user } = c.var;
  const id = c.req.param("id")!;
  const { name, type, size, width } = found(await findFile(db, user.id, id), fileNotFound);
  const isShown = width !== null;
  const variant = isShown && c.req.query("preview") !== undefined ? "preview" : "original";
  return fileResponse(c, {
    id: `${id}-${variant}`,
    name,
    type,
    size: variant === "original" ? size : await variantSize(db, id, variant),
    isShown,
    read: (number) => readChunk(db, id, { variant, number }),
  });
}

/** A picture of a text, which never changes: another text has others. @param version of the text that it is of */
export function pictureResponse<E extends Env>(c: Ctx<E>, picture: Uint8Array, version: string): Response {
  c.set("isSandboxed", true);
  const headers = {
    "ETag": `"${version}"`,
    "Content-Type": "image/webp",
    "Cache-Control": "private, max-age=3600, no-transform",
    "Vary": "Cookie, Authorization",
  };
  return matches(c.req.header("if-none-match"), headers.ETag)
    ? c.body(null, 304, headers)
    : c.body(picture as Uint8Array<ArrayBuffer>, 200, headers);
}

/** To one reader, again only where it has changed. */
export async function calendarResponse<E extends Env>(c: Ctx<E>, calendar: string): Promise<Response> {
  c.set("isSandboxed", true);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(calendar));
  const etag = `"${new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true })}"`;
  const headers = {
    "ETag": etag,
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": `attachment; filename="meetings.ics"`,
    "Cache-Control": "private, no-cache",
    "Vary": "Cookie, Authorization",
  };
  return matches(c.req.header("if-none-match"), etag) ? c.body(null, 304, headers) : c.body(calendar, 200, headers);
}

interface SentFile {
  id: string;
  name: string;
  type: string;
  size: number;
  isShown: boolean;
  read(chunk: number): Promise<Uint8Array | undefined>;
}

interface Range {
  first: number;
  last: number;
}

/** Several ranges in one request are answered with the whole file, as RFC 9110 (section 14.2) allows. */
function fileResponse(c: Ctx<SignedInEnv>, file: SentFile): Response {
  c.set("isSandboxed", true);
  const etag = `"${file.id}"`;
  const headers = {
    "ETag": etag,
    "Accept-Ranges": "bytes",
    "Content-Type": file.type,
    "Content-Disposition": dispositionOf(file),
    // For this reader alone: another one on the same browser later has another cookie.
    "Cache-Control": file.isShown ? "private, max-age=3600, no-transform" : "private, no-cache, no-transform",
    "Vary": "Cookie, Authorization",
  };
  if (matches(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
  const isSame = [undefined, etag].includes(c.req.header("if-range"));
  const range = isSame ? rangeOf(c.req.header("range"), file.size) : undefined;
  if (range === "unsatisfiable") return c.body(null, 416, { ...headers, "Content-Range": `bytes */${file.size}` });
  const { first, last } = range ?? { first: 0, last: file.size - 1 };
  return c.body(streamOf(file, { first, last }), range ? 206 : 200, {
    ...headers,
    "Content-Length": String(last - first + 1),
    ...(range && { "Content-Range": `bytes ${first}-${last}/${file.size}` }),
  });
}

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(",").some((one) => ["*", etag, `W/${etag}`].includes(one.trim())) ?? false;

/** RFC 6266. */
function dispositionOf({ name, isShown }: Pick<SentFile, "name" | "isShown">): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const whole = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  const kind = isShown ? "inline" : "attachment";
  return `${kind}; filename="${plain}"${plain === name ? "" : `; filename*=UTF-8''${whole}`}`;
}

function rangeOf(header: string | undefined, size: number): Range | "unsatisfiable" | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (!from && !to) return undefined;
  if (!from) return Number(to) === 0 ? "unsatisfiable" : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const [first, last] = [Number(from), Math.min(to ? Number(to) : Infinity, size - 1)];
  if (to && Number(to) < first) return undefined;
  return first >= size ? "unsatisfiable" : { first, last };
}

function streamOf({ read }: SentFile, { first, last }: Range): ReadableStream<Uint8Array> {
  let at = first;
  return new ReadableStream({
    async pull(controller) {
      const number = Math.floor(at / chatLimits.fileChunk);
      const chunk = await read(number);
      const from = at - number * chatLimits.fileChunk;
      const part = chunk?.subarray(from, from + last - at + 1);
      // The length was announced: the connection breaks off where the file was deleted meanwhile.
      if (!part?.length) return controller.error(new Error("The file was deleted while it was read."));
      controller.enqueue(part);
      at += part.length;
      if (at > last) controller.close();
    },
  }, { highWaterMark: 0 });
}

export function download<E extends Env>(
  c: Ctx<E>,
  { name, type, parts }: { name: string; type: string; parts: AsyncGenerator<string> },
): Response {
  c.set("isSandboxed", true);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // The engine answers at once: without it nothing else would be done until the end.
      await giveWay();
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  }, { highWaterMark: 0 });
  return c.body(body, 200, headersOf(name, `${type}; charset=utf-8`));
}

export function downloadZip<E extends Env>(c: Ctx<E>, name: string, zip: ReadableStream): Response {
  c.set("isSandboxed", true);
  return c.body(zip, 200, zipHeaders(name));
}

export const zipHeaders = (name: string) => headersOf(name, "application/zip");

const headersOf = (name: string, type: string) => ({
  "Content-Type": type,
  "Content-Disposition": dispositionOf({ name, isShown: false }),
  // It may be gigabytes: to be compressed it would be held in memory.
  "Cache-Control": "private, no-store, no-transform",
  "Vary": "Cookie, Authorization",
});
