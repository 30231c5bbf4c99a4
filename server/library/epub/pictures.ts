/** Pictures are decoded and encoded anew: nothing of the file that they came in goes out. */
import type { Metadata } from "sharp";
import { epub as limits } from "../../contract/books/text_limits.ts";
import { kindOf, loadSharp } from "../../media/picture_kind.ts";
import type { Container } from "./container.ts";
import { heartbeat } from "./heartbeat.ts";
import type { Package } from "./package.ts";

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
  #bytes = 0;

  /** @param all how many pixels it decodes in all */
  constructor(all: number = limits.pixels.all) {
    this.#left = all;
  }

  /**
   * WebP of at most `epub.picture`; undefined for what is no picture, has too many pixels or bytes, alone or with those
   * before, or cannot be made small enough.
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
        if (data.length > most) continue;
        this.#bytes += data.length;
        if (this.#bytes > limits.picture.all) return undefined;
        return { bytes: data, width: info.width, height: info.height };
      }
    } catch {
      return undefined;
    }
    return undefined;
  }
}

export interface ShownPicture {
  /** Of the picture whose bytes it shows. */
  number: number;
  width: number;
  height: number;
}

const mostFallbacks = 5;

export class Pictures {
  readonly #container: Container;
  readonly #package: Package;
  #encoder = new PictureEncoder();
  /** By the path of the file; undefined for one that shows none. */
  #known = new Map<string, ShownPicture | undefined>();

  constructor(container: Container, book: Package) {
    [this.#container, this.#package] = [container, book];
  }

  /**
   * One that is not listed, is too large or damaged, and has none that may stand for it, is left out.
   *
   * @returns its bytes too where no picture before it has them
   */
  async at(path: string, number: number): Promise<{ shown?: ShownPicture; bytes?: Uint8Array }> {
    if (path.startsWith("data:")) return this.#show(await this.#encoder.encode(inlinePicture(path)), number);
    const { types, fallbacks } = this.#package;
    let next: string | undefined = path;
    for (let n = 0; next !== undefined && types.has(next) && n < mostFallbacks; n++, next = fallbacks.get(next)) {
      if (!this.#known.has(next)) {
        const source = await this.#container.read(next, limits.picture.source).catch(() => undefined);
        const found = this.#show(source && await this.#encoder.encode(source), number);
        this.#known.set(next, found.shown);
        if (found.shown) return found;
      }
      const shown = this.#known.get(next);
      if (shown) return { shown };
    }
    return {};
  }

  #show(picture: BookPicture | undefined, number: number): { shown?: ShownPicture; bytes?: Uint8Array } {
    if (!picture) return {};
    const { bytes, width, height } = picture;
    return { shown: { number, width, height }, bytes };
  }
}

function inlinePicture(address: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(address.slice(address.indexOf(",") + 1));
  } catch {
    return new Uint8Array();
  }
}
