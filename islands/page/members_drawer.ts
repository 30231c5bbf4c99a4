/**
 * The drawer that the Members tab opens beside a chat, so that looking at the members does not leave the talk. It shows
 * what the tab's page has. Its address is that page's, as a step in the history: going back closes it.
 */
import { emit, emitToListeners } from "../runtime/events.ts";
import { showToast } from "../runtime/toast.ts";
import { propsElementOf } from "../runtime/markers.ts";
import { fetchPage, loadSheetsOf } from "../runtime/other_page.ts";
import { liveGroupTexts } from "../../server/contract/groups/live_texts.ts";

/** Opens it, as a new step in the history or as the one that the reader has gone to and may have left meanwhile. */
export async function openDrawer(href: string, { isStep }: { isStep: boolean }): Promise<void> {
  const fetched = await fetchMembers(href);
  if (!fetched || document.querySelector(".drawer") || (location.href === href) === isStep) return;
  const { drawer, island, props } = fetched;
  drawer.append(island, props);
  document.body.append(drawer);
  // At once: the dialog's `close` event may come only after the reader has gone forward again.
  const leave = () => {
    drawer.close();
    drawer.remove();
  };
  addEventListener("popstate", leave, { once: true });
  drawer.addEventListener("close", () => {
    emitToListeners("islandRemoved", island);
    if (!drawer.isConnected) return;
    removeEventListener("popstate", leave);
    drawer.remove();
    history.back();
  });
  drawer.addEventListener("click", ({ target, clientX }) => {
    // The backdrop is part of it.
    if (target === drawer && clientX < drawer.getBoundingClientRect().left) drawer.close();
  });
  if (isStep) history.pushState(null, "", href);
  drawer.showModal();
  // As a whole, so that its name is announced first.
  drawer.focus();
  emit("islandAdded", island);
}

/**
 * The drawer and the island of the tab's page, and its props, with its styles loaded. Where the page is another, the
 * reader may not be a member any more, not logged in, or somebody else: then the link leads there.
 */
async function fetchMembers(href: string) {
  try {
    const page = await fetchPage(href);
    const drawer = page?.querySelector<HTMLDialogElement>(".drawer");
    const island = page?.querySelector<HTMLElement>("[data-island=Members]");
    const props = island && propsElementOf(island);
    if (!page || !drawer || !props) return void location.assign(href);
    await loadSheetsOf(page);
    return { drawer, island, props };
  } catch (error) {
    console.warn(error);
    showToast("error", liveGroupTexts.loadDetailsFailed);
  }
}
