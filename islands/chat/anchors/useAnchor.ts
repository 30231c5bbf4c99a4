import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { Anchor } from "../../../server/contract/chat/shapes.ts";
import { on } from "../../runtime/events.ts";
import { type DraftPlace, readDraft, storeDraft } from "../../offline/drafts.ts";
import type { GroupChat } from "../connection/group_chat.ts";

export function useAnchor(
  chat: GroupChat,
  atFirst: Anchor | undefined,
): [Anchor | undefined, Dispatch<SetStateAction<Anchor | undefined>>] {
  const [anchor, setAnchor] = useState(atFirst);
  const place: DraftPlace = { kind: "about", viewerId: chat.view.viewer.id, of: chat.view.groupId };
  useEffect(() => {
    // The draft is restored too: without its page it would be shown to everybody.
    const stored = parseAnchor(readDraft(place));
    setAnchor((now) => now ?? stored);
    let known = 0;
    const takeReturned = () => {
      const { returned } = chat.store.getState();
      const about = returned.slice(known).findLast(({ anchor }) => anchor)?.anchor;
      if (about) setAnchor(about);
      known = returned.length;
    };
    takeReturned();
    const stops = [chat.store.subscribe(takeReturned), on("pageChosen", setAnchor)];
    return () => stops.forEach((stop) => stop());
  }, []);
  useEffect(() => storeDraft(place, anchor ? JSON.stringify(anchor) : null), [anchor]);
  return [anchor, setAnchor];
}

/** What a browser has stored may be anything. */
function parseAnchor(text: string | null): Anchor | undefined {
  try {
    const { bookId, page } = JSON.parse(text ?? "null");
    return typeof bookId === "string" && Number.isSafeInteger(page) ? { bookId, page } : undefined;
  } catch {
    return undefined;
  }
}

export function useGroupBooks(named: AnchorBook[] = []): AnchorBook[] {
  const [books, setBooks] = useState(named);
  useEffect(() => on("groupBooks", setBooks), []);
  return books;
}
