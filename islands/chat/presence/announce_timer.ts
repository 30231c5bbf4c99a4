import type { TimerChange } from "../../../server/contract/reading/shapes.ts";
import { timerTexts } from "../../../server/contract/reading/timer_texts.ts";
import type { GroupView } from "../../runtime/socket.ts";
import { showToast } from "../../runtime/toast.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";

export function announce({ groupId, startedBy, begun }: TimerChange, view: GroupView): void {
  if (groupId !== view.groupId || !begun || startedBy === view.viewer.id) return;
  if (!document.querySelector("[data-island=Timer]")) showToast("info", timerTexts.begun, readingPaths.timer(groupId));
}
