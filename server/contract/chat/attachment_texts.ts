/** Of files that are being attached to a message: in the browser loaded on use. */
import * as chatLimits from "./limits.ts";

export const attachmentTexts = {
  get tooLarge() {
    return `This file is too large. Please use one of at most ${chatLimits.file.bytes / 1024 ** 2} MB.`;
  },
  empty: "This file is empty.",
  removed: "The file was removed.",
  tooMany: (most: number) => most === 1 ? "Please send one file at a time." : `A message has at most ${most} files.`,
  attached: "Attached files",
  remove: (name: string) => `Remove ${name}`,
  stop: (name: string) => `Stop sending ${name}`,
  uploading: (name: string) => `Uploading ${name}`,
};
