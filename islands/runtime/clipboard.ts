import { showToast } from "./toast.ts";

/** Copies a text, and says in a toast whether it did: on plain http there is no clipboard. */
export async function copyText(text: string, { copied, failed }: { copied: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast("success", copied);
  } catch {
    showToast("error", failed);
  }
}
