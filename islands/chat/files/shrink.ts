import * as chatLimits from "../../../server/contract/chat/limits.ts";

/** Bytes above which a photograph is made smaller before it is sent. */
const heavy = 512 * 1024;

/**
 * A photograph no larger than it is shown, since connections may be slow; anything else as it is. The server makes its
 * own of it.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (file.size <= heavy || !/^image\/(jpeg|png|webp)$/.test(file.type)) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, chatLimits.file.side / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(picture.width * scale, picture.height * scale);
    canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const smaller = await canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
    return smaller.size < file.size ? new File([smaller], file.name, { type: smaller.type }) : file;
  } catch {
    // The server says what is wrong with it.
    return file;
  }
}
