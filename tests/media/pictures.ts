/** Pictures to upload. */
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

export const dataUrl = (bytes: Uint8Array, type = "image/png") => `data:${type};base64,${bytes.toBase64()}`;

/** A picture of one colour. */
export const plain = (colour: string, { width = 120, height = 80 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: colour } });

export const pngUrl = async (colour: string) => dataUrl(await plain(colour).png().toBuffer());

/** A few kilobytes that decode to a black picture of this size. */
export function bomb(width: number, height: number): Uint8Array {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 1); // One bit for each pixel, grey.
  const rows = deflateSync(new Uint8Array((Math.ceil(width / 8) + 1) * height));
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const parts = [chunk("IHDR", new Uint8Array(header.buffer)), chunk("IDAT", rows), chunk("IEND", new Uint8Array())];
  return Uint8Array.from([signature, ...parts].flatMap((part) => [...part]));
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}
