/**
 * Toasts, the server's and the script's alike: they close after five seconds, but not while someone reads them, and
 * can be dismissed. They give way to what has the focus and to errors in place, which is what they speak of.
 */
import { on, type Toast } from "../runtime/events.ts";
import { takeDeferredToast } from "../runtime/toast.ts";
import { outcomeIcons, toastAutoClose } from "../../server/contract/site/limits.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { element } from "./element.ts";

let list: HTMLElement;
let home: HTMLElement;

/** Starts the time of the toasts that came with the page, and shows the one that the page before deferred. */
export function enhanceToasts(): void {
  list = document.querySelector("#toasts")!;
  home = list.parentElement!.parentElement!;
  for (const toast of list.querySelectorAll<HTMLElement>("[data-kind]")) add(toast);
  on("toast", show);
  document.addEventListener("focusin", makeRoom);
  const deferred = takeDeferredToast();
  if (deferred) show(deferred);
}

function show({ kind, text, to }: Toast): void {
  const template = document.querySelector<HTMLTemplateElement>("#toast-template")!;
  const toast = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  toast.dataset.kind = kind;
  toast.querySelector("use")!.setAttribute("href", sitePaths.icon(outcomeIcons[kind]));
  toast.querySelector("[data-text]")!.append(to ? element("a", { href: to }, text) : text);
  moveAboveDialog();
  add(toast);
}

/**
 * Outside an open modal dialog nothing can be pressed, and a popover covers what is below it: toasts move in until it
 * closes.
 */
function moveAboveDialog(): void {
  const section = list.parentElement!;
  const above = [...document.querySelectorAll(":is(dialog:modal, :popover-open)")].at(-1);
  for (const closing of ["close", "beforetoggle"]) {
    above?.addEventListener(closing, () => home.append(section), { once: true });
  }
  const place = above ?? home;
  if (section.parentElement !== place) place.append(section);
}

/** Only what is added to a live region is announced; so the server's toasts are added once more. */
function add(toast: HTMLElement): void {
  list.append(toast);
  requestAnimationFrame(makeRoom);
  const time = closeInTime(toast);
  let before: EventTarget | null = null;
  toast.addEventListener("pointerenter", () => time.pause("pointer"));
  toast.addEventListener("pointerleave", () => time.run("pointer"));
  toast.addEventListener("focusin", ({ relatedTarget }) => {
    before = relatedTarget;
    time.pause("focus");
  });
  toast.addEventListener("focusout", () => time.run("focus"));
  toast.querySelector(".icon-button")!.addEventListener("click", () => {
    toast.remove();
    if (before instanceof HTMLElement) before.focus();
  });
}

/** Pixels between toasts and what they give way to, and of a bar at the bottom of the window. */
const [gap, bar] = [8, 72];

/** Moves the toasts below what they would cover, or above it where there is no room below. */
function makeRoom(): void {
  if (list.childElementCount === 0 || list.contains(document.activeElement)) return;
  list.style.translate = "";
  const own = list.getBoundingClientRect();
  const inTheWay = (top: number) =>
    subjects().find((box) =>
      box.bottom > top && box.top < top + own.height && box.right > own.left && box.left < own.right
    );
  let { top } = own;
  for (let box = inTheWay(top); box; box = inTheWay(top)) top = box.bottom + gap;
  const above = Math.min(own.top, ...subjects().map((box) => box.top)) - gap - own.height;
  if (above >= 0 && top + own.height > innerHeight - bar) top = above;
  if (top + own.height < innerHeight) list.style.translate = `0 ${top - own.top}px`;
}

/** What toasts may speak of: what has the focus, with its card or field, and errors in place. */
function subjects(): DOMRect[] {
  const focused = document.activeElement?.closest("body *");
  const around = focused?.closest(".field, article") ?? focused;
  const boxes = [around, ...document.querySelectorAll(":is(main, dialog) :is([role=alert], .field-error)")]
    .flatMap((element) => element?.checkVisibility() ? element.getBoundingClientRect() : []);
  return boxes.filter((box) => box.height < innerHeight / 2);
}

/** Removes a toast after its time, which starts again when neither the pointer nor the focus is on it any more. */
function closeInTime(toast: HTMLElement) {
  let timer: ReturnType<typeof setTimeout>;
  const readers = new Set<"pointer" | "focus">();
  const start = () => timer = setTimeout(() => toast.remove(), toastAutoClose);
  start();
  return {
    pause(reader: "pointer" | "focus") {
      readers.add(reader);
      clearTimeout(timer);
    },
    run(reader: "pointer" | "focus") {
      readers.delete(reader);
      clearTimeout(timer);
      if (readers.size === 0) start();
    },
  };
}
