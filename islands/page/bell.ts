/** The bell of every page: the count of unread notices, live, and the latest of them in place. */
import { bellLabel, unreadCount } from "../../server/contract/site/unread.ts";
import { on } from "../runtime/events.ts";
import { late } from "../runtime/late.ts";
import { onOverview } from "../runtime/overview.ts";
import { groupIdOf } from "../../server/contract/groups/paths.ts";

const loadNotices = late(() => import("./notices.ts"));

export function enhanceBell(): void {
  const bell = document.querySelector<HTMLAnchorElement>("[data-bell]");
  if (!bell) return;
  const show = (unread: number) => {
    bell.dataset.bell = String(unread);
    bell.ariaLabel = bellLabel(unread);
    bell.querySelector(".tab-count")!.textContent = unread > 0 ? unreadCount(unread) : "";
  };
  onOverview(({ unreadNotices }) => show(unreadNotices));
  on("noticesRead", ({ unread, ids }) => {
    show(unread);
    closeNotifications(({ id }) => id !== undefined && (unread === 0 || ids.includes(id)));
  });
  on("memberRemoved", ({ groupId, userId }) => {
    if (userId !== document.documentElement.dataset.viewer) return;
    closeNotifications(({ url }) => groupIdOf(new URL(url, location.href).pathname) === groupId);
  });
  on("readUpdated", ({ groupId, unread }) => {
    if (unread === 0) closeNotifications(({ tag }) => tag === `group:${groupId}`);
  });
  // The page with the whole list needs no second one.
  const hasList = document.querySelector("[data-read-notices], [data-notice], [data-push]");
  if (hasList) loadNotices().catch(console.warn);
  else openInPlace(bell);
}

function openInPlace(bell: HTMLAnchorElement): void {
  bell.role = "button";
  bell.ariaHasPopup = "dialog";
  bell.ariaExpanded = "false";
  let isOpening = false;
  const open = async () => {
    if (isOpening) return;
    isOpening = true;
    try {
      await (await loadNotices()).toggleBellList(bell);
    } catch (error) {
      console.warn(error);
      location.assign(bell.href);
    }
    isOpening = false;
  };
  bell.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void open();
  });
  // As a button it answers to the space bar too.
  bell.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    void open();
  });
}

/** What the service worker has shown on this device. */
interface Notification {
  tag: string;
  /** What it leads to. */
  url: string;
  /** Of the notice, where it is about one. */
  id?: string;
}

/** Closes the notifications about what was read, or is gone. */
async function closeNotifications(isRead: (shown: Notification) => boolean): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const shown of await registration?.getNotifications() ?? []) {
      if (isRead({ tag: shown.tag, url: shown.data?.url ?? "", id: shown.data?.id })) shown.close();
    }
  } catch (error) {
    console.warn(error);
  }
}
