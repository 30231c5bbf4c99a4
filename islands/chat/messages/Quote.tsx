import type { MouseEvent } from "react";
import type { MemberDirectory, Quote as MessageQuote } from "../../../server/contract/chat/shapes.ts";
import { nameOf } from "../connection/names.ts";
import { anchorsTexts, chatTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  quote: MessageQuote;
  hiddenByBlock: boolean;
  members: MemberDirectory;
  tabIndex: number | undefined;
  onFollow: (event: MouseEvent<HTMLElement>) => void;
}

export function Quote({ quote, hiddenByBlock, members, tabIndex, onFollow }: Props) {
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
