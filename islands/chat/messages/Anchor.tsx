import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { Anchor, Message, MessageAnchor } from "../../../server/contract/chat/shapes.ts";
import { emit } from "../../runtime/events.ts";
import { hasIsland } from "../../runtime/markers.ts";
import { intercept } from "../../ui/intercept.ts";
import { anchorsTexts } from "../../../server/contract/chat/texts.ts";
import { Icon } from "../../ui/Icon.tsx";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import type { FormEvent } from "react";
import { Button } from "../../ui/Button.tsx";
import { chatPaths } from "../../../server/contract/chat/paths.ts";

/** Without a title or unit where the books could not be loaded. */
export type NamedBook = Pick<AnchorBook, "title"> & Partial<AnchorBook>;

interface LineProps {
  anchor: MessageAnchor;
  /** Undefined once it was removed. */
  book: NamedBook | undefined;
  tabIndex?: number;
}

export function AnchorLine({ anchor, book, tabIndex }: LineProps) {
  const name = <AnchorName anchor={anchor} book={book} />;
  return (
    <p className="message-anchor">
      {book
        ? (
          <a
            href={anchor.url ?? `?book=${anchor.bookId}&page=${anchor.page}`}
            tabIndex={tabIndex}
            onClick={!anchor.url && hasIsland("Books") ? intercept(() => emit("bookAsked", anchor)) : undefined}
          >
            {name}
          </a>
        )
        : name}
    </p>
  );
}

export const AnchorName = ({ anchor: { page, chapter }, book }: Pick<LineProps, "anchor" | "book">) => (
  <>
    {book?.title && <cite dir="auto">{book.title}</cite>}
    {(book ? book.title && ", " : anchorsTexts.removedBook) + anchorsTexts.page(page, book?.unit)}
    {chapter !== undefined && (
      <>
        {" · "}
        <cite dir="auto">{chapter}</cite>
      </>
    )}
  </>
);

export const bookOf = (
  books: AnchorBook[] | undefined,
  anchor: MessageAnchor | null | undefined,
): NamedBook | undefined => anchor ? books ? books.find(({ id }) => id === anchor.bookId) : { title: "" } : undefined;

interface ComposerProps {
  groupId: string;
  anchor: Anchor;
  book: NamedBook | undefined;
  onRemove: () => void;
}

export const ComposerAnchor = ({ groupId, anchor, book, onRemove }: ComposerProps) => (
  <div className="composer-top">
    <input type="hidden" name="bookId" value={anchor.bookId} />
    <input type="hidden" name="page" value={anchor.page} />
    <b>{anchorsTexts.about}</b>
    <span className="composer-anchor">
      <AnchorName anchor={anchor} book={book} />
    </span>
    <a
      className="icon-button"
      href={groupPaths.group(groupId)}
      aria-label={anchorsTexts.remove}
      title={anchorsTexts.remove}
      onClick={intercept(onRemove)}
    >
      <Icon name="close" />
    </a>
  </div>
);

interface RevealProps {
  message: Message;
  tabIndex: number | undefined;
  onReveal: (message: Message) => void;
}

export function RevealForm({ message, tabIndex, onReveal }: RevealProps) {
  function reveal(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.currentTarget.closest<HTMLElement>(".message")!.focus({ preventScroll: true });
    onReveal(message);
  }

  return (
    <details className="veil">
      <summary className="button" tabIndex={tabIndex}>
        <span>{anchorsTexts.showAnyway}</span>
        <span>{anchorsTexts.keepHidden}</span>
      </summary>
      <form
        className="veil-question"
        method="post"
        action={`${chatPaths.message(message.groupId, message.id, "unveil")}?message=${message.seq}`}
        onSubmit={reveal}
      >
        <p>{anchorsTexts.confirmShow}</p>
        <Button type="submit" icon="eye">{anchorsTexts.show}</Button>
      </form>
    </details>
  );
}
