import type { ReactNode } from "react";
import type { BookRights } from "../../../db/books/rights.ts";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { Cover } from "../../../islands/ui/Cover.tsx";
import { shelf } from "../../../server/contract/books/limits.ts";
import { type Book, type BookState, candidateStates } from "../../../server/contract/books/shapes.ts";
import { shelfPaths } from "../../../server/contract/books/shelf_paths.ts";
import { shelfTexts as words } from "../../../server/contract/books/shelf_texts.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { PostButton } from "../../layout/parts.tsx";

export const shownStates = ["now", "next", "suggested", "done"] as const;

export interface ShownBook extends Book, BookRights {
  wouldRead: boolean;
  /** Some of those who would read it, as the viewer may see them. */
  names: string[];
}

export interface ShelfPartProps {
  groupId: string;
  state: BookState;
  /** Those of this page. */
  books: ShownBook[];
  /** How many there are on all pages. */
  count: number;
  /** From 1. */
  page: number;
  /** Whether the address asks for it, or for one of its books. */
  isAsked: boolean;
  /** The id of one that was moved by a step, and may be moved further. */
  open?: string;
  /** Whether there are others who might read it. */
  hasOthers: boolean;
  children?: ReactNode;
}

export function ShelfPart({ state, books, count, page, isAsked, open, hasOthers, groupId, children }: ShelfPartProps) {
  const title = <h2 id={state}>{words.states[state]} {count > 0 && <span className="muted">{count}</span>}</h2>;
  const first = (page - 1) * shelf.page;
  const list = (
    <>
      {books.length === 0 ? <p className="muted">{words.none[state]}</p> : (
        <ol className="lined-list" start={first + 1}>
          {books.map((book, index) => (
            <ShelfBook
              key={book.id}
              book={book}
              at={first + index}
              isLast={first + index === count - 1}
              isOpen={book.id === open}
              hasOthers={hasOthers}
            />
          ))}
        </ol>
      )}
      {count > shelf.page && <Pages groupId={groupId} state={state} page={page} hasMore={count > first + shelf.page} />}
      {children}
    </>
  );
  return (
    <section className="card stack" aria-labelledby={state}>
      {state === "done" && count > 0
        ? (
          <details className="fold" open={isAsked}>
            <summary>{title}</summary>
            {list}
          </details>
        )
        : <>{title}{list}</>}
    </section>
  );
}

interface PagesProps extends Pick<ShelfPartProps, "groupId" | "state" | "page"> {
  hasMore: boolean;
}

const Pages = ({ groupId, state, page, hasMore }: PagesProps) => (
  <nav className="cluster" aria-label={words.pagesOf(words.states[state])}>
    {page > 1 && (
      <LinkButton rel="prev" href={shelfPaths.state(groupId, state, page - 1)}>
        {words.previous}
      </LinkButton>
    )}
    {hasMore && <LinkButton rel="next" href={shelfPaths.state(groupId, state, page + 1)}>{words.next}</LinkButton>}
  </nav>
);

interface BookProps {
  book: ShownBook;
  /** Its place among those of its state. */
  at: number;
  isLast: boolean;
  /** Whether what else can be done with it is in sight. */
  isOpen: boolean;
  hasOthers: boolean;
}

const ShelfBook = (props: BookProps) => {
  const { book, hasOthers } = props;
  return (
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
        {hasOthers && candidateStates.includes(book.state) && <Interest book={book} />}
        {book.mayMove ? <More {...props} /> : (book.mayCorrect || book.mayRemove) && <Change book={book} />}
      </div>
    </li>
  );
};

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
      <PostButton action={shelfPaths.removeInterest(groupId, id)} aria-label={words.takeBackOf(title)}>
        {words.takeBack}
      </PostButton>
    )
    : (
      <PostButton action={shelfPaths.addInterest(groupId, id)} aria-label={words.iWouldReadOf(title)}>
        {words.iWouldRead}
      </PostButton>
    );

const onward = { suggested: "next", next: "now", now: "done" } as const;

function Onward({ book: { id, groupId, title, state } }: { book: ShownBook }) {
  if (state === "done") return null;
  const text = words.onward[state];
  return (
    <form method="post" action={shelfPaths.change(groupId, id)}>
      <Button type="submit" name="state" value={onward[state]} aria-label={`${text}: ${title}`}>{text}</Button>
    </form>
  );
}

function More({ book, at, isLast, isOpen }: BookProps) {
  const steps = [
    { icon: "arrow-up", text: words.up, label: words.upOf, value: at - 1, disabled: at === 0 },
    { icon: "arrow-down", text: words.down, label: words.downOf, value: at + 1, disabled: isLast },
  ] as const;
  return (
    <details className="fold shelf-more" open={isOpen}>
      <summary aria-label={words.moreOf(book.title)}>{words.more}</summary>
      <div className="shelf-choices">
        {steps.map(({ text, label, ...step }) => (
          <form key={step.icon} method="post" action={shelfPaths.change(book.groupId, book.id)}>
            <Button type="submit" name="position" aria-label={label(book.title)} {...step}>{text}</Button>
          </form>
        ))}
        <Onward book={book} />
        <Change book={book} />
      </div>
    </details>
  );
}

const Change = ({ book: { id, groupId, title } }: { book: ShownBook }) => (
  <LinkButton href={shelfPaths.book(groupId, id)} aria-label={words.changeOf(title)}>{words.change}</LinkButton>
);
