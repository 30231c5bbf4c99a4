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

/** A module that is loaded on use. @param first the module, where the page came with it */
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
