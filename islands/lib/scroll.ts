import { type RefObject, useLayoutEffect, useRef } from "react";

const nearTop = 200;
const atEnd = 4;

interface Scrolled {
  /** The newest entry; a change means that the list grew at its end. */
  last: unknown;
  hasOlder: boolean;
  loadOlder: () => Promise<void>;
}

/**
 * Scrolling of a list whose box is `column-reverse`: the browser starts it at its end and keeps it there, without
 * script. What is left to do is to keep still what someone reads further up when the list grows at its end, and to
 * load what is older when she comes near the top.
 *
 * @returns what the scrolling box is given
 */
export function useReversedScroll(
  { last, hasOlder, loadOlder }: Scrolled,
): { ref: RefObject<HTMLDivElement | null>; onScroll: () => void } {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef({ height: 0, last });
  const loading = useRef(false);

  useLayoutEffect(() => {
    const box = ref.current!;
    const grown = box.scrollHeight - before.current.height;
    // In such a box `scrollTop` counts down from 0 at the end.
    if (last !== before.current.last && box.scrollTop < -atEnd) box.scrollTop -= grown;
    before.current = { height: box.scrollHeight, last };
  });

  async function onScroll() {
    const box = ref.current!;
    const distance = box.scrollHeight - box.clientHeight + box.scrollTop;
    if (distance > nearTop || !hasOlder || loading.current) return;
    loading.current = true;
    await loadOlder().finally(() => loading.current = false);
  }
  return { ref, onScroll: () => void onScroll().catch(() => {}) };
}
