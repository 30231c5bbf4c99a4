/** How a text looks, chosen on its page: it is so at once, and in a cookie for the pages that follow. */
import {
  asTextStyleCookie,
  knownTextStyle,
  textStyleAttributes,
  textStyleCookie,
} from "../../server/contract/reading/text_style.ts";

/** @param keepPlace does what changes the look, with the text staying where it is */
export function enhanceTextStyle(reader: HTMLElement, keepPlace: (change: () => void) => void): void {
  const form = reader.querySelector<HTMLFormElement>("[data-text-style]")!;
  const fold = form.closest("details")!;
  form.querySelector("button")!.hidden = true;
  form.addEventListener("change", () => {
    const style = knownTextStyle(Object.fromEntries(new FormData(form)) as Record<string, string>);
    const attributes = Object.entries(textStyleAttributes(style));
    keepPlace(() => attributes.forEach(([name, value]) => reader.setAttribute(name, value)));
    document.cookie = `${textStyleCookie}=${asTextStyleCookie(style)}; path=/; max-age=${
      365 * 24 * 3600
    }; samesite=lax`;
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (!fold.contains(target as Node)) fold.open = false;
  });
  fold.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !fold.open) return;
    fold.open = false;
    fold.querySelector("summary")!.focus();
    event.preventDefault();
  });
}
