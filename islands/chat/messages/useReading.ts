import { type RefObject, useEffect } from "react";
import type { GroupChat } from "../connection/group_chat.ts";
import { lastSeqOf } from "../state/state.ts";

const tolerance = 4;

export function useReading(box: RefObject<HTMLElement | null>, chat: GroupChat): void {
  const { store } = chat;
  useEffect(() => {
    const see = () => {
      const seq = document.hidden ? 0 : lastInView(box.current!, lastSeqOf(store.getState()));
      if (seq > store.getState().readSeq) chat.read(seq);
    };
    let due = 0;
    const seeSoon = () => {
      cancelAnimationFrame(due);
      due = requestAnimationFrame(see);
    };
    const onVisibility = () => {
      if (document.hidden) return store.dispatch({ type: "left" });
      store.dispatch({ type: "back", readerId: chat.view.viewer.id });
      see();
    };
    box.current!.addEventListener("scroll", seeSoon, { passive: true });
    document.addEventListener("visibilitychange", onVisibility);
    const off = store.subscribe(seeSoon);
    seeSoon();
    return () => {
      off();
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, []);
}

function lastInView(box: HTMLElement, lastSeq: number): number {
  const { bottom, height } = box.getBoundingClientRect();
  if (height === 0) return 0;
  const items = [...box.querySelectorAll(".message:not(.message--pending)")];
  const below = items.toReversed().findIndex((item) => item.getBoundingClientRect().bottom <= bottom + tolerance);
  return below < 0 ? 0 : lastSeq - below;
}
