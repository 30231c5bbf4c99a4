/** Uploads, which say how far they are, as `fetch` cannot; and photos made smaller before. */
import type { Answer } from "../../../routes/api/calls.ts";
import { addressOf, apiBase, callerHeaders, failureOf, unreachable } from "../../runtime/api.ts";
import * as chatLimits from "../../../server/contract/chat/limits.ts";

interface Options {
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

export function upload(groupId: string, file: File, { onProgress, signal }: Options) {
  const [method, path] = addressOf("POST /groups/:id/files", { id: groupId });
  const { promise, resolve, reject } = Promise.withResolvers<Answer<"POST /groups/:id/files">>();
  const request = new XMLHttpRequest();
  request.open(method, apiBase() + path);
  request.responseType = "json";
  for (const [name, value] of Object.entries(callerHeaders())) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
  request.onload = () => {
    const { status, response } = request;
    if (status >= 200 && status < 300 && response) resolve(response);
    else reject(failureOf(status, path, response ?? {}));
  };
  request.onerror = () => reject(unreachable());
  request.onabort = () => reject(new DOMException("The upload was stopped.", "AbortError"));
  signal.addEventListener("abort", () => request.abort(), { once: true });
  const form = new FormData();
  form.append("file", file);
  request.send(form);
  return promise;
}

const heavy = 512 * 1024;

/** A smaller picture, as connections may be slow. The server makes its own version. */
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
