/** From where a list of own notes goes on, as it is in an address. */
import type { NoteCursor } from "../../../db/notes/notes.ts";

export function cursorOf(before: string): NoteCursor {
  const dot = before.indexOf(".");
  return { updatedAt: Number(before.slice(0, dot)), id: before.slice(dot + 1) };
}

export const written = ({ updatedAt, id }: NoteCursor): string => `${updatedAt}.${id}`;
