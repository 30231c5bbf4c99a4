import { kindOf, loadSharp } from "./picture_kind.ts";

interface Size {
  width: number;
  height: number;
  fit: "inside" | "cover";
  /** What is smaller is no picture to look at. */
  smallest: number;
  pixels: number;
}

/** A WebP of at most that size without the original's metadata. Undefined for what is no picture, or none to see. */
export async function smallPicture(
  bytes: Uint8Array,
  { width, height, fit, smallest, pixels }: Size,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!kindOf(bytes)) return undefined;
  const sharp = await loadSharp();
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: pixels, failOn: "error" })
      .autoOrient().resize(width, height, { fit, withoutEnlargement: true }).timeout({ seconds: 10 })
      .webp({ quality: 78 }).toBuffer({ resolveWithObject: true });
    return Math.min(info.width, info.height) < smallest ? undefined : new Uint8Array(data);
  } catch {
    return undefined;
  }
}
