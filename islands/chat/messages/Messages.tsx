import { type ReactNode, useMemo } from "react";
import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { Author, MemberDirectory } from "../../../server/contract/chat/shapes.ts";
import { dayOf } from "../../../server/contract/reading/days.ts";
import { type ReaderLocale, timeFormatter } from "../../ui/time_format.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { bookOf } from "../anchors/AnchorLine.tsx";
import { type Entry, type MessageActions, MessageItem } from "./MessageItem.tsx";
import { type ChatState, firstNew, lastSeqOf, type Stored } from "../connection/reducer.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  state: ChatState;
  viewer: Author;
  /** Whom the reader has blocked: what they wrote is folded. */
  blocked: Author[];
  members: MemberDirectory;
  books: AnchorBook[];
  /** The reader's own, or as far as the server knew it. */
  locale: ReaderLocale;
  /** The `seq` of the message to which a link has led. */
  marked: number | undefined;
  /** At which message Tab stops, if it is shown, or else at the last one; without script at every one. */
  reachable?: number;
  actions: MessageActions | undefined;
  /** What stands in a message beside what everybody sees. */
  within: (message: Stored) => ReactNode;
}

/** A group's conversation: days, runs of one author's messages, and what is pending. */
export function Messages(
  { state, viewer, blocked, members, books, locale, marked, reachable, actions, within }: Props,
) {
  const { messages, pending, hasNewer } = state;
  const today = dayOf(Date.now(), locale.timeZone);
  // After midnight what was today is yesterday.
  const writer = useMemo(() => timeFormatter(locale), [locale.language, locale.timeZone, today]);
  const own = pending.map(({ clientId, content, timestamp, replyTo = null, files = [], anchor = null }) => ({
    clientId,
    content,
    timestamp,
    replyTo,
    files,
    anchor,
    userId: viewer.id,
    username: viewer.username,
  }));
  const all: Entry[] = hasNewer ? messages : [...messages, ...own];
  if (all.length === 0) return <EmptyState picture="messages" text={chatTexts.noMessages} />;
  const stop = messages.some(({ seq }) => seq === reachable) ? reachable : lastSeqOf(state);
  const newest = firstNew(state, viewer.id);
  return (
    <ol className="messages" data-seq={messages[0]?.seq}>
      {all.map((message, index) => (
        <MessageItem
          key={keyOf(message)}
          message={message}
          before={all[index - 1]}
          mine={message.userId === viewer.id}
          author={members[message.userId]}
          isNew={message === newest}
          marked={message.rev !== undefined && message.seq === marked}
          reachable={actions === undefined || message.rev !== undefined && message.seq === stop}
          folded={blocked.some(({ id }) => id === message.userId)}
          quoteFolded={blocked.some(({ username }) => username === message.replyTo?.username)}
          members={members}
          book={bookOf(books, message.anchor)}
          viewerId={viewer.id}
          writer={writer}
          actions={actions}
        >
          {message.rev !== undefined && within(message)}
        </MessageItem>
      ))}
    </ol>
  );
}

/** The same for a pending message and for the acknowledged one it becomes, so that it stays where it is. */
const keyOf = ({ userId, clientId, ...entry }: Entry): string =>
  clientId ? `${userId} ${clientId}` : String((entry as Stored).seq);
