import type { MouseEvent } from "react";
import type { MemberDirectory } from "../../../server/contract/chat/shapes.ts";
import { nameOf } from "../connection/names.ts";
import type { ShownQuote } from "../connection/reducer.ts";
import { anchorsTexts, chatTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  quote: ShownQuote;
  /** Whether the reader has blocked its author. */
  folded: boolean;
  members: MemberDirectory;
  tabIndex: number | undefined;
  onFollow: (event: MouseEvent<HTMLElement>) => void;
}

/** The beginning of the message that another one replies to, which leads there. */
export function Quote({ quote, folded, members, tabIndex, onFollow }: Props) {
  const { seq, username, excerpt, veiled } = quote;
  return (
    <a
      className="message-quote"
      data-by={username}
      data-veiled={veiled && ""}
      href={`?message=${seq}`}
      tabIndex={tabIndex}
      onClick={onFollow}
    >
      <b>{nameOf(quote, members)}</b>
      {folded && <i>{chatTexts.folded}</i>}
      {excerpt
        ? <span dir="auto" hidden={folded}>{excerpt}</span>
        : !folded && <i>{veiled ? anchorsTexts.veiledQuote : chatTexts.deleted}</i>}
    </a>
  );
}
