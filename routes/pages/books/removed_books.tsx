import type { RemovedBook } from "../../../db/books/removal.ts";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { fromShelf } from "../../../server/contract/books/shelf_paths.ts";
import { shelfTexts as words } from "../../../server/contract/books/shelf_texts.ts";
import { aboutPaths } from "../../../server/contract/groups/about_paths.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import type { C } from "../../layout/page.tsx";
import { PostButton } from "../../layout/parts.tsx";

interface Props {
  c: C;
  groupId: string;
  books: RemovedBook[];
}

export function RemovedBooks({ c, groupId, books }: Props) {
  const { day } = timeFormatter(readerLocale(c), c.var.deps.clock());
  return (
    <section className="card" aria-labelledby="removed">
      <details className="fold">
        <summary>
          <h2 id="removed">
            {words.removed} <span className="muted">{books.length}</span>
          </h2>
        </summary>
        <p className="muted">{words.removedHint}</p>
        <ul className="lined-list">
          {books.map(({ id, title, author, removedAt }) => (
            <li key={id} className="shelf-book">
              <div className="shelf-text">
                <h3 dir="auto">{title}</h3>
                {author && <p className="muted" dir="auto">{author}</p>}
                <p className="muted">{words.removedOn(day(removedAt))}</p>
              </div>
              <PostButton
                action={aboutPaths.restoreBook(groupId, id) + fromShelf}
                aria-label={words.restoreOf(title)}
              >
                {words.restore}
              </PostButton>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
