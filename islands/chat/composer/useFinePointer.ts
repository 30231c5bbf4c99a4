import { useEffect, useState } from "react";

/** Whether the reader points with a mouse or the like: who types on glass has no Shift to begin a new line with. */
export function useFinePointer(): boolean {
  const [isFine, setIsFine] = useState(false);
  useEffect(() => {
    const query = matchMedia("(pointer: fine)");
    const update = () => setIsFine(query.matches);
    update();
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, []);
  return isFine;
}
