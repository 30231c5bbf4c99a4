import { useState } from "react";
import { texts } from "../../server/contract/texts.ts";
import { showToast } from "../runtime/toast.ts";

type Extras = typeof import("./extras.ts");

/** What of the chat is loaded when it is first asked for; undefined until it is there. */
export function useExtras(): { extras: Extras | undefined; load: () => Promise<void> } {
  const [extras, setExtras] = useState<Extras>();

  async function load(): Promise<void> {
    if (extras) return;
    try {
      setExtras(await import("./extras.ts"));
    } catch (error) {
      console.error(error);
      showToast("error", texts.transport.chunkTimeout);
    }
  }

  return { extras, load };
}
