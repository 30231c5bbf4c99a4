import { useState } from "react";
import { texts } from "../../server/contract/texts.ts";
import { loadSheet } from "../runtime/sheet.ts";
import { showToast } from "../runtime/toast.ts";

type Extras = typeof import("./extras.ts");

/** What of the chat is loaded when it is first asked for, with its styles; undefined until it is there. */
export function useExtras(sheet: string): { extras: Extras | undefined; load: () => Promise<void> } {
  const [extras, setExtras] = useState<Extras>();

  async function load(): Promise<void> {
    if (extras) return;
    try {
      const [loaded] = await Promise.all([import("./extras.ts"), loadSheet(sheet)]);
      setExtras(loaded);
    } catch (error) {
      console.error(error);
      showToast("error", texts.transport.chunkTimeout);
    }
  }

  return { extras, load };
}
