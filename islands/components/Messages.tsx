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
  const written = clock(local);
  const own = pending.map((draft) => ({ ...draft, id: draft.clientId, userId: viewer.id, username: viewer.username }));
  const all = [...messages, ...own];
  return (
    <ol className="messages">
      {all.map((message, index) => {
        const before = all[index - 1];
        const newDay = !before || written.day(before.timestamp) !== written.day(message.timestamp);
        return [
          newDay && <DaySeparator key={`day ${message.id}`} date={written.day(message.timestamp)} />,
          <MessageItem
            key={message.id}
            message={message}
            mine={message.userId === viewer.id}
            firstOfRun={newDay || before.userId !== message.userId}
            pending={index >= messages.length}
            timeText={written.time(message.timestamp)}
            fullText={written.full(message.timestamp)}
          />,
        ];
      })}
    </ol>
  );
}

function clock(local: boolean) {
  const timeZone = local ? undefined : "UTC";
  // The server's English until the browser's own language and zone are known, so that both render the same at first.
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(local ? undefined : "en-GB", { ...options, timeZone });
    return (iso: string) => formatter.format(new Date(iso));
  };
  return {
    time: format({ hour: "2-digit", minute: "2-digit" }),
    day: format({ day: "numeric", month: "long", year: "numeric" }),
    full: format({ dateStyle: "full", timeStyle: "medium" }),
  };
}
