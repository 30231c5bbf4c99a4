/** Pictures are decoded and encoded anew: nothing of the file that they came in goes out. */
import type { Metadata } from "sharp";
import { epub as limits } from "../../contract/books/text_limits.ts";
import { kindOf, loadSharp } from "../../media/picture_kind.ts";
import { heartbeat } from "./heartbeat.ts";

export interface BookPicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

const qualities = [80, 60, 40];

const mostPixels = ({ format, isProgressive }: Metadata): number =>
  format === "jpeg" && !isProgressive ? limits.pixels.byLine : limits.pixels.whole;

/** Of one text. */
export class PictureEncoder {
  #left: number;

  /** @param all how many pixels it decodes in all */
  constructor(all: number = limits.pixels.all) {
    this.#left = all;
  }

  /**
   * WebP of at most `epub.picture`; undefined for what is no picture, has too many pixels, alone or with those before,
   * or cannot be made small enough.
   */
  async encode(bytes: Uint8Array): Promise<BookPicture | undefined> {
    // By what it is: SVG, and what else libvips would read, have no business here.
    if (!kindOf(bytes)) return undefined;
    const { side, bytes: most } = limits.picture;
    try {
      const sharp = await loadSharp();
      const source = await sharp(bytes).metadata();
      const pixels = source.width * source.height;
      if (pixels > mostPixels(source)) return undefined;
      for (const [n, quality] of qualities.entries()) {
        heartbeat();
        // Also where decoding it fails at its end.
        this.#left -= pixels;
        if (this.#left < 0) return undefined;
        const edge = side >> n;
        const { data, info } = await sharp(bytes, { limitInputPixels: pixels, failOn: "error" })
          .autoOrient().timeout({ seconds: 10 })
          .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
          .webp({ quality }).toBuffer({ resolveWithObject: true });
        if (data.length <= most) return { bytes: data, width: info.width, height: info.height };
      }
    } catch {
      return undefined;
    }
    return undefined;
  }
}
