/** Answers with a text to be stored as a file, which is made while it is sent. */
import { giveWay } from "../../db/engine/give_way.ts";
import type { Ctx, Env } from "./router.ts";

/** @param parts each is made when the reader has room for it */
export function download<E extends Env>(
  c: Ctx<E>,
  { name, type, parts }: { name: string; type: string; parts: AsyncGenerator<string> },
): Response {
  c.set("isSandboxed", true);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // The engine answers at once: without it nothing else was done until the end.
      await giveWay();
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  }, { highWaterMark: 0 });
  return c.body(body, 200, {
    "Content-Type": `${type}; charset=utf-8`,
    "Content-Disposition": `attachment; filename="${name}"`,
    // It may be hundreds of megabytes: to be compressed it would be held in memory.
    "Cache-Control": "private, no-store, no-transform",
    "Vary": "Cookie, Authorization",
  });
}
