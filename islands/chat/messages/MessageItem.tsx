import { memo } from "react";
import { Avatar } from "../../ui/Avatar.tsx";
import { CollapsedMessage, type MessageActions, MessageContent, type MessageProps } from "./MessageContent.tsx";
import { Reactions } from "./Reactions.tsx";
import { isStored, nameOf, peopleIn } from "../state/state.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";
import { isPinned } from "../../../server/contract/chat/paths.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { Drawn } from "../../ui/Drawn.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { intercept } from "../../ui/intercept.ts";
import type { TimeFormatter } from "../../ui/time_format.ts";

/** Each is rendered again only when something about it changes. */
export const MessageItem = memo(function MessageItem(props: MessageProps) {
  const { message, before, mine, isNew, marked, reachable, writer, actions, children } = props;
  const day = writer.day(message.timestamp);
  const newDay = !before || writer.day(before.timestamp) !== day;
  const firstOfRun = newDay || isNew || before.userId !== message.userId;
  const introduced = firstOfRun && !mine;
  const classes = [
    "message",
    mine && "message--mine",
    firstOfRun && "message--first",
    !isStored(message) && "message--pending",
    marked && "message--marked",
  ];
  // Browsers write times and days a little differently, which is no reason to render everything again.
  return (
    <>
      {newDay && <li suppressHydrationWarning className="day">{day}</li>}
      {isNew && <li className="new-line">{chatTexts.newSince}</li>}
      <Drawn
        className={classes.filter(Boolean).join(" ")}
        tabIndex={actions && (reachable ? 0 : -1)}
        from={() => children ? null : [introduced, ...stateOf(props)]}
      >
        <Content {...props} introduced={introduced} />
      </Drawn>
    </>
  );
});

/** What one message is drawn from: of the reader and of the members only what is said of them in it. */
function stateOf(props: MessageProps): unknown[] {
  const { message, members, book, viewerId, hiddenByBlock, quoteHiddenByBlock, writer } = props;
  const people = isStored(message) ? peopleIn([message]) : [message.userId];
  return [
    message,
    people.includes(viewerId) ? viewerId : null,
    people.map((id) => members[id]),
    message.replyTo && nameOf(message.replyTo, members),
    [hiddenByBlock, quoteHiddenByBlock],
    book,
    writer.state,
  ];
}

function Content({ introduced, ...props }: MessageProps & { introduced: boolean }) {
  const { message, mine, author, reachable, writer, actions, children } = props;
  const { userId, username, timestamp } = message;
  const stored = isStored(message) ? message : undefined;
  const name = author?.name ?? username;
  const tabIndex = reachable ? undefined : -1;
  return (
    <>
      {introduced && <Avatar user={{ id: userId, username, fullName: name, profileImage: author?.picture ?? null }} />}
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
    </>
  );
}

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
          {chatTexts.pinned}
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
