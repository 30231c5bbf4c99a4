import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { useEffect, useState } from "react";
import { nameOf } from "../state/state.ts";
import { useShared } from "../useChat.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";
import { on } from "../../runtime/events.ts";

export function TypingLine() {
  const { chat, state: { members }, blocked } = useShared();
  const typists = useTyping(chat.view.groupId);
  const shown = typists.filter(({ userId }) => blocked.every(({ id }) => id !== userId));
  useEffect(() => void chat.loadMembers(shown.map(({ userId }) => userId)), [typists]);
  if (shown.length === 0) return null;
  return (
    <p className="typing-line">
      <span>{typingText(shown.map((typist) => nameOf(typist, members)))}</span>
    </p>
  );
}

function typingText([one, other, ...more]: string[]): string {
  if (more.length > 0) return chatTexts.manyTyping;
  return other ? chatTexts.areTyping(one, other) : chatTexts.isTyping(one);
}

interface Typist {
  userId: string;
  username: string;
}

function useTyping(groupId: string): Typist[] {
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
