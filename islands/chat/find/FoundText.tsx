import { type ComponentProps, Fragment, type ReactNode } from "react";
import { MessageText } from "../messages/MessageText.tsx";

interface Props extends ComponentProps<typeof MessageText> {
  query: string;
}

/** The text of a message with the words marked by which it was found; links stay as they are. */
export function FoundText({ query, ...message }: Props) {
  const wanted = query.split(words).filter((_, index) => index % 2).map(plain);
  return MessageText(message).map((piece) =>
    piece.type === Fragment ? <Fragment key={piece.key}>{marked(piece.props.children, wanted)}</Fragment> : piece
  );
}

/** As the search cuts a text: split by it, every second part is a word. */
const words = /([\p{L}\p{N}\p{M}]+)/u;

function marked(text: string, wanted: string[]): ReactNode[] {
  const pieces: ReactNode[] = [];
  let unmarked = "";
  for (const [index, part] of text.split(words).entries()) {
    if (index % 2 && isFound(plain(part), wanted)) {
      pieces.push(unmarked, <mark key={index}>{part}</mark>);
      unmarked = "";
    } else unmarked += part;
  }
  return [...pieces, unmarked];
}

/** By its beginning, of two letters at least. */
const isFound = (word: string, wanted: string[]): boolean =>
  wanted.some((found) => word === found || found.length > 1 && word.startsWith(found));

/** Accents are taken off words of usual length only: sorting a long run of them takes time quadratic in its length. */
const plain = (word: string): string =>
  (word.length < 100 ? word.normalize("NFD").replace(/\p{M}/gu, "") : word).toLowerCase();
