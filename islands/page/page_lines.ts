import { element } from "./element.ts";
import { outboxTexts as texts } from "../../server/contract/site/texts.ts";
import { on } from "../runtime/events.ts";
import { ownLocale } from "../runtime/reader_locale.ts";

let lines: HTMLElement | undefined;

/** Adds a line between the head of a page and its content, below those that are there. */
export function addPageLine(line: HTMLElement): void {
  if (!lines) {
    lines = element("div", { className: "above" });
    document.querySelector("main")!.before(lines);
  }
  lines.append(line);
}

/** Shows on a page from the browser's own store that it is one, and how old. */
export function showStoredLine(): void {
  const { storedAt } = document.documentElement.dataset;
  if (!storedAt) return;
  const line = element("p", {}, texts.storedPage(when(new Date(storedAt))));
  line.role = "status";
  addPageLine(line);
  on("connected", () => {
    delete document.documentElement.dataset.storedAt;
    const reload = element("a", { className: "button button--quiet", href: location.href }, texts.reload);
    line.replaceChildren(texts.backOnline, reload);
  });
}

/** A time of today without its day. */
function when(time: Date): string {
  const isToday = time.toDateString() === new Date().toDateString();
  const options = { dateStyle: isToday ? undefined : "medium", timeStyle: "short" } as const;
  const written = new Intl.DateTimeFormat(ownLocale().language, options).format(time);
  return isToday ? texts.at(written) : texts.on(written);
}
