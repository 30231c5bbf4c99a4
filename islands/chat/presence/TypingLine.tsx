import type { MemberDirectory } from "../../../server/contract/chat/shapes.ts";
import { nameOf } from "../connection/names.ts";
import type { Typist } from "./useTyping.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  typing: Typist[];
  members: MemberDirectory;
}

/** Who is typing, in one line over the end of the messages, where nothing moves for it. */
export function TypingLine({ typing, members }: Props) {
  const names = typing.map((typist) => nameOf(typist, members));
  return (
    <p className="typing-line">
      <span>{typingText(names)}</span>
    </p>
  );
}

/** Names those who are typing. */
export function typingText([one, other, ...more]: string[]): string {
  if (more.length > 0) return chatTexts.manyTyping;
  return other ? chatTexts.areTyping(one, other) : chatTexts.isTyping(one);
}
