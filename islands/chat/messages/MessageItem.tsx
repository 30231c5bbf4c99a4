import { memo } from "react";
import { Avatar } from "../../ui/Avatar.tsx";
import { CollapsedMessage, MessageContent } from "./MessageContent.tsx";
import type { MessageProps } from "./message_props.ts";
import { MessageTime, PendingTime } from "./MessageTime.tsx";
import { Reactions } from "./Reactions.tsx";
import { isStored } from "../state/state.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

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
