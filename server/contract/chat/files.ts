/** Files of messages as the wire has them. */
import type { MessageFile } from "./shapes.ts";
import { chatPaths } from "./paths.ts";

/** What is stored of a file; its addresses follow from that. */
export type StoredFile = Omit<MessageFile, "url" | "previewUrl">;

/** A file as the wire has it. Only pictures have a width. */
export const asMessageFile = (file: StoredFile): MessageFile => ({
  ...file,
  url: chatPaths.file(file.id, file.name),
  previewUrl: file.width === null ? null : chatPaths.filePreview(file.id, file.name),
});
