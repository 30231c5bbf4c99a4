import { useState } from "react";
import { late } from "../../runtime/late.ts";
import { showToast } from "../../runtime/toast.ts";
import { transportTexts } from "../../../server/contract/site/texts.ts";

export type Extras = typeof import("./extras.ts");

export const loadExtras = late(() => import("./extras.ts"));

interface LazyExtras {
  /** Undefined until they are there. */
  extras: Extras | undefined;
  /** Loads them ahead; if that fails, it is tried again when they are asked for. */
  prepare: () => void;
  /** Loads what is asked for now. */
  load: () => Promise<void>;
}

/** What of the chat is loaded when it is about to be used. */
export function useExtras(): LazyExtras {
  const [extras, setExtras] = useState<Extras>();
  const load = async () => extras ?? setExtras(await loadExtras());
  return {
    extras,
    prepare: () => void load().catch(console.error),
    async load() {
      try {
        await load();
      } catch (error) {
        console.error(error);
        showToast("error", transportTexts.chunkTimeout);
      }
    },
  };
}
