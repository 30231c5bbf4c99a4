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
  /** In sight, with what is in it. @returns whether that is there */
  open(): Promise<boolean>;
}

interface Options {
  /** Called as it is fetched. @returns what is called once what has come is shown */
  onFetch(): () => void;
}

/** Where there is room for it beside the text, as the style has it. */
const wide = matchMedia("(width >= 1100px)");

export function marginOf(reader: HTMLElement, { onFetch }: Options): Margin {
  const margin = () => reader.querySelector<HTMLElement>("[data-text-margin]")!;
  const count = () => Number(margin().dataset.count);
  const isLoaded = () => count() === 0 || margin().dataset.marks !== undefined;
  const isSheet = () => margin().hasAttribute("data-sheet");
  const button = countButtonOf(reader);
  const closeButton = element("button", { type: "button", className: "icon-button text-close", onclick: close }, "×");
  closeButton.setAttribute("aria-label", words.closeMargin);
  let fetches = 0;

  function close(): void {
    margin().toggleAttribute("data-sheet", false);
    closeButton.remove();
  }

  /** What was asked for last is the newest. */
  async function renewMargin(): Promise<void> {
    const { from, path } = reader.dataset;
    const number = ++fetches;
    const onShown = onFetch();
    const page = await fetchPage(`${path}/margin?at=${from}`).catch(console.warn);
    const fresh = page?.querySelector<HTMLElement>("[data-text-margin]");
    if (!fresh || number !== fetches || from !== reader.dataset.from) return;
    const [wasSheet, hadFocus] = [isSheet(), document.activeElement === closeButton];
    closeButton.remove();
    renew(margin(), fresh);
    if (wasSheet) showSheet();
    if (hadFocus) closeButton.focus();
    showCount();
    onShown();
  }

  function showSheet(): void {
    margin().toggleAttribute("data-sheet", true);
    margin().prepend(closeButton);
  }

  async function open(): Promise<boolean> {
    if (!wide.matches) showSheet();
    if (!isLoaded()) await renewMargin();
    if (isLoaded()) return true;
    close();
    showToast("error", words.marginFailed);
    return false;
  }

  function showCount(): void {
    button.textContent = String(count());
    button.hidden = count() === 0;
    button.setAttribute("aria-label", words.marginOf(count()));
    button.href = margin().querySelector<HTMLAnchorElement>("[data-text-margin-link]")?.href ?? "#margin";
  }

  async function follow(): Promise<void> {
    showCount();
    if (wide.matches && !isLoaded()) await renewMargin();
  }

  reader.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (link !== button && !link?.matches("[data-text-margin-link]")) return;
    event.preventDefault();
    if (link === button && isSheet()) return close();
    void open();
    if (isSheet()) closeButton.focus();
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
  wide.addEventListener("change", () => void follow());
  return { open, follow, renew: renewMargin };
}

/** Of a page that came with an empty margin it is not there yet. */
function countButtonOf(reader: HTMLElement): HTMLAnchorElement {
  const button = reader.querySelector<HTMLAnchorElement>(".text-count") ??
    element("a", { className: "icon-button text-count" });
  if (!button.isConnected) reader.querySelector("h1")?.after(button);
  return button;
}
