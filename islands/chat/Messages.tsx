import { memo, useMemo } from "react";
import type { Message } from "../../server/contract/chat.ts";
import { texts } from "../../server/contract/texts.ts";
import type { Pending } from "./reducer.ts";
import { type Clock, type Writer, writerOf } from "../ui/clock.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { DaySeparator, MessageItem } from "./Message.tsx";

interface Props {
  messages: Message[];
  pending: Pending[];
  viewer: { id: string; username: string };
  /** The members' pictures, by id. */
  pictures: Record<string, string>;
  /** The reader's own, or as far as the server knew it. */
  clock: Clock;
}

/** A group's conversation: days, runs of one author's messages, and what is on its way. */
export function Messages({ messages, pending, viewer, pictures, clock }: Props) {
  const written = useMemo(() => writerOf(clock), [clock.language, clock.timeZone]);
  if (messages.length + pending.length === 0) return <EmptyState picture="messages" text={texts.chat.noMessages} />;
  const own = pending.map((draft) => ({ ...draft, id: draft.clientId, userId: viewer.id, username: viewer.username }));
  const all = [...messages, ...own];
  return (
    <ol className="messages">
      {all.map((message, index) => (
        <Entry
          key={keyOf(message)}
          {...{ message, written }}
          before={all[index - 1]}
          picture={pictures[message.userId]}
          mine={message.userId === viewer.id}
          pending={index >= messages.length}
        />
      ))}
    </ol>
  );
}

type Said = Pick<Message, "id" | "userId" | "username" | "content" | "timestamp" | "clientId">;

/** The same for a message on its way and for what it becomes, so that it stays where it is. */
const keyOf = ({ id, userId, clientId }: Said): string => clientId ? `${userId} ${clientId}` : id;

interface EntryProps {
  message: Said;
  before: Said | undefined;
  picture: string | undefined;
  mine: boolean;
  pending: boolean;
  written: Writer;
}

/** One message, with the line above it where a day begins. It is drawn again only when something about it changes. */
const Entry = memo(function Entry({ message, before, picture, mine, pending, written }: EntryProps) {
  const day = written.day(message.timestamp);
  const newDay = !before || written.day(before.timestamp) !== day;
  return (
    <>
      {newDay && <DaySeparator date={day} />}
      <MessageItem
        {...{ message, picture, mine, pending }}
        firstOfRun={newDay || before.userId !== message.userId}
        timeText={written.time(message.timestamp)}
        fullText={written.full(message.timestamp)}
      />
    </>
  );
});
