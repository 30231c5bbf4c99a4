/** The Members tab beside a chat, which with script opens a drawer. */
import { late } from "../runtime/late.ts";

const loadDrawer = late(() => import("./members_drawer.ts"));

/** Opens the drawer, whose script is loaded once somebody comes near the tab. */
export function enhanceMembersTab(): void {
  const tab = document.querySelector<HTMLAnchorElement>(`.group:has(.chat) .tab[href$="tab=members"]`);
  if (!tab) return;
  const isHere = () => location.href === tab.href;
  const open = (options: { isStep: boolean }) =>
    loadDrawer().then(({ openDrawer }) => openDrawer(tab.href, options)).catch(() => location.assign(tab.href));
  for (const sign of ["pointerenter", "focus"]) {
    tab.addEventListener(sign, () => void loadDrawer().catch(console.warn), { once: true });
  }
  tab.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void open({ isStep: true });
  });
  addEventListener("popstate", () => {
    if (isHere()) void open({ isStep: false });
    else document.querySelector<HTMLDialogElement>(".drawer")?.close();
  });
}
