import { memo } from "react";
import { Avatar } from "../../ui/Avatar.tsx";
import { CollapsedMessage, type MessageActions, MessageContent, type MessageProps } from "./MessageContent.tsx";
import { Reactions } from "./Reactions.tsx";
import { isStored } from "../state/state.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";
import { isPinned } from "../../../server/contract/chat/paths.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { intercept } from "../../ui/intercept.ts";
import type { TimeFormatter } from "../../ui/time_format.ts";

/** Each is rendered again only when something about it changes. */
export const MessageItem = memo(function MessageItem(props: MessageProps) {
  const { message, before, mine, author, isNew, marked, reachable, writer, actions, children } = props;
  const { userId, username, timestamp } = message;
  const stored = isStored(message) ? message : undefined;
  const name = author?.name ?? username;
  const day = writer.day(timestamp);
  const newDay = !before || writer.day(before.timestamp) !== day;
  const firstOfRun = newDay || isNew || before.userId !== userId;
  const introduced = firstOfRun && !mine;
  const classes = [
    "message",
    mine && "message--mine",
    firstOfRun && "message--first",
    !stored && "message--pending",
    marked && "message--marked",
  ];
  const tabIndex = reachable ? undefined : -1;
  // Browsers write times and days a little differently, which is no reason to render everything again.
  return (
    <>
      {newDay && <li suppressHydrationWarning className="day">{day}</li>}
      {isNew && <li className="new-line">{chatTexts.newSince}</li>}
      <li className={classes.filter(Boolean).join(" ")} tabIndex={actions && (reachable ? 0 : -1)}>
        {introduced && (
          <Avatar user={{ id: userId, username, fullName: name, profileImage: author?.picture ?? null }} />
        )}
        <span className={introduced ? "message-author" : "visually-hidden"}>{mine ? "You" : name}</span>
        <div className="message-bubble">
          <CollapsedMessage collapsed={props.hiddenByBlock && !stored?.deletedAt} tabIndex={tabIndex}>
            <MessageContent {...props} tabIndex={tabIndex} />
          </CollapsedMessage>
          {stored
            ? <MessageTime message={stored} writer={writer} tabIndex={tabIndex} actions={actions} />
            : <PendingTime timestamp={timestamp} writer={writer} />}
        </div>
        {stored && stored.reactions.length > 0 && <Reactions {...props} message={stored} tabIndex={tabIndex} />}
        {children}
      </li>
    </>
  );
});

interface Props {
  message: Message;
  writer: TimeFormatter;
  tabIndex: number | undefined;
  actions: MessageActions | undefined;
}

function MessageTime({ message, writer, tabIndex, actions }: Props) {
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

const PendingTime = ({ timestamp, writer }: { timestamp: string; writer: TimeFormatter }) => (
  <span className="message-time">
    {evenlyWide(writer.time(timestamp))}
    <span className="visually-hidden">Sending</span>
  </span>
);

/** As exact as it is shown: in a page of messages seconds are bytes that do not compress. */
const toMinute = (timestamp: string): string => `${timestamp.slice(0, 16)}Z`;

/** With a space as wide as a figure before an hour of one: nothing moves when times turn to the reader's zone. */
const evenlyWide = (time: string): string => /^\d\D/.test(time) ? `\u2007${time}` : time;
