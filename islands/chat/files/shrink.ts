import * as chatLimits from "../../../server/contract/chat/limits.ts";

const heavy = 512 * 1024;

/** Connections may be slow. The server makes its own of it. */
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
    return file;
  }
}
