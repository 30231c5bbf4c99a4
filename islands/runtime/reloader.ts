interface Reloader {
  reload: () => Promise<void>;
  changed: () => void;
}

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
