import { failureText } from "../../runtime/api.ts";
import { showToast } from "../../runtime/toast.ts";
import type { History } from "../connection/history.ts";
import type { Scrolling, ScrollTarget } from "./useReversedScroll.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

export const goToIn = (history: History, box: Scrolling, onLeave: () => void) => async (target: ScrollTarget) => {
  onLeave();
  try {
    await (target === "end" ? history.showLatest() : history.showAround(target));
    box.goTo(target);
  } catch (error) {
    showToast("error", failureText(error, chatTexts.loadFailed));
  }
};
