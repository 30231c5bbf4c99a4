import * as peopleLimits from "../../server/contract/people/limits.ts";
import { ApiError } from "../runtime/api.ts";
import { readDataUrl } from "../runtime/data_url.ts";
import { picturesTexts } from "../../server/contract/people/texts.ts";

const heavy = 256 * 1024;

/** Only as large as it is shown, since connections may be slow. @throws ApiError for a file that is too large */
export async function asDataUrl(file: File): Promise<string> {
  const sent = file.size > heavy ? await shrink(file).catch(() => file) : file;
  if (sent.size > peopleLimits.picture.bytes) throw tooLarge();
  return await readDataUrl(sent);
}

const tooLarge = () =>
  new ApiError(413, { message: picturesTexts.tooLarge, error: picturesTexts.tooLarge, code: "too_large" });

async function shrink(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, 2 * peopleLimits.picture.large / Math.min(picture.width, picture.height));
  const canvas = new OffscreenCanvas(picture.width * scale, picture.height * scale);
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return await canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
}
