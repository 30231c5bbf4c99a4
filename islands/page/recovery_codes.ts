/** The buttons beside recovery codes. It runs when it is loaded, on the page that has them. */
import { twoStepTexts as words } from "../../server/contract/two_step_texts.ts";
import { showToast } from "../runtime/toast.ts";

document.querySelector("[data-print]")!.addEventListener("click", () => print());

document.querySelector("[data-copy]")!.addEventListener("click", async () => {
  const codes = [...document.querySelectorAll("[data-codes] > li")].map(({ textContent }) => textContent);
  try {
    await navigator.clipboard.writeText(codes.join("\n"));
    showToast("success", words.copied);
  } catch {
    showToast("error", words.notCopied);
  }
});
