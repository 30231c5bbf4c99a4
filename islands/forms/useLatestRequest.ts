import { useRef } from "react";

/**
 * Of several requests for one thing only the latest counts.
 *
 * @returns a function that starts one, and returns whether it still is the latest
 */
export function useLatestRequest(): () => () => boolean {
  const latest = useRef(0);
  return () => {
    const own = ++latest.current;
    return () => own === latest.current;
  };
}
