/** Pictures are decoded and encoded anew: nothing of the file that they came in goes out. */
import { epub as limits } from "../../contract/books/text_limits.ts";
import { kindOf, loadSharp } from "../../media/picture_kind.ts";
import { heartbeat } from "./heartbeat.ts";

export interface BookPicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

const pixels = 50_000_000;
const qualities = [80, 60, 40];

/** WebP of at most `epub.picture`; undefined for what is no picture, or cannot be made small enough. */
export async function encodePicture(bytes: Uint8Array): Promise<BookPicture | undefined> {
  // By what it is: SVG, and what else libvips would read, have no business here.
  if (!kindOf(bytes)) return undefined;
  const { side, bytes: most } = limits.picture;
  try {
    const sharp = await loadSharp();
    for (const [n, quality] of qualities.entries()) {
      heartbeat();
      const picture = sharp(bytes, { limitInputPixels: pixels, failOn: "error" }).autoOrient().timeout({ seconds: 10 });
      const edge = side >> n;
      const { data, info } = await picture
        .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
        .webp({ quality }).toBuffer({ resolveWithObject: true });
      if (data.length <= most) return { bytes: data, width: info.width, height: info.height };
    }
  } catch {
    return undefined;
  }
  return undefined;
}
