import { useState } from "react";
import { transportTexts } from "../../server/contract/site/texts.ts";
import { showToast } from "./toast.ts";

interface Late<T> {
  loaded: T | undefined;
  /** Before it is needed: it says nothing where that fails. */
  prepare: () => void;
  /** @returns whether it is there; if not, a toast says so */
  load: () => Promise<boolean>;
}

/** @param first what a page came with that shows it from the beginning */
export function useLate<T extends object>(loadModule: () => Promise<T>, first?: T): Late<T> {
  const [loaded, setLoaded] = useState(first);
  const load = async () => loaded ?? setLoaded(await loadModule());
  return {
    loaded,
    prepare: () => void load().catch(console.error),
    async load() {
      try {
        await load();
        return true;
      } catch (error) {
        console.error(error);
        showToast("error", transportTexts.chunkTimeout);
        return false;
      }
    },
  };
}
