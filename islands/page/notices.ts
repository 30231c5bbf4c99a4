/** Lists of notices, on their page and in the bell: what is followed or marked is read, in every window. */
import type { NotifyLevel } from "../../server/contract/groups/shapes.ts";
import { call, failureText } from "../runtime/api.ts";
import { emit, on } from "../runtime/events.ts";
import { onOverview } from "../runtime/overview.ts";
import { showToast } from "../runtime/toast.ts";
import { fetchPage, loadSheetsOf } from "../runtime/other_page.ts";
import { showPushSettings } from "./push.ts";
import { noticePaths } from "../../server/contract/notices/paths.ts";
import { mailSettingsTexts, noticesTexts } from "../../server/contract/notices/texts.ts";

/** The page's own list, with its head. */
const shownList = ".notices-page > section";

document.addEventListener("click", ({ target }) => {
  const link = (target as Element).closest<HTMLElement>("[data-unread] [data-notice]");
  // The link is followed at once: what it leads to may mark it as read too.
  if (link) void markRead([link.dataset.notice!], { keepalive: true });
});
document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (form.matches("[data-read-notices]")) {
    event.preventDefault();
    const id = new FormData(form).get("id");
    void markRead(id === null ? "all" : [String(id)]);
  }
  if (form.matches("[data-level]")) {
    event.preventDefault();
    void saveLevel(form);
  }
});
// With script a choice is saved as it is made.
document.addEventListener("change", ({ target }) => {
  const form = (target as Element).closest<HTMLFormElement>("form[data-level], form[data-mails]");
  if (form?.matches("[data-level]")) void saveLevel(form);
  else if (form) void saveMails(form);
});
on("noticesRead", ({ unread, ids }) => {
  for (const item of document.querySelectorAll<HTMLElement>(".notice-item[data-unread]")) {
    if (unread === 0 || ids.includes(item.querySelector<HTMLElement>("[data-notice]")!.dataset.notice!)) showRead(item);
  }
  if (unread > 0) return;
  for (const form of document.querySelectorAll("form[data-read-notices]")) removeKeepingFocus(form);
});
// What is new is on the first of the pages, which may have come before it.
if (document.querySelector(shownList) && !location.search) followUnread();
for (const place of document.querySelectorAll<HTMLElement>("[data-push]")) void showPushSettings(place);

function followUnread(): void {
  let known = unreadOf(document);
  onOverview(({ unreadNotices }) => {
    if (unreadNotices > known) void refresh();
    known = unreadNotices;
  });
  on("noticesRead", ({ gone }) => gone && void refresh());
}

async function refresh(): Promise<void> {
  try {
    const fresh = (await fetchPage(location.href))?.querySelector(shownList);
    if (fresh) stayInPlace(document.documentElement, () => document.querySelector(shownList)!.replaceWith(fresh));
  } catch (error) {
    // What is shown stays where the server cannot be reached.
    console.warn(error);
  }
}

let popover: HTMLElement | undefined;

/** Opens the latest notices below the bell, as their page has them, or closes them. @throws where it is another page */
export async function toggleBellList(bell: HTMLElement): Promise<void> {
  if (!popover) {
    const list = await fetchBellList();
    popover ??= addPopover(bell, list);
  }
  popover.togglePopover();
}

function addPopover(bell: HTMLElement, list: HTMLElement): HTMLElement {
  let wasOpened = false;
  const refill = async () => {
    try {
      const fresh = await fetchBellList();
      stayInPlace(list, () => itemsOf(list).replaceWith(itemsOf(fresh)));
    } catch (error) {
      // What is shown stays where the server cannot be reached.
      console.warn(error);
    }
  };
  const refillOpen = () => list.matches(":popover-open") && refill();
  list.addEventListener("toggle", (event) => {
    const isOpen = (event as ToggleEvent).newState === "open";
    bell.ariaExpanded = String(isOpen);
    if (isOpen && wasOpened) void refill();
    wasOpened = true;
  });
  on("notice", refillOpen);
  on("noticesRead", ({ gone }) => gone && refillOpen());
  bell.after(list);
  void showPushSettings(list.querySelector<HTMLElement>("[data-push]")!);
  return list;
}

const itemsOf = (list: HTMLElement): Element => list.querySelector(".bell-items")!;

async function fetchBellList(): Promise<HTMLElement> {
  const page = await fetchPage(noticePaths.notices);
  const list = page?.querySelector<HTMLTemplateElement>("#bell-list")?.content.querySelector<HTMLElement>(".bell-list");
  if (!page || !list) throw new Error("The page is another one.");
  await loadSheetsOf(page);
  const unread = unreadOf(page);
  if (unread !== unreadOf(document)) emit("noticesRead", { unread, ids: [] });
  return list;
}

function unreadOf(page: Document): number {
  return Number(page.querySelector<HTMLElement>("[data-bell]")!.dataset.bell);
}

/** What is being read stays where it is, and what has the focus keeps it, unless it is gone with the change. */
function stayInPlace(scroller: HTMLElement, change: () => void): void {
  const links = () => [...scroller.querySelectorAll<HTMLElement>("[data-notice]")];
  const again = (link?: HTMLElement) => links().find(({ dataset }) => dataset.notice === link?.dataset.notice);
  const top = (element: HTMLElement) => element.getBoundingClientRect().top;
  const first = links().find((link) => top(link) >= Math.max(0, top(scroller)));
  const focused = links().find((link) => link.matches(":focus"));
  const before = first && top(first);
  change();
  const now = again(first);
  // At the beginning of the list what is new is seen as it comes.
  if (now && scroller.scrollTop > 0) scroller.scrollTop += top(now) - before!;
  again(focused)?.focus({ preventScroll: true });
}

async function markRead(which: string[] | "all", more: Pick<RequestInit, "keepalive"> = {}): Promise<void> {
  try {
    const { unread } = await call("POST /notices/read", {}, which === "all" ? { all: true } : { ids: which }, more);
    emit("noticesRead", { unread, ids: which === "all" ? [] : which });
  } catch (error) {
    if (!more.keepalive) showToast("error", failureText(error, noticesTexts.readFailed));
  }
}

function showRead(item: HTMLElement): void {
  delete item.dataset.unread;
  item.querySelector(".visually-hidden")?.remove();
  const form = item.querySelector("form");
  if (form) removeKeepingFocus(form);
}

/** The focus moves to the next link of the list: the button that had it is gone. */
function removeKeepingFocus(form: Element): void {
  const hadFocus = form.contains(document.activeElement);
  const list = form.closest(".notice-item") ?? document.querySelector(".notice-item");
  form.remove();
  if (hadFocus) list?.querySelector<HTMLElement>("[data-notice]")?.focus();
}

const entriesOf = (form: HTMLFormElement) => [...new FormData(form)].map(([name, value]) => [name, String(value)]);

/** By its form, whose answer has the outcome for a page without script. */
async function saveMails(form: HTMLFormElement): Promise<void> {
  try {
    const { ok } = await fetch(form.action, { method: "POST", body: new URLSearchParams(entriesOf(form)) });
    if (!ok) throw new Error("The settings were refused.");
    showToast("success", form.dataset.mails!);
  } catch (error) {
    console.warn(error);
    showToast("error", mailSettingsTexts.saveFailed);
  }
}

async function saveLevel(form: HTMLFormElement): Promise<void> {
  try {
    const level = new FormData(form).get("level") as NotifyLevel;
    const { message } = await call("PUT /groups/:id/notify", { id: form.dataset.level! }, { level });
    showToast("success", message);
  } catch (error) {
    showToast("error", failureText(error, mailSettingsTexts.saveFailed));
  }
}
