/** Toasts, the server's and our own alike: they go after five seconds, wait while someone reads them, and can be closed. */
import { toastAutoClose } from "../../server/contract/limits.ts";

export type ToastKind = "success" | "error" | "info";

const list = () => document.querySelector("#toasts")!;

/** Shows a toast in the top right corner. */
export function showToast(kind: ToastKind, text: string): void {
  const template = document.querySelector<HTMLTemplateElement>("#toast-template")!;
  const toast = template.content.querySelector(`[data-kind=${kind}]`)!.cloneNode(true) as HTMLElement;
  toast.querySelector("[data-text]")!.textContent = text;
  list().append(toast);
  start(toast);
}

/** Starts the time of the toasts that came with the page. */
export function adoptToasts(): void {
  for (const toast of list().querySelectorAll<HTMLElement>("[data-kind]")) start(toast);
}

function start(toast: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout>;
  const run = () => timer = setTimeout(() => toast.remove(), toastAutoClose);
  const pause = () => clearTimeout(timer);
  for (const type of ["pointerenter", "focusin"]) toast.addEventListener(type, pause);
  for (const type of ["pointerleave", "focusout"]) toast.addEventListener(type, run);
  toast.querySelector("button")?.addEventListener("click", () => toast.remove());
  run();
}
