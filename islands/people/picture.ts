import * as peopleLimits from "../../server/contract/people/limits.ts";
import { ApiError } from "../runtime/api.ts";
import { readDataUrl } from "../runtime/data_url.ts";
import { picturesTexts } from "../../server/contract/people/texts.ts";

/** Bytes above which a picture is made smaller before it is sent. */
const heavy = 256 * 1024;

/**
 * A chosen file as the data URL that the API takes: a photograph only as large as its largest size here needs, since
 * connections may be slow.
 *
 * @throws ApiError for a file that is too large to be sent
 */
export async function asDataUrl(file: File): Promise<string> {
  const sent = file.size > heavy ? await shrink(file).catch(() => file) : file;
  if (sent.size > peopleLimits.picture.bytes) throw tooLarge();
  return await readDataUrl(sent);
}

const tooLarge = () =>
  new ApiError(413, { message: picturesTexts.tooLarge, error: picturesTexts.tooLarge, code: "too_large" });

/**
 * Twice the largest size, from which the server makes its own. @throws InvalidStateError for a file that is no picture
 */
async function shrink(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, 2 * peopleLimits.picture.large / Math.min(picture.width, picture.height));
  const canvas = new OffscreenCanvas(picture.width * scale, picture.height * scale);
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return await canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
}
