/** Answers with a stored file: as it is read, whole or in part, and so that no browser runs what somebody uploaded. */
import * as chatLimits from "../contract/chat/limits.ts";
import type { Ctx, Env } from "./router.ts";

export interface SentFile {
  /** Of this content for ever. */
  id: string;
  name: string;
  /** Media type. */
  type: string;
  /** In bytes. */
  size: number;
  /** Whether it is one of our own pictures, which may be shown in the browser. */
  isShown: boolean;
  /** The chunk of this number, as long as `fileChunk` but for the last. */
  read(chunk: number): Promise<Uint8Array | undefined>;
}

/** The first and the last byte. */
interface Range {
  first: number;
  last: number;
}

/**
 * Answers with a file, or with the single range of it that is asked for. Several ranges in one request are answered
 * with the whole file, as RFC 9110 (section 14.2) allows.
 */
export function fileResponse<E extends Env>(c: Ctx<E>, file: SentFile): Response {
  c.set("isSandboxed", true);
  const etag = `"${file.id}"`;
  const headers = {
    "ETag": etag,
    "Accept-Ranges": "bytes",
    "Content-Type": file.type,
    "Content-Disposition": dispositionOf(file),
    // For this reader alone: who reads it later on the same browser has another cookie.
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

/** Its name as RFC 6266 has it: in ASCII for old clients, and whole. */
function dispositionOf({ name, isShown }: SentFile): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const whole = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `${isShown ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** What is asked for; undefined for the whole file, also where the header is not a single range of bytes. */
function rangeOf(header: string | undefined, size: number): Range | "unsatisfiable" | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (!from && !to) return undefined;
  if (!from) return Number(to) === 0 ? "unsatisfiable" : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const [first, last] = [Number(from), Math.min(to ? Number(to) : Infinity, size - 1)];
  if (to && Number(to) < first) return undefined;
  return first >= size ? "unsatisfiable" : { first, last };
}

/** Chunks are read when the reader has room for them. */
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
