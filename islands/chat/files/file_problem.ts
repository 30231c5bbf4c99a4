import { attachmentTexts } from "../../../server/contract/chat/attachment_texts.ts";
import * as chatLimits from "../../../server/contract/chat/limits.ts";

/** @param attached how many are attached before it */
export function fileProblem({ size }: Pick<File, "size">, attached: number): string | undefined {
  if (attached >= chatLimits.message.files) return attachmentTexts.tooMany(chatLimits.message.files);
  if (size === 0) return attachmentTexts.empty;
  return size > chatLimits.file.bytes ? attachmentTexts.tooLarge : undefined;
}
