import { emit, type Toast } from "./events.ts";
import { readStored, store } from "./storage.ts";

/** Shows a toast in the top right corner, whose text may be a link. */
export const showToast = (kind: Toast["kind"], text: string, to?: string): void => emit("toast", { kind, text, to });

const key = "chapterhouse.toast";

/** Shows a toast on the page that comes next. */
export const deferToast = (kind: Toast["kind"], text: string): void =>
  store(key, JSON.stringify({ kind, text } satisfies Toast), "sessionStorage");

/** The toast that the page before deferred, once. */
export function takeDeferredToast(): Toast | null {
  const stored = readStored(key, "sessionStorage");
  store(key, null, "sessionStorage");
  try {
    return stored && JSON.parse(stored);
  } catch {
    return null;
  }
}
