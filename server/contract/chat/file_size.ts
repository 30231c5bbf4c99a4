import { counted } from "../site/plural.ts";

const [kilobyte, megabyte] = [1024, 1024 ** 2];

/** A size as people read it: `850 KB`, `1.2 MB`, `170 MB`. Never more than there is. */
export function fileSize(bytes: number): string {
  if (bytes < kilobyte) return counted(bytes, "byte");
  if (bytes < megabyte) return `${Math.floor(bytes / kilobyte)} KB`;
  const megabytes = bytes / megabyte;
  return `${megabytes < 10 ? Math.floor(10 * megabytes) / 10 : Math.floor(megabytes)} MB`;
}
