import { useEffect, useState } from "react";
import { paths } from "../../server/contract/paths.ts";
import type { EditionUnit } from "../../server/contract/positions.ts";
import { texts } from "../../server/contract/texts.ts";

/** Which page's shared notes. */
export interface MarginPlace {
  groupId: string;
  bookId: string;
  /** In the reader's copy. */
  page: number;
  /** How that counts. */
  unit: EditionUnit;
  /** Changes when what the reader may see has: they have read on. */
  version: string | undefined;
}

type Loaded = typeof import("./Margin.tsx");

/** The margin of the open page, which is loaded once a book is open; until then, and without script, a link. */
export function MarginSlot(place: MarginPlace) {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    import("./Margin.tsx").then(setLoaded, console.error);
  }, []);
  if (loaded) return <loaded.Margin {...place} />;
  return (
    <p className="margin cluster">
      <a className="margin-link" href={paths.together(place.groupId, place.bookId, "notes")}>
        {texts.notes.sharedHere}
      </a>
    </p>
  );
}
