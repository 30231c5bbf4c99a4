/** Of the build: the program that reads barcodes, as a file of its own, for browsers without a reader. */
import { createHash } from "node:crypto";

export async function readBarcodeReader(): Promise<{ name: string; content: Uint8Array }> {
  const content = await Deno.readFile(new URL(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm")));
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
  return { name: `barcode-reader-${hash}.wasm`, content };
}
