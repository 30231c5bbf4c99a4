import { failureText } from "../../runtime/api.ts";
import { on } from "../../runtime/events.ts";
import { showToast } from "../../runtime/toast.ts";
import type { History } from "../connection/sync.ts";
import type { Scrolling, ScrollTarget } from "./useReversedScroll.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";
import { type MouseEvent, type RefObject, useEffect } from "react";
import { intercept } from "../../ui/intercept.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";

/** Goes to a message or to the end: when called, when another script asks for a message, and by the End key. */
export function useGoTo(history: History, box: Scrolling, onLeave: () => void): (target: ScrollTarget) => void {
  const goTo = async (target: ScrollTarget) => {
    onLeave();
    try {
      await (target === "end" ? history.showLatest() : history.showAround(target));
      box.goTo(target);
    } catch (error) {
      showToast("error", failureText(error, chatTexts.loadFailed));
    }
  };
  useEffect(() => on("messageAsked", goTo), []);
  useEndKey(box.ref, () => void goTo("end"));
  return goTo;
}

export const followOwnLink = (groupId: string, show: (seq: number) => void) => (event: MouseEvent<HTMLElement>) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[target=_blank]");
  if (link?.origin !== location.origin) return;
  const seq = link.pathname === groupPaths.group(groupId) && Number(new URL(link.href).searchParams.get("message"));
  if (seq && Number.isSafeInteger(seq)) intercept(() => show(seq))(event);
  else link.removeAttribute("target");
};

function useEndKey(box: RefObject<HTMLElement | null>, goToEnd: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (key !== "End" || defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
      if ((target as Element).closest("input, textarea, select, dialog, [popover]")) return;
      event.preventDefault();
      box.current!.focus({ preventScroll: true });
      goToEnd();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
