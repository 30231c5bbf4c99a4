import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { MessageAnchor } from "../../../server/contract/chat/shapes.ts";
import { emit } from "../../runtime/events.ts";
import { hasIsland } from "../../runtime/markers.ts";
import { intercept } from "../../ui/intercept.ts";
import { anchorsTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  anchor: MessageAnchor;
  book: AnchorBook | undefined;
  tabIndex?: number;
}

export const AnchorLine = ({ anchor, book, tabIndex }: Props) => (
  <p className="message-anchor">
    <a
      href={`?${new URLSearchParams({ book: anchor.bookId, page: String(anchor.page) })}`}
      tabIndex={tabIndex}
      onClick={hasIsland("Books") ? intercept(() => emit("bookAsked", anchor)) : undefined}
    >
      <AnchorName anchor={anchor} book={book} />
    </a>
  </p>
);

export const AnchorName = ({ anchor: { page, chapter }, book }: Pick<Props, "anchor" | "book">) => (
  <>
    {book && <cite dir="auto">{book.title}</cite>}
    {(book ? ", " : "") + anchorsTexts.page(page, book?.unit)}
    {chapter !== undefined && (
      <>
        {" · "}
        <cite dir="auto">{chapter}</cite>
      </>
    )}
  </>
);

export const bookOf = (books: AnchorBook[], anchor: MessageAnchor | null | undefined): AnchorBook | undefined =>
  anchor ? books.find(({ id }) => id === anchor.bookId) : undefined;
