import { useRef } from "react";

/**
 * Of several tries of one thing only the latest counts. Each begins by a call, which gives the question whether it
 * still is the latest.
 */
export function useLatestRequest(): () => () => boolean {
  const latest = useRef(0);
  return () => {
    const own = ++latest.current;
    return () => own === latest.current;
  };
}
