import { type ComponentProps, Fragment } from "react";
import { MessageText } from "../messages/MessageText.tsx";
import { foundParts, searchedWords } from "./found_parts.ts";

interface Props extends ComponentProps<typeof MessageText> {
  query: string;
}

/** The text of a message with the words marked by which it was found; links stay as they are. */
export function FoundText({ query, ...message }: Props) {
  const words = searchedWords(query);
  return MessageText(message).map((piece) =>
    piece.type === Fragment ? <Fragment key={piece.key}>{marked(piece.props.children, words)}</Fragment> : piece
  );
}

const marked = (text: string, words: string[]) =>
  foundParts(text, words).map(({ text, isFound }, index) => isFound ? <mark key={index}>{text}</mark> : text);
