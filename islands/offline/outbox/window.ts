/** Which windows send something themselves. A lock ends with its window, however that ends. */
import { readStored, store } from "../../runtime/storage.ts";

const storageKey = "chapterhouse.window";
const prefix = `${storageKey}:`;
let release: (() => void) | undefined;

/** As which window this one sends what has a key, if it has sent anything: the same from page to page. */
export function windowBefore(key: string): string | undefined {
  const name = readStored(storageKey, "sessionStorage");
  return name === null ? undefined : `${prefix}${name} ${key}`;
}

/** As which window this one sends what has a key, from now until its page ends. */
export function thisWindow(key: string): string {
  if (!windowBefore(key)) store(storageKey, own, "sessionStorage");
  const name = windowBefore(key) ?? `${prefix}${own} ${key}`;
  lock(name);
  return name;
}

const own = Math.random().toString(36).slice(2);

/** Plain http has no locks. A window that was duplicated has the name of the other one. */
function lock(name: string): void {
  if (release) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  release = resolve;
  void navigator.locks?.request(name, { mode: "shared" }, () => promise);
  addEventListener("pagehide", () => unlock(name), { once: true });
}

/** A page that is stored for going back holds none. */
function unlock(name: string): void {
  release!();
  release = undefined;
  addEventListener("pageshow", () => lock(name), { once: true });
}

/** The names of all windows that are open. */
export async function openWindows(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks?.query() ?? {};
  return new Set(held.flatMap(({ name }) => name?.startsWith(prefix) ? name : []));
}
