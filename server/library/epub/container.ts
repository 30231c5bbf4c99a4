/** The ZIP file of an EPUB, of which nothing is believed: neither sizes nor names nor what is in it. */
import { Buffer } from "node:buffer";
import { inflateRawSync } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { epub as limits } from "../../contract/books/text_limits.ts";
import { epubTexts as texts } from "../../contract/books/text_texts.ts";
import { Refusal, refusal } from "./refusal.ts";
import { heartbeat } from "./heartbeat.ts";

const megabyte = 1024 * 1024;
const localHeader = "PK\x03\x04";
const headerLength = 30;
/** Deflate packs nothing more than 1032 times: what says it does lies. Small files are none of a danger. */
const ratio = { most: 1000, from: megabyte };

export interface Container {
  has(path: string): boolean;
  /** Undefined where there is none. @throws Refusal for what is longer or damaged */
  read(path: string, longest: number): Promise<Uint8Array | undefined>;
}

/** @throws Refusal */
export async function openContainer(bytes: Uint8Array): Promise<Container> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // What begins as another kind of file is taken for that by some programs.
  if (file.toString("latin1", 0, 4) !== localHeader) throw refusal(texts.notZip);
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true } as const;
  const zip = await orDamaged(fromBufferPromise(file, options));
  if (zip.entryCount > limits.entries) throw refusal(texts.tooManyEntries(limits.entries));
  const entries = await orDamaged(listEntries(zip));
  refuseOverlaps(zip, entries);
  let unpacked = 0;

  return {
    has: (path) => entries.has(path),
    async read(path, longest) {
      heartbeat();
      const entry = entries.get(path);
      if (!entry) return undefined;
      const tooLarge = () => refusal(texts.tooLarge(shortened(path), Math.round(longest / megabyte)));
      if (entry.uncompressedSize > longest) throw tooLarge();
      const { fileDataStart: from } = await orDamaged(zip.readLocalFileHeaderPromise(entry, { minimal: true }));
      // Before it is unpacked: some callers go on with another file.
      unpacked += entry.uncompressedSize;
      if (unpacked > 2 * limits.unpacked) throw tooMuch();
      const content = unpack(file.subarray(from, from + entry.compressedSize), entry);
      if (!content) throw tooLarge();
      return content;
    },
  };
}

const tooMuch = () => refusal(texts.tooMuch(limits.unpacked / megabyte));

/** Undefined for what is longer than it says. Methods of APPNOTE.TXT, 4.4.5. */
function unpack(packed: Buffer, { compressionMethod: method, uncompressedSize: size, fileName }: Entry) {
  if (method === 0) return packed.length > size ? undefined : packed;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") return undefined;
    throw refusal(`${shortened(fileName)}: ${texts.damaged}`);
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName: path, compressedSize, uncompressedSize, compressionMethod: method } = entry;
    const refuse = (text: (path: string) => string) => {
      throw refusal(text(shortened(path)));
    };
    if (!isWithin(path)) refuse(texts.badName);
    if (entries.has(path)) refuse(texts.twice);
    if (entry.isEncrypted()) refuse(texts.locked);
    if (method !== 0 && method !== 8) refuse(texts.otherMethod);
    if (uncompressedSize > ratio.from && uncompressedSize > ratio.most * compressedSize) {
      refuse((path) => texts.bomb(path, ratio.most));
    }
    unpacked += uncompressedSize;
    if (unpacked > limits.unpacked) throw tooMuch();
    entries.set(path, entry);
  }
  return entries;
}

const isWithin = (path: string) =>
  !/^\/|^[a-z]:|\\|\0/i.test(path) && !path.split("/").some((step) => step === ".." || step === ".");

/** Entries of which several have one's bytes unpack to the square of what is packed. */
function refuseOverlaps(zip: ZipFile, entries: Map<string, Entry>): void {
  const sorted = [...entries.values()].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const [n, entry] of sorted.entries()) {
    const end = entry.relativeOffsetOfLocalHeader + headerLength + entry.fileNameLength + entry.compressedSize;
    const next = sorted[n + 1]?.relativeOffsetOfLocalHeader ?? zip.fileSize;
    if (end > next) throw refusal(texts.overlapping);
  }
}

const shortened = (path: string) => path.replaceAll(/[\p{Cc}\p{Cf}]/gu, "�").slice(0, 200);

/** What yauzl says of names is said in our words. */
const orDamaged = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    if (error instanceof Refusal) throw error;
    const name = /^(?:invalid characters in fileName|absolute path|invalid relative path): (.*)/s.exec(error.message);
    throw refusal(name ? texts.badName(shortened(name[1])) : texts.damaged);
  });
