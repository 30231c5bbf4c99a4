/** The browser's storage, which may be full, switched off or forbidden: then nothing is kept. */

/** For good and for all windows, or as long as this window and for it alone. */
type Area = "localStorage" | "sessionStorage";

export function readStored(key: string, area: Area = "localStorage"): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value, or removes it where the value is null. */
export function store(key: string, value: string | null, area: Area = "localStorage"): void {
  try {
    if (value === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, value);
  } catch {
    // Nothing is kept, and nothing depends on it.
  }
}
