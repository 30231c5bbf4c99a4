import { memo, type ReactNode } from "react";
import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { MemberDirectory } from "../../../server/contract/chat/shapes.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { intercept } from "../../ui/intercept.ts";
import type { TimeFormatter } from "../../ui/time_format.ts";
import { AnchorLine } from "../anchors/AnchorLine.tsx";
import { MessageFiles } from "../files/MessageFiles.tsx";
import { MessageText } from "./MessageText.tsx";
import { Quote } from "./Quote.tsx";
import { Reactions } from "./Reactions.tsx";
import type { Stored } from "../connection/reducer.ts";
import { anchorsTexts, chatTexts } from "../../../server/contract/chat/texts.ts";

/** A message of the reader's that is not acknowledged yet. */
interface Draft
  extends Pick<Stored, "userId" | "username" | "content" | "timestamp" | "clientId" | "replyTo" | "files" | "anchor"> {
  rev?: undefined;
}
export type Entry = Stored | Draft;

/** What is done with messages in place. Without script there is none of it. */
export interface MessageActions {
  /** Leads to a message. */
  show(seq: number): void;
  /** Undefined where nothing can be changed any more. */
  react?: (message: Stored, emoji: string, given: boolean) => void;
}

interface Props {
  message: Entry;
  before: Entry | undefined;
  mine: boolean;
  /** The author, if they are in the group. */
  author: MemberDirectory[string] | undefined;
  /** Whether it is the first one that is new to the reader. */
  isNew: boolean;
  /** Whether a link has led to it. */
  marked: boolean;
  /** Whether Tab stops at it and what is in it: it does at one of all messages. */
  reachable: boolean;
  /** Whether the reader has blocked its author, and that of the one it replies to. */
  folded: boolean;
  quoteFolded: boolean;
  members: MemberDirectory;
  /** The one that it is about, if it is known. */
  book: AnchorBook | undefined;
  viewerId: string;
  /** Writes times as the reader has them; the server's are UTC. */
  writer: TimeFormatter;
  actions: MessageActions | undefined;
  /** What can be done with it, where it is pointed at. */
  children?: ReactNode;
}

/**
 * One message, with the lines above it where a day begins or what is new. A run of messages by one author has the
 * avatar and the name only at its first. Each is rendered again only when something about it changes.
 */
export const MessageItem = memo(function MessageItem(
  {
    message,
    before,
    mine,
    author,
    isNew,
    marked,
    reachable,
    folded,
    quoteFolded,
    members,
    book,
    viewerId,
    writer,
    actions,
    children,
  }: Props,
) {
  const { userId, username, timestamp, clientId, replyTo, anchor } = message;
  const stored = message.rev === undefined ? undefined : message;
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
  const content = (
    <>
      {replyTo && (
        <Quote
          quote={replyTo}
          folded={quoteFolded}
          members={members}
          tabIndex={tabIndex}
          onFollow={intercept(() => actions?.show(replyTo.seq))}
        />
      )}
      {anchor && <AnchorLine anchor={anchor} book={book} tabIndex={tabIndex} />}
      <p className="message-text" dir="auto">
        {stored?.deletedAt
          ? <time className="message-deleted" dateTime={stored.deletedAt}>{chatTexts.deleted}</time>
          : stored?.veiled
          ? <i className="message-deleted">{anchorsTexts.veiled(stored.length)}</i>
          : (
            <MessageText
              text={message.content}
              mentions={stored?.mentions ?? []}
              members={members}
              viewerId={viewerId}
              tabIndex={tabIndex}
            />
          )}
      </p>
      {message.files.length > 0 && <MessageFiles files={message.files} tabIndex={tabIndex} />}
    </>
  );
  // Browsers write times and days a little differently, which is no reason to render everything again.
  return (
    <>
      {newDay && <li suppressHydrationWarning className="day">{day}</li>}
      {isNew && <li className="new-line">{chatTexts.newSince}</li>}
      <li
        className={classes.filter(Boolean).join(" ")}
        data-user={introduced ? userId : undefined}
        data-client={mine ? clientId ?? undefined : undefined}
        tabIndex={actions && (reachable ? 0 : -1)}
      >
        {introduced && (
          <Avatar user={{ id: userId, username, fullName: name, profileImage: author?.picture ?? null }} />
        )}
        <span className={introduced ? "message-author" : "visually-hidden"}>{mine ? "You" : name}</span>
        <div className="message-bubble">
          {folded && !stored?.deletedAt
            ? (
              <details className="message-folded">
                <summary tabIndex={tabIndex}>{chatTexts.folded}</summary>
                {content}
              </details>
            )
            : content}
          {stored
            ? <MessageTime message={stored} writer={writer} tabIndex={tabIndex} actions={actions} />
            : (
              <span className="message-time">
                {evenlyWide(writer.time(timestamp))}
                <span className="visually-hidden">Sending</span>
              </span>
            )}
        </div>
        {stored && stored.reactions.length > 0 && (
          <Reactions
            reactions={stored.reactions}
            seq={stored.seq}
            members={members}
            viewerId={viewerId}
            tabIndex={tabIndex}
            onToggle={actions && ((emoji, given) => actions.react?.(stored, emoji, given))}
            disabled={actions && !actions.react}
          />
        )}
        {children}
      </li>
    </>
  );
});

interface TimeProps extends Pick<Props, "writer" | "actions"> {
  message: Stored;
  tabIndex: number | undefined;
}

/** When a message was written, which is its link, with what has become of it since. The whole date comes by script. */
function MessageTime({ message, writer, tabIndex, actions }: TimeProps) {
  const { seq, timestamp, editedAt, pinnedAt } = message;
  return (
    <a
      suppressHydrationWarning
      className="message-time"
      href={`?message=${seq}`}
      title={actions && writer.full(timestamp)}
      tabIndex={tabIndex}
      onClick={intercept(() => actions?.show(seq))}
    >
      {pinnedAt && (
        <time className="message-pinned" dateTime={pinnedAt}>
          <Icon name="pin" />
          <span className="visually-hidden">{chatTexts.pinned}</span>
        </time>
      )}
      {editedAt && <time className="message-edited" dateTime={editedAt}>{chatTexts.edited}</time>}
      <time suppressHydrationWarning dateTime={timestamp}>{evenlyWide(writer.time(timestamp))}</time>
    </a>
  );
}

/** With a space as wide as a figure before an hour of one: nothing moves when times turn to the reader's zone. */
const evenlyWide = (time: string): string => /^\d\D/.test(time) ? `\u2007${time}` : time;
