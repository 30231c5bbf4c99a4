import { showToast } from "./toast.ts";

export async function copyText(text: string, { copied, failed }: { copied: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast("success", copied);
  } catch {
    showToast("error", failed);
  }
}
