import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { useEffect, useState } from "react";
import { on } from "../../runtime/events.ts";

export interface Typist {
  userId: string;
  username: string;
}

export function useTyping(groupId: string): Typist[] {
  const [typing, setTyping] = useState<Typist[]>([]);
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const end = (userId: string) => {
      clearTimeout(timers.get(userId));
      if (timers.delete(userId)) setTyping((before) => before.filter((one) => one.userId !== userId));
    };
    const offs = [
      on("typing", ({ groupId: typedIn, userId, username }) => {
        if (typedIn !== groupId) return;
        if (!timers.has(userId)) setTyping((before) => [...before, { userId, username }]);
        clearTimeout(timers.get(userId));
        timers.set(userId, setTimeout(() => end(userId), chatLimits.chat.typingShown));
      }),
      on("message", ({ userId }) => end(userId)),
    ];
    return () => offs.forEach((off) => off());
  }, []);
  return typing;
}
