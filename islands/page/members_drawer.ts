/**
 * The drawer that the Members tab opens beside a chat, so that looking at the members does not leave the talk. It shows
 * what the tab's page has. Its address is that page's, as a step in the history: going back closes it.
 */
import { emit, emitToListeners } from "../runtime/events.ts";
import { showToast } from "../runtime/toast.ts";
import { propsElementOf } from "../runtime/markers.ts";
import { fetchPage, loadSheetsOf } from "./other_page.ts";
import { groupsTexts } from "../../server/contract/groups/texts.ts";

const drawer = document.querySelector<HTMLDialogElement>(".drawer")!;
const isAt = (href: string) => location.href === href;

/** Opens it, as a new step in the history or as the one that the reader has gone to and may have left meanwhile. */
export async function openDrawer(href: string, { isStep }: { isStep: boolean }): Promise<void> {
  const island = await fetchIsland(href);
  if (!island || drawer.open || isAt(href) === isStep) return;
  drawer.append(...island);
  drawer.addEventListener("close", () => {
    island.forEach((element) => element.remove());
    emitToListeners("islandRemoved", island[0]);
    if (isAt(href)) history.back();
  }, { once: true });
  if (isStep) history.pushState(null, "", href);
  drawer.showModal();
  // As a whole, so that its name is announced first.
  drawer.focus();
  emit("islandAdded", island[0]);
}

drawer.addEventListener("click", ({ target, clientX }) => {
  // The backdrop is part of it.
  if (target === drawer && clientX < drawer.getBoundingClientRect().left) drawer.close();
});

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
