import { useEffect, useState } from "react";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import type { MarginPlace } from "./margin_place.ts";

type Loaded = Pick<typeof import("../runtime/chunks/small.ts"), "Margin">;

/**
 * The margin of the open page, which is loaded once a book is open; until then, and without script, a link. It comes
 * with the small islands: a chunk of its own would take all that it shares with others out of theirs.
 */
export function MarginSlot(place: MarginPlace) {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    import("../runtime/chunks/small.ts").then(setLoaded, console.error);
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
