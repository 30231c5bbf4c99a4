import type { Message } from "../../server/contract/chat.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Linkified } from "./Linkified.tsx";

export interface MessageItemProps {
  message: Pick<Message, "content" | "userId" | "username" | "timestamp">;
  mine: boolean;
  /** Starts a run of messages by one person: only here stand the avatar and the name. */
  firstOfRun: boolean;
  pending?: boolean;
  /** The author's picture, if she has one and is in the group. */
  picture?: string;
  /** The time of day as the reader's place has it; the server says UTC. */
  timeText: string;
  /** The full date and time, shown on pointing at the time. */
  fullText: string;
}

export function MessageItem({ message, mine, firstOfRun, pending, picture, timeText, fullText }: MessageItemProps) {
  const author = { id: message.userId, username: message.username, profileImage: picture ?? null };
  const introduced = firstOfRun && !mine;
  return (
    <li className={classes({ mine, firstOfRun, pending })}>
      {introduced && <Avatar user={author} />}
      <span className={introduced ? "message-author" : "visually-hidden"}>
        {mine ? "You" : author.username}
      </span>
      <div className="message-bubble">
        <p className="message-text" dir="auto">
          <Linkified text={message.content} />
        </p>
        <time suppressHydrationWarning className="message-time" dateTime={message.timestamp} title={fullText}>
          {timeText}
        </time>
        {pending && <span className="visually-hidden">Sending</span>}
      </div>
    </li>
  );
}

/**
 * The line between the messages of two days. Like times, days may be written a little otherwise by another browser's
 * dictionary of languages, which is no reason to draw all anew.
 */
export function DaySeparator({ date }: { date: string }) {
  return <li suppressHydrationWarning className="day">{date}</li>;
}

const classes = ({ mine, firstOfRun, pending }: Pick<MessageItemProps, "mine" | "firstOfRun" | "pending">) =>
  ["message", mine && "message--mine", firstOfRun && "message--first", pending && "message--pending"]
    .filter(Boolean).join(" ");
