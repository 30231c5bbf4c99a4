/** What pages show of a missing connection, and of what waits for one: loaded late, with its style. */
import { startSending } from "../runtime/outbox/mod.ts";
import { addOutboxStyle } from "../runtime/outbox/style.ts";
import { outboxTexts as texts } from "../../server/contract/outbox_texts.ts";
import { listPages } from "../runtime/stored_pages.ts";
import { element } from "./element.ts";
import { showStoredLine } from "./stored_line.ts";
import { showUnsent } from "./unsent_bar.ts";
import { watchForms } from "./unsent_forms.ts";

let isStarted = false;

/** Shows how old the page is, what can be read, and what waits; and sends that. */
export function start(): void {
  if (isStarted) return;
  isStarted = true;
  addOutboxStyle();
  showStoredLine();
  listReadable().catch(console.warn);
  if (!document.documentElement.dataset.viewer) return;
  watchForms();
  showUnsent();
  startSending();
}

/** The offline page lists what there is to read, and nothing where that is nothing. */
async function listReadable(): Promise<void> {
  const offline = document.querySelector("[data-offline]");
  const pages = offline ? await listPages() : [];
  if (pages.length === 0) return;
  const links = pages.map(({ href, title }) => element("li", {}, element("a", { href }, title)));
  offline!.append(element("h2", {}, texts.readable), element("ul", { className: "readable" }, ...links));
}
