/** Buttons that copy a text; without a script they are not there. It runs when it is loaded, on a page that has one. */
import { outboxTexts } from "../../server/contract/site/texts.ts";
import { copyText } from "../runtime/clipboard.ts";

for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) {
  button.hidden = false;
  const { copy, copied } = button.dataset as Record<string, string>;
  button.addEventListener("click", () => void copyText(copy, { copied, failed: outboxTexts.copyFailed }));
}
