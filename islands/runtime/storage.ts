/** The browser's storage, which may be full, switched off or forbidden: then nothing is stored. */

type Area = "localStorage" | "sessionStorage";

export function readStored(key: string, area: Area = "localStorage"): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string | null, area: Area = "localStorage"): void {
  try {
    if (value === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
}
