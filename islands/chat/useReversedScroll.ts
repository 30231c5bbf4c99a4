import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { ChatConnection } from "./connection.ts";

/** Pixels from the top at which older messages are loaded. */
const nearTop = 200;
/** Pixels from the end within which a reader counts as at the end. */
const atEnd = 4;
/** Milliseconds for which a screen reader must not take older messages for new ones. */
const quietTime = 1000;

interface Scrolling {
  /** For the scrolling box, which holds one list. */
  ref: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
}

/**
 * Scrolling of a list whose box is `column-reverse`: the browser starts it at its end and stays there, without script.
 * What is left to do is to go there when the reader sends something, to keep in place what is read further up while the
 * list changes, and to load older messages when the reader comes near the top, or where the box has room for them. The
 * browsers' own `overflow-anchor` is switched off: not all of them have it.
 */
export function useReversedScroll(chat: ChatConnection): Scrolling {
  const ref = useRef<HTMLDivElement>(null);
  const anchor = useRef<{ entry: Element; bottom: number }>(undefined);
  const loading = useRef(false);
  const quiet = useRef<ReturnType<typeof setTimeout>>(undefined);

  function setAnchor() {
    const box = ref.current!;
    // In such a box `scrollTop` counts down from 0 at the end.
    const entry = box.scrollTop < -atEnd ? firstInView(box) : undefined;
    anchor.current = entry && { entry, bottom: bottomOf(entry) };
  }

  useLayoutEffect(() => {
    const { entry, bottom } = anchor.current ?? {};
    anchor.current = undefined;
    if (entry?.isConnected) ref.current!.scrollTop += bottomOf(entry) - bottom!;
  });

  async function fill() {
    const box = ref.current!;
    const distance = box.scrollHeight - box.clientHeight + box.scrollTop;
    // A box that is not shown has no room to fill.
    if (distance > nearTop || box.clientHeight === 0 || !chat.getState().hasOlder || loading.current) return;
    loading.current = true;
    clearTimeout(quiet.current);
    box.ariaBusy = "true";
    await chat.loadOlder().finally(() => {
      loading.current = false;
      quiet.current = setTimeout(() => box.ariaBusy = null, quietTime);
    });
  }

  const onScroll = () => void fill().catch(() => {});
  useEffect(() => {
    let before = chat.getState();
    chat.subscribe(() => {
      const state = chat.getState();
      if (state.pending.length > before.pending.length) ref.current!.scrollTop = 0;
      // What could not be loaded before may be loaded now, and nothing might be scrolled to trigger it.
      if (state.connection === "joined" && before.connection !== "joined") onScroll();
      before = state;
      setAnchor();
    });
    const observer = new ResizeObserver(onScroll);
    observer.observe(ref.current!);
    observer.observe(ref.current!.firstElementChild!);
  }, []);
  return { ref, onScroll };
}

/** The lower edge is what stays: above it an entry may lose its author's name when an older one comes before it. */
const bottomOf = (entry: Element): number => entry.getBoundingClientRect().bottom;

/** The first entry of the list that ends below the box's upper edge, found by halving. */
function firstInView(box: HTMLElement): Element | undefined {
  const entries = box.firstElementChild!.children;
  const edge = box.getBoundingClientRect().top;
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (bottomOf(entries[middle]) > edge) to = middle;
    else from = middle + 1;
  }
  return entries[from];
}
