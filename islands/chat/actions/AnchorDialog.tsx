import { type FormEvent, useState } from "react";
import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { Anchor } from "../../../server/contract/chat/shapes.ts";
import { pageProblem } from "../../../server/contract/reading/pages.ts";
import { Field, Select } from "../../forms/Field.tsx";
import { Button } from "../../ui/Button.tsx";
import { useModal } from "../../ui/useModal.ts";
import { anchorDialogTexts } from "../../../server/contract/chat/message_texts.ts";
import { anchorsTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  books: AnchorBook[];
  anchor: Anchor | undefined;
  onChoose: (anchor: Anchor) => void;
  onClose: () => void;
}

export function AnchorDialog({ books, anchor, onChoose, onClose }: Props) {
  const dialog = useModal();
  const [bookId, setBookId] = useState(anchor?.bookId ?? books[0].id);
  const [error, setError] = useState<string>();
  const book = books.find(({ id }) => id === bookId) ?? books[0];

  function choose(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const page = String(new FormData(event.currentTarget).get("page"));
    const problem = pageProblem(page, book.pageCount);
    setError(problem);
    if (problem) return event.currentTarget.querySelector("input")!.focus();
    dialog.current!.close();
    onChoose({ bookId: book.id, page: Number(page) });
  }

  return (
    <dialog className="dialog" ref={dialog} open aria-labelledby="anchor-title" onClose={onClose}>
      <form noValidate onSubmit={choose}>
        <h2 id="anchor-title">{anchorsTexts.choose}</h2>
        <p>{anchorDialogTexts.hint}</p>
        <Select
          label={anchorDialogTexts.book}
          name="bookId"
          value={book.id}
          options={books.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={({ target }) => {
            setBookId(target.value);
            setError(undefined);
          }}
        />
        <Field
          key={book.id}
          label={anchorDialogTexts.pageIn(book)}
          name="page"
          type="number"
          inputMode="numeric"
          min={0}
          max={book.pageCount}
          defaultValue={anchor?.bookId === book.id ? anchor.page : book.page}
          error={error}
        />
        <div className="dialog-actions">
          <Button onClick={() => dialog.current!.close()}>Cancel</Button>
          <Button type="submit" kind="primary">{anchorDialogTexts.tie}</Button>
        </div>
      </form>
    </dialog>
  );
}
