/**
 * The margin of a text. The page says how much is in it, and it is fetched where it is shown: beside the text, or on a
 * phone, which has no room there, as a sheet over the text that its count opens.
 */
import { markTexts as words } from "../../server/contract/notes/mark_texts.ts";
import { fetchPage } from "../runtime/other_page.ts";
import { showToast } from "../runtime/toast.ts";
import { element } from "./element.ts";
import { renew } from "./renew.ts";

export interface Margin {
  /** As the server has it by now. Without a connection it stays. */
  renew(): Promise<void>;
  /** Another part is shown. */
  follow(): Promise<void>;
  /** In sight, with what is in it. */
  open(): Promise<void>;
}

/** Where there is room for it beside the text, as the style has it. */
const beside = matchMedia("(width >= 1100px)");

/** @param onRenewed what is marked may be something else now */
export function marginOf(reader: HTMLElement, { onRenewed }: { onRenewed(): void }): Margin {
  const margin = () => reader.querySelector<HTMLElement>("[data-text-margin]")!;
  const count = () => Number(margin().dataset.count);
  const isLoaded = () => count() === 0 || margin().dataset.isOpen !== undefined;
  const isSheet = () => margin().hasAttribute("data-sheet");
  const button = reader.querySelector<HTMLAnchorElement>(".text-count") ??
    element("a", { className: "icon-button text-count" });
  // Of a page that came with an empty margin it is not there yet.
  if (!button.isConnected) reader.querySelector("h1")?.after(button);
  const shut = element("button", { type: "button", className: "icon-button text-shut", onclick: close }, "×");
  shut.setAttribute("aria-label", words.closeMargin);

  function close(): void {
    margin().toggleAttribute("data-sheet", false);
    shut.remove();
  }

  async function renewMargin(): Promise<void> {
    const { from, path } = reader.dataset;
    const page = await fetchPage(`${path}/margin?at=${from}`).catch(console.warn);
    const fresh = page?.querySelector<HTMLElement>("[data-text-margin]");
    if (!fresh) showToast("error", words.marginFailed);
    if (!fresh || from !== reader.dataset.from) return;
    const wasSheet = isSheet();
    shut.remove();
    renew(margin(), fresh);
    if (wasSheet) showSheet();
    showCount();
    onRenewed();
  }

  function showSheet(): void {
    margin().toggleAttribute("data-sheet", true);
    margin().prepend(shut);
  }

  async function open(): Promise<void> {
    if (!beside.matches) showSheet();
    if (!isLoaded()) await renewMargin();
  }

  function showCount(): void {
    button.textContent = String(count());
    button.hidden = count() === 0;
    button.setAttribute("aria-label", words.marginOf(count()));
    button.href = margin().querySelector<HTMLAnchorElement>("[data-text-margin-link]")?.href ?? "#margin";
  }

  async function follow(): Promise<void> {
    showCount();
    if (beside.matches && !isLoaded()) await renewMargin();
  }

  reader.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (link !== button && !link?.matches("[data-text-margin-link]")) return;
    event.preventDefault();
    if (link === button && isSheet()) return close();
    void open();
    if (isSheet()) shut.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isSheet()) return;
    event.preventDefault();
    event.stopPropagation();
    close();
    button.focus();
  }, true);
  document.addEventListener("pointerdown", ({ target }) => {
    if (isSheet() && !margin().contains(target as Node) && !button.contains(target as Node)) close();
  });
  beside.addEventListener("change", () => void follow());
  return { open, follow, renew: renewMargin };
}
