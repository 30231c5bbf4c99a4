/** Which windows are open. A lock ends with its window, however that ends. */

const prefix = "chapterhouse.window:";
let own: { name: string; release: () => void } | undefined;

/** The name of this window, under which its lock is known to others; none without locks, as on plain http. */
export function thisWindow(): string | undefined {
  if (!navigator.locks) return undefined;
  own ??= lock();
  return own.name;
}

function lock() {
  const name = prefix + Math.random().toString(36).slice(2);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  void navigator.locks.request(name, () => promise);
  addEventListener("pagehide", unlock, { once: true });
  return { name, release };
}

/** A page that is stored for going back holds none. */
function unlock(): void {
  own?.release();
  own = undefined;
}

/** The names of all windows that are open. */
export async function openWindows(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks?.query() ?? {};
  return new Set(held.flatMap(({ name }) => name?.startsWith(prefix) ? name : []));
}
