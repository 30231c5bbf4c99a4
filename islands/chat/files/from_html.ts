/** Reads what `MessageFiles` has drawn, without React. */
import type { MessageFile } from "../../../server/contract/chat/shapes.ts";

/** The files of a rendered message. */
export const readFiles = (item: Element): MessageFile[] =>
  Array.from(item.querySelectorAll<HTMLAnchorElement>(".message-picture, .message-file"), (link) => {
    const url = link.getAttribute("href")!;
    const [, , id, written] = url.split("/");
    const name = decodeURIComponent(written);
    const { size, width = null, height = null } = link.dataset;
    return {
      id,
      name,
      type: typeOf(name),
      size: Number(size),
      width: width && Number(width),
      height: height && Number(height),
      url,
      previewUrl: link.querySelector("img")?.getAttribute("src") ?? null,
    } as MessageFile;
  });

/** Names have the extension of their type. */
function typeOf(name: string): string {
  if (name.endsWith(".webp")) return "image/webp";
  return name.endsWith(".pdf") ? "application/pdf" : "text/plain; charset=utf-8";
}
