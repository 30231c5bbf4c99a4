import { useEffect, useState } from "react";
import { late } from "../runtime/late.ts";
import type { PageNotesProps } from "./PageNotes.tsx";

type Loaded = typeof import("./PageNotes.tsx");

const load = late(() => import("./PageNotes.tsx"));

export function PageNotesSlot(props: PageNotesProps) {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    load().then(setLoaded, console.error);
  }, []);
  // Its place is there before it: nothing moves when it comes.
  return <div className="margin-slot">{loaded && <loaded.PageNotes {...props} />}</div>;
}
