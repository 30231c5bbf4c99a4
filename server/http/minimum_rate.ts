/** The least that has to arrive of an upload. Only the time of waiting for it counts, not that of storing it. */
export interface Rate {
  bytes: number;
  /** Milliseconds. */
  within: number;
}

/** @param onSlow is called once less has arrived */
export function watchRate({ bytes, within }: Rate, onSlow: () => void) {
  let [missing, left, since] = [bytes, within, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  return {
    startWaiting(): void {
      if (isOver) return;
      since = performance.now();
      timer = setTimeout(onSlow, left);
    },
    received(length: number): void {
      clearTimeout(timer);
      left = Math.max(0, left - (performance.now() - since));
      missing -= length;
      if (missing <= 0) [missing, left] = [bytes, within];
    },
    stop(): void {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
