import { useEffect, useState } from "react";
import { on } from "../../runtime/events.ts";

export function usePresence(groupId: string): string[] {
  const [present, setPresent] = useState<string[]>([]);
  useEffect(() => on("presence", (who) => who.groupId === groupId && setPresent(who.userIds)), [groupId]);
  return present;
}
