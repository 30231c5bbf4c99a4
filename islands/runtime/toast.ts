import { emit, type Toast } from "./events.ts";
import { readStored, store } from "./storage.ts";

export const showToast = (kind: Toast["kind"], text: string, to?: string): void => emit("toast", { kind, text, to });

const key = "chapterhouse.toast";

export const deferToast = (kind: Toast["kind"], text: string): void =>
  store(key, JSON.stringify({ kind, text } satisfies Toast), "sessionStorage");

export function takeDeferredToast(): Toast | null {
  const stored = readStored(key, "sessionStorage");
  store(key, null, "sessionStorage");
  try {
    return stored && JSON.parse(stored);
  } catch {
    return null;
  }
}
