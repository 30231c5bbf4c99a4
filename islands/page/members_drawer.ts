/**
 * The drawer that the Members tab opens beside a chat, so that looking at the members does not leave the talk. It shows
 * what the tab's page has. Its address is that page's, as a step in the history: going back closes it.
 */
import { emit, emitToListeners } from "../runtime/events.ts";
import { showToast } from "../runtime/toast.ts";
import { propsElementOf } from "../runtime/markers.ts";
import { fetchPage, loadSheetsOf } from "./other_page.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { groupsTexts } from "../../server/contract/groups/texts.ts";

const drawer = () => document.querySelector<HTMLDialogElement>(".drawer");
const isAt = (href: string) => location.href === href;

/** Opens it, as a new step in the history or as the one that the reader has gone to and may have left meanwhile. */
export async function openDrawer(href: string, { isStep }: { isStep: boolean }): Promise<void> {
  const island = await fetchIsland(href);
  if (!island || drawer() || isAt(href) === isStep) return;
  const dialog = newDrawer();
  dialog.append(...island);
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    emitToListeners("islandRemoved", island[0]);
    if (isAt(href)) history.back();
  });
  if (isStep) history.pushState(null, "", href);
  dialog.showModal();
  // As a whole, so that its name is announced first.
  dialog.focus();
  emit("islandAdded", island[0]);
}

/**
 * The island of the tab's page, and its props, with its styles loaded. Where the page is another, the reader may not
 * be a member any more, not logged in, or somebody else: then the link leads there.
 */
async function fetchIsland(href: string): Promise<[HTMLElement, HTMLElement] | undefined> {
  try {
    const page = await fetchPage(href);
    const island = page?.querySelector<HTMLElement>("[data-island=Members]");
    const props = island && propsElementOf(island);
    if (!page || !props) return void location.assign(href);
    await loadSheetsOf(page);
    return [island, props];
  } catch {
    showToast("error", groupsTexts.loadDetailsFailed);
  }
}

function newDrawer(): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  Object.assign(dialog, { className: "drawer", ariaLabel: "Members", tabIndex: -1 });
  dialog.innerHTML = `<form method="dialog"><button class="icon-button" aria-label="Close" title="Close">` +
    `<svg class="icon" width="20" height="20" aria-hidden="true"><use href="${sitePaths.icon("close")}"/></svg>` +
    `</button></form>`;
  dialog.addEventListener("click", ({ target, clientX }) => {
    // The backdrop is part of it.
    if (target === dialog && clientX < dialog.getBoundingClientRect().left) dialog.close();
  });
  return dialog;
}
