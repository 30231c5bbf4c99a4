import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { GroupChat } from "../connection/group_chat.ts";
import type { ChatState } from "../state/state.ts";

/** Pixels from the top at which older messages are loaded, and from the end for newer ones. */
const near = 200;
const atEnd = 4;
/** Milliseconds for which a screen reader must not take older messages for new ones. */
const quietTime = 1000;

export type ScrollTarget = number | "end";

export interface Scrolling {
  ref: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  isFarUp: boolean;
  marked: number | undefined;
  goTo: (target: ScrollTarget) => void;
}

/**
 * A box with `column-reverse` starts at its end and stays there, without script. What is left is to keep in place what
 * is read further up: the browsers' own `overflow-anchor` is switched off, since not all have it.
 *
 * @param first the message to begin at; otherwise it is the first that is new to the reader
 */
export function useReversedScroll({ store, history }: GroupChat, first: number | undefined): Scrolling {
  const ref = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<Target>({ to: first, isAsked: false });
  const keepInPlace = useKeptInPlace(ref);
  useScrollTo(ref, target);
  const { isFarUp, onScroll } = useLoading(ref, { store, history });
  useEffect(() => {
    let before = store.getState();
    // What is drawn next are the reader's own days, whose lines may be between other messages.
    keepInPlace(before, (box) => box.querySelector(".message--marked, .new-line") ?? firstInView(box));
    store.subscribe(() => {
      const state = store.getState();
      const isSent = state.pending.length > before.pending.length;
      const isBack = before.hasNewer && !state.hasNewer && state.pending.length > 0;
      if (isSent || isBack) ref.current!.scrollTop = 0;
      // What could not be loaded before may be loaded now, and nothing might be scrolled to trigger it.
      if (state.connection === "joined" && before.connection !== "joined") onScroll();
      keepInPlace(isBack ? state : before);
      before = state;
    });
    const observer = new ResizeObserver(onScroll);
    observer.observe(ref.current!);
    observer.observe(ref.current!.firstElementChild!);
  }, []);
  const marked = typeof target.to === "number" ? target.to : undefined;
  return { ref, onScroll, isFarUp, marked, goTo: (to) => setTarget({ to, isAsked: true }) };
}

type Box = RefObject<HTMLDivElement | null>;

interface Target {
  to: ScrollTarget | undefined;
  isAsked: boolean;
}

function useKeptInPlace(ref: Box) {
  const before = useRef<{ entry: Element; bottom: number }>(undefined);
  useLayoutEffect(() => {
    const { entry, bottom } = before.current ?? {};
    before.current = undefined;
    if (entry?.isConnected) ref.current!.scrollTop += bottomOf(entry) - bottom!;
  });
  return ({ hasNewer }: ChatState, entryOf: (box: HTMLElement) => Element | undefined = firstInView) => {
    const box = ref.current!;
    // In such a box `scrollTop` counts down from 0 at the end. There what comes is followed, unless it was asked for.
    const entry = box.scrollTop < -atEnd || hasNewer ? entryOf(box) : undefined;
    before.current = entry && { entry, bottom: bottomOf(entry) };
  };
}

function useScrollTo(ref: Box, target: Target): void {
  useLayoutEffect(() => {
    const { to, isAsked } = target;
    const box = ref.current!;
    if (to === "end") box.scrollTop = 0;
    else if (to !== undefined) showItem(box, ".message--marked", (item, box) => (box.height - item.height) / 2);
    else if (box.scrollTop === 0) showItem(box, ".new-line", (_, box) => box.height / 6);
    const next = to !== "end" ? ".message--marked" : document.activeElement === box && ".message:last-child";
    if (isAsked && next) box.querySelector<HTMLElement>(next)?.focus(quietly);
  }, [target]);
}

function useLoading(ref: Box, { store, history }: Pick<GroupChat, "store" | "history">) {
  const [isFarUp, setIsFarUp] = useState(false);
  const loading = useRef(false);
  const quiet = useRef<ReturnType<typeof setTimeout>>(undefined);
  async function fill() {
    const box = ref.current!;
    const { hasOlder, hasNewer } = store.getState();
    const isNearEnd = box.scrollTop > -near;
    const isNearTop = box.scrollHeight - box.clientHeight + box.scrollTop <= near;
    if (box.clientHeight === 0 || loading.current) return;
    setIsFarUp(hasNewer || box.scrollTop < -box.clientHeight);
    const load = hasNewer && isNearEnd ? history.loadNewer : hasOlder && isNearTop ? history.loadOlder : undefined;
    if (!load) return;
    loading.current = true;
    clearTimeout(quiet.current);
    box.ariaBusy = "true";
    await load().finally(() => {
      loading.current = false;
      quiet.current = setTimeout(() => box.ariaBusy = null, quietTime);
    });
  }
  return { isFarUp, onScroll: () => void fill().catch(() => {}) };
}

const quietly = { preventScroll: true };

function showItem(box: HTMLElement, selector: string, distance: (item: DOMRect, box: DOMRect) => number): void {
  const item = box.querySelector(selector)?.getBoundingClientRect();
  const edge = box.getBoundingClientRect();
  if (item) box.scrollTop += item.top - edge.top - Math.max(distance(item, edge), 0);
}

/** The lower edge is what stays: above it an entry may lose its author's name when an older one comes before it. */
const bottomOf = (entry: Element): number => entry.getBoundingClientRect().bottom;

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
