/** Pictures of messages: as large as a screen shows them, with a preview, stripped of metadata, and re-encoded. */
import * as chatLimits from "../contract/chat/limits.ts";
import { decode, loadSharp, refuseIfBusy } from "./resize.ts";

export interface MessagePicture {
  /** In pixels; so is `height`. */
  width: number;
  height: number;
  /** WebP, and so is the preview. */
  original: Uint8Array;
  preview: Uint8Array;
}

/**
 * Makes the picture of a message: whole, made smaller where its longest side is longer than `file.side`.
 *
 * @throws BadRequest for a damaged picture or too many pixels; TooMany while too many others wait
 */
export async function makeMessagePicture(bytes: Uint8Array): Promise<MessagePicture> {
  refuseIfBusy();
  return await decode(bytes, async (picture) => {
    const { data, info } = await picture.resize(within(chatLimits.file.side)).raw().toBuffer({
      resolveWithObject: true,
    });
    const { width, height, channels } = info;
    const sharp = await loadSharp();
    const again = () => sharp(data, { raw: { width, height, channels } });
    const original = await again().webp().toBuffer();
    const preview = await again().resize(within(chatLimits.file.preview)).webp().toBuffer();
    return { width, height, original, preview };
  });
}

const within = (side: number) => ({ width: side, height: side, fit: "inside", withoutEnlargement: true }) as const;
