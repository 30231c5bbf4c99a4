/**
 * Buttons of plain pages that copy a text, share a link, print the page, or close the announcement in place, so that
 * nothing is lost that is written on it. It runs when it is loaded, on a page that has one.
 */
import { outboxTexts } from "../../server/contract/site/outbox_texts.ts";
import { copyText } from "../runtime/clipboard.ts";
import { post } from "../runtime/api.ts";

// Without a script they are not there.
for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) {
  button.hidden = false;
  const { copy, copied } = button.dataset as Record<string, string>;
  button.addEventListener("click", () => void copyText(copy, { copied, failed: outboxTexts.copyFailed }));
}

const print = document.querySelector<HTMLElement>("[data-print]");
print?.removeAttribute("hidden");
print?.addEventListener("click", () => globalThis.print());

const share = document.querySelector<HTMLElement>("[data-share]");
if (share && navigator.canShare?.({ url: share.dataset.share })) {
  share.hidden = false;
  const { share: url, title } = share.dataset;
  // Closing the browser's dialog is no error.
  share.addEventListener("click", () => void navigator.share({ title, url }).catch(() => {}));
}

const announcement = document.querySelector("[data-announcement]");
announcement?.addEventListener("submit", (event) => {
  event.preventDefault();
  post(event.target as HTMLFormElement);
  announcement.remove();
});
