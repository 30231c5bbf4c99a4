import type { MouseEvent } from "react";
import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { Author, MemberDirectory, Message } from "../../../server/contract/chat/shapes.ts";
import type { TimeFormatter } from "../../ui/time_format.ts";
import { AnchorLine, bookOf } from "../messages/Anchor.tsx";
import { nameOf } from "../state/state.ts";
import { FoundText } from "./FoundText.tsx";
import { CollapsedMessage } from "../messages/MessageContent.tsx";
import { anchorsTexts } from "../../../server/contract/chat/texts.ts";
import { shownWords } from "../../../server/contract/site/written_words.ts";

interface Props {
  messages: Message[];
  /** What was searched for, if anything. */
  query?: string;
  blocked: Author[];
  members: MemberDirectory;
  books: AnchorBook[] | undefined;
  viewerId: string;
  writer: TimeFormatter;
  onFollow?: (event: MouseEvent<HTMLElement>, seq: number) => void;
}

export function FoundMessages({ messages, query = "", blocked, members, books, viewerId, writer, onFollow }: Props) {
  return (
    <ul className="found-messages">
      {messages.map((
        { id, seq, userId, username, content, format, mentions, files, timestamp, anchor, veiled, length },
      ) => (
        <li key={id} className="found-message">
          <a
            href={`?message=${seq}`}
            onClick={onFollow && ((event) => onFollow(event, seq))}
          >
            <b>{nameOf({ userId, username }, members)}</b>{" "}
            <time suppressHydrationWarning dateTime={timestamp} title={writer.full(timestamp)}>
              {writer.day(timestamp)}, {writer.time(timestamp)}
            </time>
          </a>
          {anchor && <AnchorLine anchor={anchor} book={bookOf(books, anchor)} />}
          <CollapsedMessage
            collapsed={blocked.some(({ id }) => id === userId)}
          >
            <p dir="auto">
              {veiled
                ? <i className="message-deleted">{anchorsTexts.veiled(length, bookOf(books, anchor))}</i>
                : (
                  <FoundText
                    query={query}
                    text={shownWords(content, format) || files.map(({ name }) => name).join(", ")}
                    mentions={mentions}
                    members={members}
                    viewerId={viewerId}
                  />
                )}
            </p>
          </CollapsedMessage>
        </li>
      ))}
    </ul>
  );
}
