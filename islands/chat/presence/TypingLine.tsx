import { useEffect } from "react";
import { nameOf } from "../connection/names.ts";
import { useShared } from "../context.ts";
import { useTyping } from "./useTyping.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

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
