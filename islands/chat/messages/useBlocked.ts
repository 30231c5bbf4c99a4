import { useEffect, useState } from "react";
import type { Author, MemberDirectory } from "../../../server/contract/chat.ts";
import { on } from "../../runtime/events.ts";

/** Whom the reader has blocked, of those who are or were in the group: also what they decide in another window. */
export function useBlocked(start: Author[] = none, members: MemberDirectory): Author[] {
  const [blocked, setBlocked] = useState(start);
  useEffect(
    () =>
      on(
        "blockChanged",
        ({ userId: id, blocked }) =>
          setBlocked((before) =>
            blocked ? [...before, { id, username: members[id]?.username }] : before.filter((one) => one.id !== id)
          ),
      ),
    [members],
  );
  return blocked;
}

const none: Author[] = [];
