import { isPinned } from "../../../server/contract/chat/paths.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { intercept } from "../../ui/intercept.ts";
import type { TimeFormatter } from "../../ui/time_format.ts";
import type { MessageActions } from "./message_props.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  message: Message;
  writer: TimeFormatter;
  tabIndex: number | undefined;
  actions: MessageActions | undefined;
}

export function MessageTime({ message, writer, tabIndex, actions }: Props) {
  const { seq, timestamp, editedAt } = message;
  return (
    <a
      suppressHydrationWarning
      className="message-time"
      href={`?message=${seq}`}
      title={actions && writer.full(timestamp)}
      tabIndex={tabIndex}
      onClick={intercept(() => actions?.show(seq))}
    >
      {isPinned(message) && (
        <span className="message-pinned">
          <Icon name="pin" />
          <span className="visually-hidden">{chatTexts.pinned}</span>
        </span>
      )}
      {editedAt && <span className="message-edited">{chatTexts.edited}</span>}
      <time suppressHydrationWarning dateTime={toMinute(timestamp)}>{evenlyWide(writer.time(timestamp))}</time>
    </a>
  );
}

export const PendingTime = ({ timestamp, writer }: { timestamp: string; writer: TimeFormatter }) => (
  <span className="message-time">
    {evenlyWide(writer.time(timestamp))}
    <span className="visually-hidden">Sending</span>
  </span>
);

/** As exact as it is shown: in a page of messages seconds are bytes that do not compress. */
const toMinute = (timestamp: string): string => `${timestamp.slice(0, 16)}Z`;

/** With a space as wide as a figure before an hour of one: nothing moves when times turn to the reader's zone. */
const evenlyWide = (time: string): string => /^\d\D/.test(time) ? `\u2007${time}` : time;
