/** What pages show of a missing connection, and of what waits for one: loaded late, with its style. */
import { startSending } from "../offline/outbox/sending.ts";
import { addOutboxStyle } from "../offline/outbox/style.ts";
import { watchDrafts } from "./logout_question.ts";
import { enhanceOfflinePage } from "./offline_page.ts";
import { showStoredLine, showUnsent } from "./unsent_bar.ts";

export { forget, mayLogOut } from "./logout_question.ts";

let isStarted = false;

/** Shows how old the page is, or that there is none and what can be read instead; and what waits, which it sends. */
export function start(): void {
  if (isStarted) return;
  isStarted = true;
  addOutboxStyle();
  showStoredLine();
  const offline = document.querySelector<HTMLElement>("[data-offline]");
  if (offline) enhanceOfflinePage(offline);
  const { viewer } = document.documentElement.dataset;
  if (!viewer) return;
  watchDrafts(viewer);
  showUnsent();
  startSending();
}
