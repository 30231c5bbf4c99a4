import { fileSize } from "../chat/file_size.ts";

export const storageTexts = {
  used: (used: number, quota: number) => `You store ${fileSize(used)} of ${fileSize(quota)}.`,
  notice:
    "The groups that you made have no room for more files and books, and once it is full you can write nothing more. " +
    "Messages, notes, files and groups that you delete make room.",
  full: (free: number) =>
    `There is no room for this: ${
      fileSize(free)
    } of what your account may store are free. Delete something to make room.`,
  groupFull: (free: number) =>
    `There is no room for this: ${fileSize(free)} of what the person who made this group may store are free.`,
};
