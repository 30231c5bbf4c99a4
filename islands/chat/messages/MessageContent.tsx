import { intercept } from "../../ui/intercept.ts";
import { AnchorLine } from "../anchors/AnchorLine.tsx";
import { MessageFiles } from "../files/MessageFiles.tsx";
import type { MessageProps } from "./message_props.ts";
import { MessageText } from "./MessageText.tsx";
import { Quote } from "./Quote.tsx";
import { isStored } from "../connection/state.ts";
import { anchorsTexts, chatTexts } from "../../../server/contract/chat/texts.ts";

interface Props
  extends Pick<MessageProps, "message" | "quoteHiddenByBlock" | "members" | "book" | "viewerId" | "actions"> {
  tabIndex: number | undefined;
}

export function MessageContent({ message, quoteHiddenByBlock, members, book, viewerId, actions, tabIndex }: Props) {
  const { replyTo, anchor, files } = message;
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
      <p className="message-text" dir="auto">
        <Text message={message} members={members} viewerId={viewerId} tabIndex={tabIndex} />
      </p>
      {files.length > 0 && <MessageFiles files={files} tabIndex={tabIndex} />}
    </>
  );
}

function Text({ message, members, viewerId, tabIndex }: Pick<Props, "message" | "members" | "viewerId" | "tabIndex">) {
  const stored = isStored(message) ? message : undefined;
  if (stored?.deletedAt) return <span className="message-deleted">{chatTexts.deleted}</span>;
  if (stored?.veiled) return <i className="message-deleted">{anchorsTexts.veiled(stored.length)}</i>;
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
