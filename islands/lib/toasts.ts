/**
 * Toasts, the server's and our own alike: they go after five seconds, wait while someone reads them, and can be closed.
 */
import { toastAutoClose } from "../../server/contract/limits.ts";

export type ToastKind = "success" | "error" | "info";

let list: HTMLElement;
let home: HTMLElement;

/** Starts the time of the toasts that came with the page, and shows the one that the page before left. */
export function adoptToasts(): void {
  list = document.querySelector("#toasts")!;
  home = list.parentElement!.parentElement!;
  for (const toast of list.querySelectorAll<HTMLElement>("[data-kind]")) add(toast);
  const left = takeLeft();
  if (left) showToast(left.kind, left.text);
}

/** Shows a toast in the top right corner. */
export function showToast(kind: ToastKind, text: string): void {
  const template = document.querySelector<HTMLTemplateElement>("#toast-template")!;
  const toast = template.content.querySelector(`[data-kind=${kind}]`)!.cloneNode(true) as HTMLElement;
  toast.querySelector("[data-text]")!.textContent = text;
  bringWithinReach();
  add(toast);
}

interface Left {
  kind: ToastKind;
  text: string;
}

const leftKey = "chapterhouse.toast";

/** Leaves a toast to the page that comes next. */
export function leaveToast(kind: ToastKind, text: string): void {
  try {
    sessionStorage.setItem(leftKey, JSON.stringify({ kind, text } satisfies Left));
  } catch {
    // A browser that keeps nothing goes without.
  }
}

function takeLeft(): Left | null {
  try {
    const toast = sessionStorage.getItem(leftKey);
    sessionStorage.removeItem(leftKey);
    return toast && JSON.parse(toast);
  } catch {
    return null;
  }
}

/**
 * What is outside an open modal dialog is below it and cannot be pressed, and a sheet covers it: toasts move in until
 * it closes.
 */
function bringWithinReach(): void {
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
  const time = closeInTime(toast);
  let before: EventTarget | null = null;
  toast.addEventListener("pointerenter", () => time.pause("pointer"));
  toast.addEventListener("pointerleave", () => time.run("pointer"));
  toast.addEventListener("focusin", ({ relatedTarget }) => {
    before = relatedTarget;
    time.pause("focus");
  });
  toast.addEventListener("focusout", () => time.run("focus"));
  toast.querySelector("button")!.addEventListener("click", () => {
    toast.remove();
    if (before instanceof HTMLElement) before.focus();
  });
}

/** Takes a toast away after its time, which begins anew when the last who reads it has gone. */
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
