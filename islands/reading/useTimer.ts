import { useEffect, useRef, useState } from "react";
import type { TimerState } from "../../server/contract/reading/shapes.ts";
import { readQuietly } from "../runtime/api.ts";
import { on } from "../runtime/events.ts";

/** Milliseconds, at random: a whole group is sent the same change. */
const refreshWithin = 1000;

interface Live extends TimerState {
  minutes: number;
}

export function useTimer(groupId: string, start: TimerState): Live {
  const [state, setState] = useState(start);
  const [minutes, setMinutes] = useState(minutesIn(start.timer?.remaining));
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function refresh() {
    const read = await readQuietly("GET /groups/:id/timer", { id: groupId });
    if (read) setState(read);
  }

  function refreshSoon() {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => void refresh(), Math.random() * refreshWithin);
  }

  useEffect(() => {
    const stops = [
      on("timer", (change) => change.groupId === groupId && refreshSoon()),
      on("joined", refreshSoon),
    ];
    return () => {
      stops.forEach((stop) => stop());
      clearTimeout(waiting.current);
    };
  }, [groupId]);

  useEffect(() => {
    const { timer } = state;
    if (!timer) return setMinutes(0);
    const end = performance.now() + timer.remaining;
    let next: ReturnType<typeof setTimeout>;
    (function count() {
      const left = end - performance.now();
      setMinutes(minutesIn(left));
      if (left > 0) next = setTimeout(count, left % 60_000 + 20);
      else refreshSoon();
    })();
    return () => clearTimeout(next);
  }, [state]);
  return { ...state, minutes };
}

const minutesIn = (ms = 0): number => Math.max(0, Math.ceil(ms / 60_000));
