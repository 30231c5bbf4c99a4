import { useEffect, useState } from "react";
import { on } from "../../runtime/events.ts";

/** The ids of those who have the page of a group open, as the server sends them. */
export function usePresence(groupId: string): string[] {
  const [present, setPresent] = useState<string[]>([]);
  useEffect(() => on("presence", (who) => who.groupId === groupId && setPresent(who.userIds)), [groupId]);
  return present;
}
