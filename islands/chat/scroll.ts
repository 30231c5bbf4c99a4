import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** Pixels from the top at which what is older is fetched. */
const nearTop = 200;
/** Whoever is nearer to the end than this, in pixels, is at the end. */
const atEnd = 4;
/** Milliseconds after which what is older can have arrived at a screen reader, which is not to read it out as new. */
const unread = 1000;

interface Scrolled {
  hasOlder: boolean;
  loadOlder: () => Promise<void>;
}

interface Scrolling {
  /** For the scrolling box, which holds one list. */
  ref: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** To be called right before the list changes. */
  hold: () => void;
}

/**
 * Scrolling of a list whose box is `column-reverse`: the browser starts it at its end and keeps it there, without
 * script. What is left to do is to keep still what someone reads further up while the list changes, and to load what is
 * older when the reader comes near the top, or where the box has room for it. Browsers that keep still what is read
 * (`overflow-anchor`) are told not to: not all of them do.
 */
export function useReversedScroll({ hasOlder, loadOlder }: Scrolled): Scrolling {
  const ref = useRef<HTMLDivElement>(null);
  const held = useRef<{ entry: Element; bottom: number }>(undefined);
  const loading = useRef(false);
  const quiet = useRef<ReturnType<typeof setTimeout>>(undefined);

  function hold() {
    const box = ref.current;
    // In such a box `scrollTop` counts down from 0 at the end.
    if (!box || held.current || box.scrollTop >= -atEnd) return;
    const entry = firstInView(box);
    if (entry) held.current = { entry, bottom: bottomOf(entry) };
  }

  useLayoutEffect(() => {
    const { entry, bottom } = held.current ?? {};
    held.current = undefined;
    if (entry?.isConnected) ref.current!.scrollTop += bottomOf(entry) - bottom!;
  });

  async function fill() {
    const box = ref.current!;
    const distance = box.scrollHeight - box.clientHeight + box.scrollTop;
    // A box that is not shown has no room to fill.
    if (distance > nearTop || box.clientHeight === 0 || !hasOlder || loading.current) return;
    loading.current = true;
    clearTimeout(quiet.current);
    box.ariaBusy = "true";
    await loadOlder().finally(() => {
      loading.current = false;
      quiet.current = setTimeout(() => box.ariaBusy = null, unread);
    });
  }
  const latest = useRef(fill);
  latest.current = fill;
  const onScroll = () => void latest.current().catch(() => {});
  useEffect(() => {
    const observer = new ResizeObserver(onScroll);
    observer.observe(ref.current!);
    observer.observe(ref.current!.firstElementChild!);
    return () => observer.disconnect();
  }, []);
  return { ref, hold, onScroll };
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
