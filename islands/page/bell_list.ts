/** The latest notices in a popover below the bell: the list of their page, with that page's style sheet. */
import * as noticesLimits from "../../server/contract/notices/limits.ts";
import { emit, on } from "../runtime/events.ts";
import { element } from "./element.ts";
import { stayInPlace } from "./notice_list.ts";
import { fetchPage, loadSheetsOf } from "./other_page.ts";
import { showPushSettings } from "./push.ts";
import { noticePaths } from "../../server/contract/notices/paths.ts";
import { noticesTexts } from "../../server/contract/notices/texts.ts";

let popover: HTMLElement | undefined;

/** Opens the list, or closes it. */
export async function toggleBellList(bell: HTMLElement): Promise<void> {
  if (!popover) {
    // Not shown before it is there with its style.
    const made = makePopover(bell);
    await fill(made);
    popover ??= made;
    bell.after(popover);
  }
  popover.togglePopover();
}

function makePopover(bell: HTMLElement): HTMLElement {
  const place = element("div", { className: "bell-list", popover: "auto", role: "dialog" });
  place.ariaLabel = noticesTexts.title;
  place.append(element("div", { className: "bell-items" }), footer());
  let wasOpened = false;
  place.addEventListener("toggle", (event) => {
    const isOpen = (event as ToggleEvent).newState === "open";
    bell.ariaExpanded = String(isOpen);
    if (isOpen && wasOpened) refill(place);
    wasOpened = true;
  });
  const refillOpen = () => place.matches(":popover-open") && refill(place);
  on("notice", refillOpen);
  on("noticesRead", ({ gone }) => gone && refillOpen());
  return place;
}

function footer(): HTMLElement {
  const push = element("div", { className: "stack" });
  void showPushSettings(push);
  const all = element("a", { className: "button button--quiet", href: noticePaths.notices }, noticesTexts.seeAll);
  return element("div", { className: "bell-footer" }, push, all);
}

/** What is shown stays where the server cannot be reached. */
const refill = (place: HTMLElement): void => void fill(place).catch((error) => console.warn(error));

async function fill(place: HTMLElement): Promise<void> {
  const page = await fetchPage(noticePaths.notices);
  const bell = page?.querySelector<HTMLElement>("[data-bell]");
  if (!page || !bell) throw new Error("The page is another one.");
  await loadSheetsOf(page);
  const list = page.querySelector(".notices");
  for (const item of [...list?.children ?? []].slice(noticesLimits.notices.inBell)) item.remove();
  for (const form of list?.querySelectorAll("form") ?? []) form.remove();
  const unread = Number(bell.dataset.bell);
  const items = [head(unread), list ?? element("p", { className: "muted" }, noticesTexts.empty)];
  stayInPlace(place, () => place.querySelector(".bell-items")!.replaceChildren(...items));
  if (unread !== shownCount()) emit("noticesRead", { unread, ids: [] });
}

const shownCount = () => Number(document.querySelector<HTMLElement>("[data-bell]")!.dataset.bell);

function head(unread: number): HTMLElement {
  const title = element("h2", {}, noticesTexts.title);
  if (unread === 0) return element("div", { className: "bell-head" }, title);
  const button = element("button", { className: "button button--quiet" }, noticesTexts.markAllRead);
  const form = element("form", {}, button);
  form.dataset.readNotices = "";
  return element("div", { className: "bell-head" }, title, form);
}
