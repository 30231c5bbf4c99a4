/** The ZIP file of an archive, of which nothing is believed: neither sizes nor names nor what is in it. */
import { Buffer } from "node:buffer";
import { createInflateRaw } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { fromBufferPromise } from "yauzl";
import { giveWay } from "../../db/engine/timing.ts";
import { archiveImportTexts as texts } from "../contract/groups/archive_import_texts.ts";
import { archive as limits } from "../contract/groups/limits.ts";
import { AppError, BadRequest } from "../errors.ts";
import { hasMoreValues } from "../json_values.ts";

export const notArchive = () => new BadRequest(texts.notArchive, "not_an_archive");
export const tooLarge = (text: string) => new AppError(413, "archive_too_large", text);

export type ArchiveFile = Awaited<ReturnType<typeof openArchive>>;

const stored = 64 * 1024;

/** @throws BadRequest for what is no archive, AppError (413) for too much */
export async function openArchive(file: Buffer) {
  const zip = await reading(fromBufferPromise(file, { lazyEntries: true, autoClose: false }));
  if (zip.entryCount > limits.entries) throw tooLarge(texts.tooManyEntries);
  const entries = await reading(listEntries(zip));
  let [unpacked, rows] = [0, 0];

  /** What comes out is counted as it comes, whatever the entry says. */
  async function* read(name: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(name);
    if (!entry) return;
    const { fileDataStart: from } = await reading(zip.readLocalFileHeaderPromise(entry, { minimal: true }));
    try {
      for await (const chunk of unpack(file.subarray(from, from + entry.compressedSize), entry.compressionMethod)) {
        unpacked += chunk.length;
        if (unpacked > limits.unpacked) throw tooLarge(texts.tooMuch);
        await giveWay();
        yield chunk;
      }
    } catch (error) {
      throw error instanceof AppError ? error : notArchive();
    }
  }

  return {
    sizeOf: (name: string): number | undefined => entries.get(name)?.uncompressedSize,
    bytes: read,
    async *rows(name: string): AsyncGenerator<unknown> {
      for await (const row of rowsOf(withoutMark(read(name)))) {
        if (++rows > limits.rows) throw tooLarge(texts.tooManyRows);
        yield row;
      }
    },
    async object(name: string): Promise<unknown> {
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of withoutMark(read(name))) {
        size += part.length;
        if (size > limits.group) throw notArchive();
        parts.push(part);
      }
      return parsed(Buffer.concat(parts));
    },
  };
}

/** Methods of APPNOTE.TXT, 4.4.5. A stream of yauzl's that fails in here would end the process. */
async function* unpack(packed: Buffer, method: number): AsyncGenerator<Uint8Array> {
  if (method !== 0 && method !== 8) throw notArchive();
  if (method === 8) return yield* createInflateRaw().end(packed);
  for (let at = 0; at < packed.length; at += stored) yield packed.subarray(at, at + stored);
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted() || entries.has(entry.fileName)) throw notArchive();
    entries.set(entry.fileName, entry);
    await giveWay();
  }
  return entries;
}

const reading = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw error instanceof AppError ? error : notArchive();
  });

const byteOrderMark = Buffer.from("\ufeff");

/** Some editors begin a text with it. */
async function* withoutMark(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const chunk of bytes) {
    let from = 0;
    while (seen < byteOrderMark.length && chunk[from] === byteOrderMark[seen]) [from, seen] = [from + 1, seen + 1];
    if (from === chunk.length) continue;
    seen = byteOrderMark.length;
    yield chunk.subarray(from);
  }
}

/** Undefined for what is no JSON, or has more values than any row of ours: these take time and memory. */
function parsed(bytes: Buffer): unknown {
  if (hasMoreValues(bytes, limits.values)) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Buffer.from('"\\,[]{}');
const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * The rows of a list in JSON, each parsed by itself: neither the memory nor the time at once rises with the list.
 * Undefined for a row that is too large, nested too deeply or no JSON. @throws BadRequest for another text
 */
export async function* rowsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  let [isBegun, isOver, isText, isEscaped, hasRows] = [false, false, false, false, false];
  const row = new Row();
  for await (const chunk of bytes) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isText = false;
      } else if (!isBlank(byte)) {
        if (isOver || !isBegun && byte !== openList) throw notArchive();
        if (!isBegun) [isBegun, from] = [true, at + 1];
        else if (row.depth === 0 && (byte === comma || byte === closeList)) {
          isOver = byte === closeList;
          row.add(chunk.subarray(from, at));
          from = at + 1;
          if (row.hasBegun) yield row.end();
          else if (!isOver || hasRows) throw notArchive();
          hasRows = true;
          await giveWay();
        } else {
          row.see(byte);
          isText = byte === quote;
        }
      }
    }
    if (isBegun && !isOver) row.add(chunk.subarray(from));
  }
  if (isBegun && !isOver) throw notArchive();
}

class Row {
  depth = 0;
  hasBegun = false;
  #deepest = 0;
  #size = 0;
  #parts: Uint8Array[] = [];

  see(byte: number): void {
    this.hasBegun = true;
    if (byte === openList || byte === openObject) this.#deepest = Math.max(this.#deepest, ++this.depth);
    else if (byte === closeList || byte === closeObject) this.depth--;
    if (this.depth < 0) throw notArchive();
  }

  add(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#size > limits.row) this.#parts = [];
    else this.#parts.push(part);
  }

  end(): unknown {
    const isFit = this.#size <= limits.row && this.#deepest <= limits.depth;
    const value = isFit ? parsed(Buffer.concat(this.#parts)) : undefined;
    Object.assign(this, { depth: 0, hasBegun: false });
    [this.#deepest, this.#size, this.#parts] = [0, 0, []];
    return value;
  }
}
