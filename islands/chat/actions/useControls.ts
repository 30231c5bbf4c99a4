import { useState } from "react";
import { late } from "../../runtime/late.ts";
import { showToast } from "../../runtime/toast.ts";
import { transportTexts } from "../../../server/contract/site/texts.ts";

export type Controls = typeof import("./late_controls.ts");

export const loadControls = late(() => import("./late_controls.ts"));

interface LateControls {
  controls: Controls | undefined;
  prepare: () => void;
  load: () => Promise<void>;
}

export function useControls(): LateControls {
  const [controls, setControls] = useState<Controls>();
  const load = async () => controls ?? setControls(await loadControls());
  return {
    controls,
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
