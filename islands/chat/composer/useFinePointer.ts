import { useEffect, useState } from "react";

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
