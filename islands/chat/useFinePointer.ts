import { useSignal } from "@preact/signals-react";
import { useEffect } from "react";

/** Whether the reader points with a mouse or the like: who types on glass has no Shift to begin a new line with. */
export function useFinePointer(): boolean {
  const fine = useSignal(false);
  useEffect(() => {
    const query = matchMedia("(pointer: fine)");
    const look = () => fine.value = query.matches;
    look();
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return fine.value;
}
