import type { ReactNode } from "react";
import type { BookOnShelf } from "../../../db/books/shelf.ts";
import { Button, IconButton, LinkButton } from "../../../islands/ui/Button.tsx";
import { Cover } from "../../../islands/ui/Cover.tsx";
import type { Book, BookState } from "../../../server/contract/books/shapes.ts";
import { shelfPaths } from "../../../server/contract/books/shelf_paths.ts";
import { shelfTexts as words } from "../../../server/contract/books/shelf_texts.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { PostButton } from "../../layout/parts.tsx";

export const shownStates = ["now", "next", "suggested", "done"] as const;

export interface ShownBook extends Book, BookOnShelf {
  wouldRead: boolean;
  /** Some of those who would read it, as the viewer may see them. */
  names: string[];
  interestedCount: number;
}

interface Props {
  state: BookState;
  books: ShownBook[];
  children?: ReactNode;
}

export function ShelfPart({ state, books, children }: Props) {
  const count = books.length > 0 && <span className="muted">{books.length}</span>;
  const title = <h2 id={state}>{words.states[state]} {count}</h2>;
  const list = (
    <>
      {books.length === 0 ? <p className="muted">{words.none[state]}</p> : (
        <ol className="lined-list">
          {books.map((book, at) => <ShelfBook key={book.id} book={book} at={at} isLast={at === books.length - 1} />)}
        </ol>
      )}
      {children}
    </>
  );
  return (
    <section className="card stack" aria-labelledby={state}>
      {state === "done" && books.length > 0
        ? (
          <details className="fold">
            <summary>{title}</summary>
            {list}
          </details>
        )
        : <>{title}{list}</>}
    </section>
  );
}

interface BookProps {
  book: ShownBook;
  /** Its place among those of its state. */
  at: number;
  isLast: boolean;
}

const ShelfBook = ({ book, at, isLast }: BookProps) => (
  <li id={book.id} className="shelf-book">
    <Cover book={book} width={36} />
    <div className="shelf-text">
      <h3 dir="auto">
        <a href={readingPaths.bookPage(book.groupId, book.id)}>{book.title}</a>
      </h3>
      {book.author && <p className="muted" dir="auto">{book.author}</p>}
      {book.interestedCount > 0 && <Interested book={book} />}
    </div>
    <div className="shelf-actions">
      {(book.state === "suggested" || book.state === "next") && <Interest book={book} />}
      {book.mayMove && <Moves book={book} at={at} isLast={isLast} />}
      {(book.mayCorrect || book.mayRemove) && (
        <LinkButton kind="plain" href={shelfPaths.book(book.groupId, book.id)} aria-label={words.changeOf(book.title)}>
          {words.change}
        </LinkButton>
      )}
    </div>
  </li>
);

function Interested({ book: { names, interestedCount } }: { book: ShownBook }) {
  const others = interestedCount - names.length;
  return (
    <p className="muted">
      {words.interested(interestedCount)}
      {names.length > 0 && ": "}
      {names.map((name, index) => (
        <span key={index}>
          {index > 0 && ", "}
          <bdi>{name}</bdi>
        </span>
      ))}
      {names.length > 0 && others > 0 && `, ${words.others(others)}`}
    </p>
  );
}

const Interest = ({ book: { id, groupId, title, wouldRead } }: { book: ShownBook }) =>
  wouldRead
    ? (
      <PostButton action={shelfPaths.removeInterest(groupId, id)} kind="plain" aria-label={words.takeBackOf(title)}>
        {words.takeBack}
      </PostButton>
    )
    : (
      <PostButton action={shelfPaths.addInterest(groupId, id)} aria-label={words.iWouldReadOf(title)}>
        {words.iWouldRead}
      </PostButton>
    );

const onward = { suggested: "next", next: "now", now: "done" } as const;

function Moves({ book: { id, groupId, title, state }, at, isLast }: BookProps) {
  const steps = [
    { icon: "arrow-up", label: words.up(title), value: at - 1, disabled: at === 0 },
    { icon: "arrow-down", label: words.down(title), value: at + 1, disabled: isLast },
  ] as const;
  return (
    <form method="post" action={shelfPaths.change(groupId, id)} className="shelf-moves">
      {state !== "done" && (
        <Button type="submit" name="state" value={onward[state]} aria-label={`${words.onward[state]}: ${title}`}>
          {words.onward[state]}
        </Button>
      )}
      {steps.map((step) => <IconButton key={step.icon} type="submit" name="position" {...step} />)}
    </form>
  );
}
