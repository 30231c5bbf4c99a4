/** The least that has to arrive of an upload. Only the time of waiting for it counts, not that of storing it. */
export interface Pace {
  bytes: number;
  /** Milliseconds. */
  within: number;
}

/** @param onSlow is called once less has arrived */
export function watchPace({ bytes, within }: Pace, onSlow: () => void) {
  let [missing, left, since] = [bytes, within, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  return {
    waits(): void {
      if (isOver) return;
      since = performance.now();
      timer = setTimeout(onSlow, left);
    },
    arrived(length: number): void {
      clearTimeout(timer);
      left = Math.max(0, left - (performance.now() - since));
      missing -= length;
      if (missing <= 0) [missing, left] = [bytes, within];
    },
    end(): void {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
