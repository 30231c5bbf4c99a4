/** Uploads, which say how far they are: `fetch` cannot. */
import { apiBase, callerHeaders, failureOf, unreachable } from "./api.ts";

interface Options {
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

export function upload<T>(path: string, file: File, { onProgress, signal }: Options): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const request = new XMLHttpRequest();
  request.open("POST", apiBase() + path);
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
