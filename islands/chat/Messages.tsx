import { useMemo } from "react";
import type { Author, MemberDirectory } from "../../server/contract/chat.ts";
import { texts } from "../../server/contract/texts.ts";
import { dayOf, type ReaderLocale, timeFormatter } from "../ui/time_format.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { type Entry, MessageItem } from "./MessageItem.tsx";
import type { ChatState } from "./reducer.ts";

interface Props {
  state: ChatState;
  viewer: Author;
  members: MemberDirectory;
  /** The reader's own, or as far as the server knew it. */
  locale: ReaderLocale;
}

/** A group's conversation: days, runs of one author's messages, and what is pending. */
export function Messages({ state: { messages, pending }, viewer, members, locale }: Props) {
  const today = dayOf(Date.now(), locale.timeZone);
  // A day later what was said today was said yesterday.
  const writer = useMemo(() => timeFormatter(locale), [locale.language, locale.timeZone, today]);
  const own = pending.map((draft) => ({ ...draft, userId: viewer.id, username: viewer.username }));
  const all: Entry[] = [...messages, ...own];
  if (all.length === 0) return <EmptyState picture="messages" text={texts.chat.noMessages} />;
  return (
    <ol className="messages" data-seq={messages[0]?.seq}>
      {all.map((message, index) => (
        <MessageItem
          key={keyOf(message)}
          message={message}
          before={all[index - 1]}
          mine={message.userId === viewer.id}
          pending={index >= messages.length}
          author={members[message.userId]}
          writer={writer}
        />
      ))}
    </ol>
  );
}

/** The same for a pending message and for the acknowledged one it becomes, so that it stays where it is. */
const keyOf = ({ seq, userId, clientId }: Entry): string => clientId ? `${userId} ${clientId}` : String(seq);
