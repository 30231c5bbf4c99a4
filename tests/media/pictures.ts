/** Pictures to upload. */
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

export const dataUrl = (bytes: Uint8Array, type = "image/png") => `data:${type};base64,${bytes.toBase64()}`;

/** A picture of one colour. */
export const plain = (colour: string, { width = 120, height = 80 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: colour } });

export const pngUrl = async (colour: string) => dataUrl(await plain(colour).png().toBuffer());

/** A face as people upload one, as far as it can be drawn in three strokes. */
export async function portraitUrl(): Promise<string> {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 64 64">
    <path fill="#b9c8b4" d="M0 0h64v64H0z"/><path fill="#2f4a3c" d="M10 64c0-17 10-22 22-22s22 5 22 22z"/>
    <path fill="#5b3a29" d="M18 30c-2-14 6-20 14-20s16 6 14 20l-3 10H21z"/><circle cx="32" cy="29" r="11" fill="#e3b48f"/>
    <path fill="#5b3a29" d="M21 27c3-8 9-8 11-9 3 3 8 4 11 9l1-7-8-8-10 1-6 7z"/></svg>`;
  return dataUrl(await sharp(new TextEncoder().encode(drawn)).png().toBuffer());
}

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
