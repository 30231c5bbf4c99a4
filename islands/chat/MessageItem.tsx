import { memo } from "react";
import type { MemberDirectory } from "../../server/contract/chat.ts";
import { Avatar } from "../ui/Avatar.tsx";
import type { TimeFormatter } from "../ui/time_format.ts";
import { Linkified } from "./Linkified.tsx";
import type { Stored } from "./reducer.ts";

/** A message, acknowledged or pending; only the former have a `seq`. */
export type Entry = Pick<Stored, "userId" | "username" | "content" | "timestamp" | "clientId"> & { seq?: number };

interface Props {
  message: Entry;
  before: Entry | undefined;
  mine: boolean;
  pending: boolean;
  /** The author, if they are in the group. */
  author: MemberDirectory[string] | undefined;
  /** Writes times as the reader has them; the server's are UTC. */
  writer: TimeFormatter;
}

/**
 * One message, with the line above it where a day begins. A run of messages by one author has the avatar and the name
 * only at its first. Each is rendered again only when something about it changes.
 */
export const MessageItem = memo(function MessageItem({ message, before, mine, pending, author, writer }: Props) {
  const { userId, username, timestamp, clientId } = message;
  const name = author?.name ?? username;
  const day = writer.day(timestamp);
  const newDay = !before || writer.day(before.timestamp) !== day;
  const firstOfRun = newDay || before.userId !== userId;
  const introduced = firstOfRun && !mine;
  const classes = [mine && "message--mine", firstOfRun && "message--first", pending && "message--pending"];
  // Browsers write times and days a little differently, which is no reason to render everything again.
  return (
    <>
      {newDay && <li suppressHydrationWarning className="day">{day}</li>}
      <li
        className={["message", ...classes].filter(Boolean).join(" ")}
        data-user={introduced ? userId : undefined}
        data-client={mine ? clientId ?? undefined : undefined}
      >
        {introduced && (
          <Avatar user={{ id: userId, username, fullName: name, profileImage: author?.picture ?? null }} />
        )}
        <span className={introduced ? "message-author" : "visually-hidden"}>{mine ? "You" : name}</span>
        <div className="message-bubble">
          <p className="message-text" dir="auto">
            <Linkified text={message.content} />
          </p>
          <time suppressHydrationWarning className="message-time" title={writer.full(timestamp)} dateTime={timestamp}>
            {writer.time(timestamp)}
          </time>
          {pending && <span className="visually-hidden">Sending</span>}
        </div>
      </li>
    </>
  );
});
