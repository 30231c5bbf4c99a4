import { memo } from "react";
import type { Message } from "../../server/contract/chat.ts";
import { texts } from "../../server/contract/texts.ts";
import type { Pending } from "../state/chat.ts";
import { EmptyState } from "./EmptyState.tsx";
import { DaySeparator, MessageItem } from "./Message.tsx";

interface Props {
  messages: Message[];
  pending: Pending[];
  viewer: { id: string; username: string };
  /** Whether times are the reader's own; the server, which does not know them, writes UTC. */
  local: boolean;
}

/** A group's conversation: days, runs of one author's messages, and what is on its way. */
export function Messages({ messages, pending, viewer, local }: Props) {
  if (messages.length + pending.length === 0) return <EmptyState picture="messages" text={texts.chat.noMessages} />;
  const own = pending.map((draft) => ({ ...draft, id: draft.clientId, userId: viewer.id, username: viewer.username }));
  const all = [...messages, ...own];
  return (
    <ol className="messages">
      {all.map((message, index) => (
        <Entry
          key={keyOf(message)}
          {...{ message, local }}
          before={all[index - 1]}
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
  mine: boolean;
  pending: boolean;
  local: boolean;
}

/** One message, with the line above it where a day begins. It is drawn again only when something about it changes. */
const Entry = memo(function Entry({ message, before, mine, pending, local }: EntryProps) {
  const written = local ? clocks.local : clocks.utc;
  const day = written.day(message.timestamp);
  const newDay = !before || written.day(before.timestamp) !== day;
  return (
    <>
      {newDay && <DaySeparator date={day} />}
      <MessageItem
        {...{ message, mine, pending }}
        firstOfRun={newDay || before.userId !== message.userId}
        timeText={written.time(message.timestamp)}
        fullText={written.full(message.timestamp)}
      />
    </>
  );
});

// The server's English until the browser's own language and zone are known, so that both render the same at first.
const clocks = { utc: clock("en-GB", "UTC"), local: clock() };

function clock(language?: string, timeZone?: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(language, { ...options, timeZone });
    return (iso: string) => formatter.format(new Date(iso));
  };
  return {
    time: format({ hour: "2-digit", minute: "2-digit" }),
    day: format({ day: "numeric", month: "long", year: "numeric" }),
    full: format({ dateStyle: "full", timeStyle: "medium" }),
  };
}
