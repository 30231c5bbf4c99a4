import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import type { AnchorBook } from "../../../server/contract/anchors.ts";
import type { Anchor } from "../../../server/contract/chat.ts";
import { on } from "../../runtime/events.ts";
import type { ChatConnection } from "../connection/connection.ts";

/** The page that the message being written will be tied to. */
export function useAnchor(
  chat: ChatConnection,
  atFirst: Anchor | undefined,
): [Anchor | undefined, Dispatch<SetStateAction<Anchor | undefined>>] {
  const [anchor, setAnchor] = useState(atFirst);
  useEffect(() => {
    let known = 0;
    // What was refused goes back with its text.
    const takeReturned = () => {
      const { returned } = chat.getState();
      if (returned.length > known) setAnchor(returned.at(-1)!.anchor);
      known = returned.length;
    };
    takeReturned();
    const stops = [chat.subscribe(takeReturned), on("pageChosen", setAnchor)];
    return () => stops.forEach((stop) => stop());
  }, []);
  return [anchor, setAnchor];
}

/** The books of the group: those that the rendered messages name, until all are known. */
export function useGroupBooks(named: AnchorBook[] = []): AnchorBook[] {
  const [books, setBooks] = useState(named);
  useEffect(() => on("groupBooks", setBooks), []);
  return books;
}
