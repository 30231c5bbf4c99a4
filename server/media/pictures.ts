import pLimit from "p-limit";
import type { Sharp } from "sharp";
import { encode as encodeQr, renderSVG } from "uqr";
import type { Picture } from "../../db/people/users.ts";
import * as chatLimits from "../contract/chat/limits.ts";
import * as peopleLimits from "../contract/people/limits.ts";
import { peoplePaths } from "../contract/people/paths.ts";
import { picturesServerTexts, picturesTexts } from "../contract/people/texts.ts";
import { BadRequest, TooLarge, TooMany } from "../errors.ts";
import { kindOf, loadSharp } from "./picture_kind.ts";

const { small, large } = peopleLimits.picture;

/** At most two at once on the native thread pool: a burst of uploads must not take all cores and memory. */
const queue = pLimit(2);

export async function makePicture(upload: string | File): Promise<Picture> {
  refuseIfBusy();
  const { bytes, type } = typeof upload === "string" ? fromDataUrl(upload) : await fromFile(upload);
  if (bytes.length > peopleLimits.picture.bytes) throw new TooLarge(picturesTexts.tooLarge);
  const kind = kindOf(bytes);
  if (!kind) throw unreadable();
  if (type !== kind) throw new BadRequest(picturesServerTexts.otherKind, "image_of_other_kind");
  const sizes = await encode(bytes);
  const hash = await sha256(sizes[0].bytes);
  return { url: peoplePaths.picture(hash, large), hash, sizes };
}

/** Uploads that wait are held in memory. @throws TooMany while too many do */
function refuseIfBusy(): void {
  if (queue.pendingCount >= peopleLimits.picture.waiting) throw new TooMany(5, picturesServerTexts.tooMany);
}

interface Upload {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

const unreadable = () => new BadRequest(picturesServerTexts.unreadable, "image_unreadable");

function fromDataUrl(url: string): Upload {
  const comma = url.indexOf(",");
  const type = /^data:(image\/[a-z]+);base64$/i.exec(url.slice(0, comma))?.[1].toLowerCase();
  if (!type) throw unreadable();
  try {
    const bytes = Uint8Array.fromBase64(url.slice(comma + 1), { lastChunkHandling: "strict" });
    return { bytes, type: canonical(type) };
  } catch {
    throw unreadable();
  }
}

const fromFile = async (file: File): Promise<Upload> => ({
  bytes: new Uint8Array(await file.arrayBuffer()),
  type: canonical(file.type),
});

const canonical = (type: string) => type === "image/jpg" ? "image/jpeg" : type;

const encode = (bytes: Uint8Array): Promise<Picture["sizes"]> =>
  decode(bytes, async (picture) => {
    const { data, info } = await picture.resize(large, large, { fit: "cover" })
      .raw().toBuffer({ resolveWithObject: true });
    const sharp = await loadSharp();
    const square = () => sharp(data, { raw: { width: large, height: large, channels: info.channels } });
    return [
      { size: large, bytes: await square().webp().toBuffer() },
      { size: small, bytes: await square().resize(small, small).webp().toBuffer() },
    ];
  });

/** The first frame, turned by its EXIF orientation, without metadata. Pixels are counted before they are decoded. */
const decode = <T>(bytes: Uint8Array, work: (picture: Sharp) => Promise<T>): Promise<T> =>
  queue(async () => {
    const sharp = await loadSharp();
    try {
      const options = { limitInputPixels: peopleLimits.picture.pixels, failOn: "error" } as const;
      return await work(sharp(bytes, options).autoOrient().timeout({ seconds: 10 }));
    } catch (error) {
      if (!(error instanceof Error && /pixel limit/.test(error.message))) throw unreadable();
      throw new BadRequest(picturesServerTexts.tooManyPixels, "image_too_many_pixels");
    }
  });

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();

interface MessagePicture {
  width: number;
  height: number;
  original: Uint8Array;
  preview: Uint8Array;
}

export async function makeMessagePicture(bytes: Uint8Array): Promise<MessagePicture> {
  refuseIfBusy();
  return await decode(bytes, async (picture) => {
    const { data, info } = await picture.resize(within(chatLimits.file.side)).raw().toBuffer({
      resolveWithObject: true,
    });
    const { width, height, channels } = info;
    const sharp = await loadSharp();
    const scaled = () => sharp(data, { raw: { width, height, channels } });
    const original = await scaled().webp().toBuffer();
    const preview = await scaled().resize(within(chatLimits.file.preview)).webp().toBuffer();
    return { width, height, original, preview };
  });
}

const within = (side: number) => ({ width: side, height: side, fit: "inside", withoutEnlargement: true }) as const;

interface QrPath {
  /** Of its edge, in modules, the quiet zone among them. */
  size: number;
  path: string;
}

/** For many on one page: a fifth of what `qrCode` takes. */
export function qrPath(text: string): QrPath {
  const { data, size } = encodeQr(text, { ecc: "M", border: 4 });
  const runs = data.map((row, y) => {
    const line = row.map((dark) => dark ? "1" : "0").join("");
    return [...line.matchAll(/1+/g)].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`).join(
      "",
    );
  });
  return { size, path: runs.join("") };
}

export const qrCode = (text: string): string => renderSVG(text, { ecc: "M", border: 4 });
