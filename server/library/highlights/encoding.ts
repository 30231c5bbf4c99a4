import { Buffer } from "node:buffer";

/** A file of text as UTF-8: it may be in UTF-16, as by its mark, or in what Windows wrote before. */
export function asUtf8(file: Buffer): Buffer {
  const encoding = encodingOf(file);
  return encoding === "utf-8" ? file : Buffer.from(new TextDecoder(encoding).decode(file));
}

function encodingOf(file: Buffer): "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" {
  if (file[0] === 0xff && file[1] === 0xfe) return "utf-16le";
  if (file[0] === 0xfe && file[1] === 0xff) return "utf-16be";
  try {
    // As a stream: a file that was cut off within a character is read nevertheless.
    new TextDecoder("utf-8", { fatal: true }).decode(file, { stream: true });
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}
