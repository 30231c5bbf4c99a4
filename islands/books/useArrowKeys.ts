import { type RefObject, useEffect, useRef } from "react";

export function useArrowKeys(dialog: RefObject<HTMLDialogElement | null>, turn: (by: number) => void): void {
  const latest = useRef(turn);
  latest.current = turn;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const by = ({ ArrowRight: 1, ArrowLeft: -1 } as Record<string, number>)[event.key];
      if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const target = event.target as HTMLElement;
      const isOutside = target !== document.body && !dialog.current?.contains(target);
      if (isOutside || target.closest("input, textarea, [role=separator]")) return;
      latest.current(by);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
