/**
 * Of links, notes and pictures is written only when all has been read what they lead to, where notes are referred to,
 * and how large pictures are. A number between two of these characters stands for it: no text of an EPUB has them.
 */
import { Buffer } from "node:buffer";

export const marks = { link: "\x01", note: "\x02", image: "\x03" };

/** Bytes of what is written in place of each, about; each has two marks. */
const lengths = { [marks.link]: 35, [marks.note]: 90, [marks.image]: 65 };
const bytesOfMark = [0, ...Object.values(lengths).map((bytes) => bytes / 2)];

/** With what is written in place of its marks. */
export function bytesOf(html: string): number {
  let bytes = Buffer.byteLength(html);
  for (let at = 0; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code < bytesOfMark.length) bytes += bytesOfMark[code];
  }
  return bytes;
}
