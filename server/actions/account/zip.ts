/** What the ZIPs of an account and of a group are made of. */
import { makeZip } from "client-zip";
import type { Row } from "../../../db/account/export.ts";
import { readChunk } from "../../../db/chat/files.ts";
import { giveWay } from "../../../db/engine/timing.ts";
import type { Deps } from "../../deps.ts";

export type Zip = ReadableStream<Uint8Array<ArrayBuffer>>;

export interface Entry {
  name: string;
  lastModified: Date;
  input: string | Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>;
}

interface StreamOptions {
  signal?: AbortSignal;
  /** Called before each piece; the stream breaks off where it throws. */
  check?: () => Promise<void>;
  onEnd?: () => void;
}

/** Made as it is read, so that nothing of it waits in memory. */
export function streamZip(entries: AsyncIterable<Entry>, { signal, check, onEnd = () => {} }: StreamOptions): Zip {
  signal?.throwIfAborted();
  const zip = makeZip(entries).getReader();
  const abandon = () => {
    onEnd();
    void zip.cancel().catch(() => {});
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      signal?.addEventListener("abort", () => {
        controller.error(signal.reason);
        abandon();
      }, { once: true });
    },
    async pull(controller) {
      try {
        // The engine answers at once: without it nothing else was done until the end.
        await giveWay();
        await check?.();
        const { value, done } = await zip.read();
        if (signal?.aborted) return;
        if (!done) return controller.enqueue(value as Uint8Array<ArrayBuffer>);
        controller.close();
        onEnd();
      } catch (error) {
        abandon();
        throw error;
      }
    },
    cancel: abandon,
  }, { highWaterMark: 0 });
}

export async function* asJson(batches: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const rows of batches) {
    for (const row of rows) {
      yield separator + JSON.stringify(row);
      separator = ",\n";
    }
    await giveWay();
  }
  yield separator === ",\n" ? "\n]\n" : "[]\n";
}

const encoder = new TextEncoder();

const pieceLength = 1 << 16;

export async function* encoded(texts: AsyncGenerator<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting = "";
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < pieceLength) continue;
    yield* piecesOf(waiting);
    waiting = "";
  }
  yield* piecesOf(waiting);
}

function* piecesOf(text: string): Generator<Uint8Array<ArrayBuffer>> {
  const bytes = encoder.encode(text);
  for (let from = 0; from < bytes.length; from += pieceLength) yield bytes.subarray(from, from + pieceLength);
}

interface StoredFile {
  id: string;
  chunks: number;
}

export async function* storedBytes(
  db: Deps["db"],
  { id, chunks }: StoredFile,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let number = 0; number < chunks; number++) {
    const bytes = await readChunk(db, id, { variant: "original", number });
    if (!bytes) return;
    yield new Uint8Array(bytes);
    await giveWay();
  }
}

/** @param used the names that are taken, each with the number with which to look for another */
export function freeName(name: string, used: Map<string, number>): string {
  const safe = name.replace(/[\p{Cc}<>:"/\\|?*]/gu, "_").replace(/^[. ]+|[. ]+$/g, "") || "file";
  const [, stem, ending] = /^(.*?)(\.[^.]{1,12})?$/su.exec(safe)!;
  const wanted = safe.toLowerCase();
  let free = safe;
  let n = used.get(wanted) ?? 2;
  for (; used.has(free.toLowerCase()); n++) free = `${stem} (${n})${ending ?? ""}`;
  used.set(free.toLowerCase(), 2).set(wanted, n);
  return free;
}
