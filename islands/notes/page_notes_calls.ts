import type { SharedNotes } from "../../server/contract/notes/shapes.ts";
import { call } from "../runtime/api.ts";
import { deliver } from "../offline/load_outbox.ts";
import { randomId } from "../runtime/random_id.ts";

export const loadSharedNotes = (bookId: string, page: number): Promise<SharedNotes> =>
  call("GET", `/books/${encodeURIComponent(bookId)}/notes?shared=1&page=${page}`);

export function sendAnswer(noteId: string, content: string): Promise<{ message: string } | undefined> {
  const path = `/notes/${encodeURIComponent(noteId)}/answers`;
  const body = { content, clientId: randomId() };
  return deliver({ kind: "answer", key: `POST ${path}`, text: content, call: { method: "POST", path, body } });
}
