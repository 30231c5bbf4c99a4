/** What a ZIP file says that it holds, without unpacking it: ZIP64 and parts of several files are none of ours. */
import { Buffer } from "node:buffer";
import { inflateRawSync } from "node:zlib";

export interface ZipEntry {
  name: string;
  method: number;
  compressed: number;
  /** Of its local header. */
  offset: number;
}

const signature = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 };
const endLength = 22;
const longestComment = 0xffff;

/** Undefined where it is no such file. At most `most` entries, each of which is in the bytes: a loop ends. */
export function zipEntries(bytes: Uint8Array, most: number): ZipEntry[] | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(file);
  if (end === undefined) return undefined;
  const count = file.readUInt16LE(end + 10);
  if (count === 0 || count > most) return undefined;
  const entries: ZipEntry[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let n = 0; n < count; n++) {
    if (at + 46 > end || file.readUInt32LE(at) !== signature.central) return undefined;
    const nameLength = file.readUInt16LE(at + 28);
    if (at + 46 + nameLength > end) return undefined;
    entries.push({
      name: file.toString("utf8", at + 46, at + 46 + nameLength),
      method: file.readUInt16LE(at + 10),
      compressed: file.readUInt32LE(at + 20),
      offset: file.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

function endOf(file: Buffer): number | undefined {
  const last = file.length - endLength;
  for (let at = last; at >= Math.max(0, last - longestComment); at--) {
    if (file.readUInt32LE(at) === signature.end && at + endLength + file.readUInt16LE(at + 20) === file.length) {
      return at;
    }
  }
  return undefined;
}

/** The text of an entry; undefined where it is longer, damaged, or packed by another method than the usual ones. */
export function zipText(bytes: Uint8Array, entry: ZipEntry, longest: number): string | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { offset, compressed, method } = entry;
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== signature.local) return undefined;
  const from = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
  if (from + compressed > file.length) return undefined;
  const packed = file.subarray(from, from + compressed);
  try {
    if (method === 0) return packed.length <= longest ? packed.toString("utf8") : undefined;
    return method === 8 ? inflateRawSync(packed, { maxOutputLength: longest }).toString("utf8") : undefined;
  } catch {
    return undefined;
  }
}
