import { paths } from "../../../server/contract/paths.ts";
import type { TimerChange } from "../../../server/contract/timers.ts";
import { timerTexts } from "../../../server/contract/timer_texts.ts";
import type { GroupView } from "../../runtime/socket.ts";
import { showToast } from "../../runtime/toast.ts";

/** Invites to a session that has just begun, on a page of its group that does not show it. */
export function announce({ groupId, endsAt, startedBy, userIds }: TimerChange, view: GroupView): void {
  const hasBegun = endsAt !== null && userIds.length === 1;
  if (groupId !== view.groupId || !hasBegun || startedBy === view.viewer.id) return;
  if (!document.querySelector("[data-island=Timer]")) showToast("info", timerTexts.begun, paths.timer(groupId));
}
