import { intercept } from "../../ui/intercept.ts";
import { AnchorLine, type NamedBook } from "./Anchor.tsx";
import { MessageFiles } from "../files/MessageFiles.tsx";
import { MessageText } from "./MessageText.tsx";
import { WrittenText } from "./WrittenText.tsx";
import { isStored, nameOf, type Pending } from "../state/state.ts";
import { anchorsTexts, chatTexts } from "../../../server/contract/chat/texts.ts";
import type { MouseEvent, ReactNode } from "react";
import type { MemberDirectory, Message, Quote as MessageQuote } from "../../../server/contract/chat/shapes.ts";
import type { TimeFormatter } from "../../ui/time_format.ts";

interface Props
  extends Pick<MessageProps, "message" | "quoteHiddenByBlock" | "members" | "book" | "viewerId" | "actions"> {
  tabIndex: number | undefined;
}

export function MessageContent({ message, quoteHiddenByBlock, members, book, viewerId, actions, tabIndex }: Props) {
  const { replyTo, anchor, files, poll, link } = message;
  const stored = isStored(message) ? message : undefined;
  return (
    <>
      {replyTo && (
        <Quote
          quote={replyTo}
          hiddenByBlock={quoteHiddenByBlock}
          members={members}
          tabIndex={tabIndex}
          onFollow={intercept(() => actions?.show(replyTo.seq))}
        />
      )}
      {anchor && <AnchorLine anchor={anchor} book={book} tabIndex={tabIndex} />}
      {stored?.format
        ? (
          <WrittenText
            format={stored.format}
            content={message.content}
            mentions={stored.mentions}
            members={members}
            viewerId={viewerId}
            isLate={actions !== undefined}
            tabIndex={tabIndex}
          />
        )
        : (
          <p className="message-text" dir="auto">
            <Text message={message} members={members} book={book} viewerId={viewerId} tabIndex={tabIndex} />
          </p>
        )}
      {poll && (
        <p className="message-anchor">
          {poll.text + " "}
          <a href={poll.url} tabIndex={tabIndex}>{poll.action}</a>
        </p>
      )}
      {link && (
        <a className="message-link" href={link.url} tabIndex={tabIndex} target="_blank" rel="noopener nofollow ugc">
          {link.picture && <img src={link.picture} alt="" width="80" height="80" loading="lazy" />}
          <b dir="auto">{link.title}</b>
          <span>{link.site}</span>
        </a>
      )}
      {files.length > 0 && <MessageFiles files={files} tabIndex={tabIndex} />}
    </>
  );
}

function Text({ message, members, book, viewerId, tabIndex }: Omit<Props, "quoteHiddenByBlock" | "actions">) {
  const stored = isStored(message) ? message : undefined;
  if (stored?.deletedAt) return <span className="message-deleted">{chatTexts.deleted}</span>;
  if (stored?.veiled) return <i className="message-deleted">{anchorsTexts.veiled(stored.length, book)}</i>;
  return (
    <MessageText
      text={message.content}
      mentions={stored?.mentions ?? []}
      members={members}
      viewerId={viewerId}
      tabIndex={tabIndex}
    />
  );
}

interface QuoteProps {
  quote: MessageQuote;
  hiddenByBlock: boolean;
  members: MemberDirectory;
  tabIndex: number | undefined;
  onFollow: (event: MouseEvent<HTMLElement>) => void;
}

export function Quote({ quote, hiddenByBlock, members, tabIndex, onFollow }: QuoteProps) {
  const { seq, excerpt, veiled } = quote;
  return (
    <a
      className="message-quote"
      href={`?message=${seq}`}
      tabIndex={tabIndex}
      onClick={onFollow}
    >
      <b>{nameOf(quote, members)}</b>
      {hiddenByBlock && <i>{chatTexts.hiddenByBlock}</i>}
      {excerpt
        ? <span dir="auto" hidden={hiddenByBlock}>{excerpt}</span>
        : !hiddenByBlock && <i>{veiled ? anchorsTexts.veiledQuote : chatTexts.deleted}</i>}
    </a>
  );
}

interface CollapsedProps {
  collapsed: boolean;
  tabIndex?: number;
  children: ReactNode;
}

export const CollapsedMessage = ({ collapsed, tabIndex, children }: CollapsedProps) =>
  collapsed
    ? (
      <details className="message-folded">
        <summary tabIndex={tabIndex}>{chatTexts.hiddenByBlock}</summary>
        {children}
      </details>
    )
    : children;

export interface MessageActions {
  show(seq: number): void;
  react?: (message: Message, emoji: string, given: boolean) => void;
}

export interface MessageProps {
  message: Message | Pending;
  before: Message | Pending | undefined;
  mine: boolean;
  author: MemberDirectory[string] | undefined;
  isNew: boolean;
  marked: boolean;
  reachable: boolean;
  hiddenByBlock: boolean;
  quoteHiddenByBlock: boolean;
  members: MemberDirectory;
  book: NamedBook | undefined;
  viewerId: string;
  writer: TimeFormatter;
  actions: MessageActions | undefined;
  children?: ReactNode;
}
