import { useEffect, useState } from "react";
import type { MarginPlace } from "./margin_place.ts";

type Loaded = Pick<typeof import("../runtime/chunks/margin.ts"), "Margin">;

/** The margin of the open page, which is loaded once a book is open; the book's own page has the same without script. */
export function MarginSlot(place: MarginPlace) {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    import("../runtime/chunks/margin.ts").then(setLoaded, console.error);
  }, []);
  // Its place is there before it: nothing moves when it comes.
  return <div className="margin-slot">{loaded && <loaded.Margin {...place} />}</div>;
}
