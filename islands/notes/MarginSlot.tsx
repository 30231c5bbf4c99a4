import { useEffect, useState } from "react";
import { late } from "../runtime/late.ts";
import type { MarginPlace } from "./margin_place.ts";

type Loaded = Pick<typeof import("../runtime/chunks/margin.ts"), "Margin">;

const load = late(() => import("../runtime/chunks/margin.ts"));

/** The margin of the open page, loaded once a book is open; the book's own page has the same without script. */
export function MarginSlot(place: MarginPlace) {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    load().then(setLoaded, console.error);
  }, []);
  // Its place is there before it: nothing moves when it comes.
  return <div className="margin-slot">{loaded && <loaded.Margin {...place} />}</div>;
}
