/** The drafts of a form that was sent, as its window stores them while it waits for the answer. */
import type { DraftPlace } from "./drafts.ts";
import { readStored, store } from "../runtime/storage.ts";

const key = "chapterhouse.sent";

export const storeSentDrafts = (places: DraftPlace[]): void => store(key, JSON.stringify(places), "sessionStorage");

/** Which they are, once. */
export function takeSentDrafts(): DraftPlace[] {
  const stored = readStored(key, "sessionStorage");
  store(key, null, "sessionStorage");
  try {
    return JSON.parse(stored ?? "[]");
  } catch {
    return [];
  }
}
