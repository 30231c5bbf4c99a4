/** Compression of what is made for a request. Built files are compressed once, when they are built. */
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { accepts } from "hono/accepts";
import { createMiddleware } from "hono/factory";
import type { Ctx, Env } from "./router.ts";

const compressible = /^(text\/|application\/(json|manifest\+json))/;
/** Shorter texts, in characters, are not worth compressing. */
const threshold = 1024;

/** The best first. */
const encoders: Record<string, (text: string) => Uint8Array<ArrayBuffer>> = {
  // Deno compresses on the main thread also when it is asked to do so asynchronously. Of the levels, 5 saves the most
  // bytes for its time: with a window of 2^17 bytes or more, that is, since below it uses an algorithm ten times slower.
  br: (text) =>
    brotliCompressSync(text, {
      chunkSize: 65_536,
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  gzip: (text) => gzipSync(text),
};
const encodings = Object.keys(encoders);

/** Compresses texts for callers who accept it. Hono's `compress` has no Brotli, and streams what is there as a whole. */
export const compress = createMiddleware<Env>(async (c, next) => {
  await next();
  const { status, headers } = c.res;
  if (headers.has("Content-Encoding") || !compressible.test(headers.get("Content-Type") ?? "")) return;
  headers.append("Vary", "Accept-Encoding");
  const encoding = acceptedEncoding(c);
  if (!encoding || c.req.method === "HEAD") return;
  const text = await c.res.text();
  if (text.length >= threshold) headers.set("Content-Encoding", encoding);
  headers.delete("Content-Length");
  c.res = undefined;
  c.res = new Response(text.length < threshold ? text : encoders[encoding](text), { status, headers });
});

/** The best encoding that a caller accepts, if any. */
function acceptedEncoding(c: Ctx<Env>): string {
  return accepts(c, {
    header: "Accept-Encoding",
    supports: encodings,
    default: "",
    match: (accepted) => encodings.find((name) => accepted.some(({ type, q }) => type === name && q > 0)) ?? "",
  });
}
