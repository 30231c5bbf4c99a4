import { useEffect, useState } from "react";
import type { Author } from "../../../server/contract/chat/shapes.ts";
import { on } from "../../runtime/events.ts";

export function useBlocked(start: Author[] = none): Author[] {
  const [blocked, setBlocked] = useState(start);
  useEffect(
    () =>
      on(
        "blockChanged",
        ({ userId: id, username, blocked }) =>
          setBlocked((before) => {
            const others = before.filter((one) => one.id !== id);
            return blocked ? [...others, { id, username }] : others;
          }),
      ),
    [],
  );
  return blocked;
}

const none: Author[] = [];
