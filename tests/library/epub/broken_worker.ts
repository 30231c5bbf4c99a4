/**
 * The thread that reads, with an error in what it uses: where it begins, opens a file or reads on in it; or its heap
 * gets full.
 */
import { Buffer } from "node:buffer";

const fail = () => {
  throw new TypeError("broken on purpose");
};

const { search } = new URL(import.meta.url);
if (search === "?begin") fail();
if (search === "?open") TextDecoder.prototype.decode = fail;
if (search === "?full") {
  TextDecoder.prototype.decode = () => {
    for (const held: number[][] = [];;) held.push(Array.from({ length: 10_000 }, Math.random));
  };
}
if (search === "?read") Buffer.byteLength = fail;

await import("../../../server/library/epub/epub_worker.ts");
