/** Quiet lines above the content: how old a stored page is; what waits or could not be sent, which opens to a list. */
import { outboxTexts as texts } from "../../server/contract/site/outbox_texts.ts";
import { unsentFormTexts } from "../../server/contract/site/texts.ts";
import { copyText } from "../runtime/clipboard.ts";
import { discard, type Entry, onNews } from "../offline/outbox/entries.ts";
import { tryAgain, unsent } from "../offline/outbox/sending.ts";
import { reloader } from "../runtime/reloader.ts";
import { element } from "./element.ts";
import { on } from "../runtime/events.ts";
import { ownLocale } from "../runtime/reader_locale.ts";

const bar = element("details", { className: "unsent" });
const title = element("summary", {});
const list = element("ul", {});

const copyTexts = { copied: texts.copied, failed: texts.copyFailed };

/** Shows the reader's unsent things on this page, as they change in any window. */
export function showUnsent(): void {
  title.setAttribute("aria-live", "polite");
  bar.append(title, list);
  const { reload } = reloader(async () => (await unsent()).filter(isShown), draw);
  onNews(() => void reload());
  void reload();
}

/** What was stored a moment ago is being sent. */
const isShown = ({ tries, refusal }: Entry): boolean => refusal !== undefined || tries > 0;

function draw(entries: Entry[]): void {
  const refused = entries.filter(({ refusal }) => refusal).length;
  const counts = [
    refused > 0 && texts.failed(refused),
    entries.length > refused && texts.waits(entries.length - refused),
  ];
  const text = counts.filter(Boolean).join(", ");
  if (title.textContent !== text) title.textContent = text;
  bar.dataset.kind = refused > 0 ? "error" : "info";
  const shown = new Map([...list.children].map((item) => [(item as HTMLElement).dataset.entry, item]));
  list.replaceChildren(...entries.map((entry) => shown.get(stateOf(entry)) ?? itemOf(entry)));
  if (entries.length === 0) {
    const hadFocus = bar.contains(document.activeElement);
    bar.remove();
    if (hadFocus) document.querySelector<HTMLElement>("h1")?.focus();
  } else if (!bar.isConnected) addPageLine(bar);
}

/** An item whose entry is as it was stays as it is, with the focus in it. */
const stateOf = ({ id, refusal }: Entry): string => `${id}${refusal ? "!" : ""}`;

function itemOf(entry: Entry): HTMLElement {
  const { kind, text, place, href, refusal } = entry;
  const item = element("li", {});
  item.dataset.entry = stateOf(entry);
  const saved = (refusal?.failure as { note?: { content: string } } | undefined)?.note;
  const written = element("blockquote", { dir: "auto" }, text);
  item.append(element("p", {}, element("b", {}, texts.kinds[kind]), " ", element("a", { href }, place)), written);
  if (refusal) item.append(reason(saved ? texts.conflict : refusal.failure.message || unsentFormTexts.refused));
  if (saved) item.append(reason(texts.savedVersion), element("blockquote", { dir: "auto" }, saved.content));
  item.append(actionsOf(entry, saved !== undefined));
  return item;
}

const reason = (text: string) => element("p", { className: "unsent-reason" }, text);

function actionsOf({ id, href, text, kind, refusal }: Entry, isConflict: boolean): HTMLElement {
  const actions = element("div", { className: "cluster" });
  if (isConflict) actions.append(element("a", { className: "button button--quiet", href }, texts.open));
  else if (refusal) actions.append(button(texts.tryAgain, () => tryAgain(id)));
  if (kind !== "page") actions.append(button(texts.copy, () => copyText(text, copyTexts)));
  actions.append(discardButton(id));
  return actions;
}

/** Pressed twice: what was typed is nowhere else. */
function discardButton(id: number): HTMLElement {
  let isSure = false;
  const made = button(texts.discard, async () => {
    if (isSure) return await discard(id);
    isSure = true;
    made.textContent = texts.discardSure;
  });
  made.addEventListener("blur", () => {
    isSure = false;
    made.textContent = texts.discard;
  });
  return made;
}

function button(text: string, action: () => Promise<void>): HTMLElement {
  const made = element("button", { type: "button", className: "button button--quiet" }, text);
  made.addEventListener("click", () => void action().catch(console.warn));
  return made;
}

let lines: HTMLElement | undefined;

/** Adds a line between the head of a page and its content, below those that are there. */
function addPageLine(line: HTMLElement): void {
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
