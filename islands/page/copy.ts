import { showToast } from "../runtime/toast.ts";

/** Buttons that copy a text; without a script they are not there. */
export function enhanceCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy!);
      showToast("success", button.dataset.copied!);
    });
  }
}
