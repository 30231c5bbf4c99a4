/** Loads what a page shows anew, one call at a time: an answer that may be older than what is shown is not shown. */
export interface Reloader {
  /** Loads it now, or once more after the call under way. */
  reload: () => Promise<void>;
  /** Notes that it has changed, which a call under way may not know. */
  changed: () => void;
}

/** Shows what was loaded, unless it changed meanwhile. Where that fails, what is shown stays as it is. */
export function reloader<T>(
  load: () => Promise<T>,
  show: (loaded: T) => void,
  onFailure: (error: unknown) => void = console.warn,
): Reloader {
  let isLoading = false;
  let isStale = false;
  async function loadOnce() {
    isStale = false;
    try {
      const loaded = await load();
      if (!isStale) show(loaded);
    } catch (error) {
      onFailure(error);
    }
  }
  async function reload() {
    isStale = true;
    if (isLoading) return;
    isLoading = true;
    while (isStale) await loadOnce();
    isLoading = false;
  }
  return { reload, changed: () => isStale = true };
}
