/** The latest notices, in a popover below the bell. */
import type { NoticeList } from "../../server/contract/notices.ts";
import * as constants from "../../server/contract/constants.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { call, failureText } from "../runtime/api.ts";
import { on } from "../runtime/events.ts";
import { ownLocale } from "../runtime/reader_locale.ts";
import { timeFormatter } from "../ui/time_format.ts";
import "./notice_list.ts";
import { showPushSettings } from "./push.ts";

let popover: HTMLElement | undefined;

/** Opens the list, or closes it. */
export function toggleBellList(bell: HTMLElement): void {
  popover ??= makePopover(bell);
  popover.togglePopover();
}

function makePopover(bell: HTMLElement): HTMLElement {
  const place = element("div", { className: "bell-list", popover: "auto", role: "dialog" });
  place.ariaLabel = texts.notices.title;
  place.append(element("div", { className: "bell-items" }), footer());
  document.head.append(element("link", { rel: "stylesheet", href: bell.dataset.sheet! }));
  bell.after(place);
  place.addEventListener("toggle", (event) => {
    const isOpen = (event as ToggleEvent).newState === "open";
    bell.ariaExpanded = String(isOpen);
    if (isOpen) void fill(place);
  });
  on("notice", () => place.matches(":popover-open") && void fill(place));
  return place;
}

function footer(): HTMLElement {
  const push = element("div", { className: "stack" });
  void showPushSettings(push);
  const all = element("a", { className: "button button--quiet", href: paths.notices }, texts.notices.seeAll);
  return element("div", { className: "bell-footer" }, push, all);
}

/** Shows the latest: those of before stay until they are there. */
async function fill(place: HTMLElement): Promise<void> {
  const items = place.querySelector<HTMLElement>(".bell-items")!;
  if (!items.firstChild) items.append(element("p", { className: "muted" }, texts.notices.loading));
  try {
    const { notices, unread } = await call<NoticeList>("GET", "/notices");
    items.replaceChildren(head(unread), ...notices.length > 0 ? [list(notices)] : [nothing()]);
  } catch (error) {
    const text = failureText(error, texts.notices.loadFailed);
    items.replaceChildren(element("p", { className: "muted", role: "alert" }, text));
  }
}

function head(unread: number): HTMLElement {
  const title = element("h2", {}, texts.notices.title);
  if (unread === 0) return element("div", { className: "bell-head" }, title);
  const button = element("button", { className: "button button--quiet" }, texts.notices.markAllRead);
  const form = element("form", {}, button);
  form.dataset.readNotices = "";
  return element("div", { className: "bell-head" }, title, form);
}

const nothing = () => element("p", { className: "muted" }, texts.notices.empty);

function list(notices: NoticeList["notices"]): HTMLElement {
  const format = timeFormatter(ownLocale());
  const items = notices.slice(0, constants.notices.inBell).map(({ id, text, url, createdAt, readAt }) => {
    const words = element("span", {}, text);
    if (readAt === null) {
      words.prepend(element("span", { className: "visually-hidden" }, `${texts.notices.isUnread}: `));
    }
    const when = `${format.day(createdAt)}, ${format.time(createdAt)}`;
    const time = element(
      "time",
      { className: "notice-time", dateTime: createdAt, title: format.full(createdAt) },
      when,
    );
    const link = element("a", { className: "notice-link", href: url }, words, time);
    link.dataset.notice = id;
    const item = element("li", { className: "notice-item" }, link);
    if (readAt === null) item.dataset.unread = "";
    return item;
  });
  return element("ol", { className: "notices" }, ...items);
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
}
