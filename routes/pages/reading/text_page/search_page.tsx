import type { OwnMarkRow } from "../../../../db/notes/own_marks.ts";
import { Button, LinkButton } from "../../../../islands/ui/Button.tsx";
import { timeFormatter } from "../../../../islands/ui/time_format.ts";
import { searchText } from "../../../../server/actions/books/text_search.ts";
import { searchOwnMarks } from "../../../../server/actions/notes/marks_search.ts";
import { listNotes } from "../../../../server/actions/notes/own_notes.ts";
import { book as limits } from "../../../../server/contract/books/limits.ts";
import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { textSearchTexts as words } from "../../../../server/contract/books/text_search_texts.ts";
import { type TextHit, type TextHits, TextSearchQuery } from "../../../../server/contract/books/text_shapes.ts";
import { notePaths } from "../../../../server/contract/notes/paths.ts";
import type { OwnNotes } from "../../../../server/contract/notes/shapes.ts";
import { descriptions } from "../../../../server/contract/site/texts.ts";
import { readerLocale } from "../../../../server/http/cookies.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { type C, failures, LoadError, page, tryLoad } from "../../../layout/page.tsx";
import { BackLink, LinkRow } from "../../../layout/parts.tsx";
import { NoteExcerpt } from "../../notes/note_excerpt.tsx";
import { OwnNoteItem } from "../../notes/own_notes.tsx";
import { textOfPage } from "./text_of_page.ts";

export const textSearchPage = router();

textSearchPage.get("/group/:id/books/:bookId/read/search", signedInPage, showSearch);

/** Of a book in its group. */
interface InBook {
  groupId: string;
  bookId: string;
}

async function showSearch(c: C): Promise<Response> {
  const text = await textOfPage(c);
  if (text instanceof Response) return text;
  const { groupId, bookId, reader: { title } } = text;
  const here = { groupId, bookId };
  const { data: asked } = TextSearchQuery.safeParse(c.req.query());
  const found = asked && await findAll(c, { ...asked, bookId });
  return await page(c, {
    title: `${words.title}: ${title}`,
    description: descriptions.bookPage,
    width: "wide",
    styles: ["together-page", "text-search"],
    toasts: failures(found && !found.text && words.failed),
    body: (
      <div className="text-search">
        <header>
          <BackLink href={textPaths.read(groupId, bookId)}>
            <bdi>{title}</bdi>
          </BackLink>
          <h1>{words.title}</h1>
        </header>
        <SearchForm {...here} query={asked?.query ?? ""} />
        {found && asked && <Results c={c} here={here} query={asked.query} found={found} />}
      </div>
    ),
  });
}

interface FoundAll {
  text: TextHits | undefined;
  notes: OwnNotes | undefined;
  marks: OwnMarkRow[] | undefined;
}

async function findAll(c: C, search: TextSearchQuery & { bookId: string }): Promise<FoundAll> {
  const { deps, user } = c.var;
  const text = await tryLoad(c, () => searchText(deps, user, search));
  // Below the first hits.
  if (search.after !== undefined) return { text, notes: undefined, marks: undefined };
  const [notes, marks] = await Promise.all([
    tryLoad(c, () => listNotes(deps, user, search)),
    tryLoad(c, () => searchOwnMarks(deps, user, search)),
  ]);
  return { text, notes, marks };
}

const SearchForm = ({ groupId, bookId, query }: InBook & { query: string }) => (
  <form action={textPaths.search(groupId, bookId)} role="search" aria-label={words.title} className="search-form">
    <label className="visually-hidden" htmlFor="query">{words.label}</label>
    <input
      id="query"
      name="query"
      type="search"
      dir="auto"
      defaultValue={query}
      placeholder={words.label}
      maxLength={limits.query}
      required
      aria-describedby="searched"
    />
    <Button type="submit" icon="search">{words.button}</Button>
    <p id="searched" className="muted">{words.intro}</p>
  </form>
);

interface ResultsProps {
  c: C;
  here: InBook;
  query: string;
  found: FoundAll;
}

function Results({ c, here, query, found: { text, notes, marks = [] } }: ResultsProps) {
  const again = searchPath(here, query);
  return (
    <>
      {text ? <Hits here={here} query={query} found={text} /> : <LoadError text={words.failed} href={again} />}
      {marks.length > 0 && <Marks here={here} query={query} marks={marks} />}
      {notes && notes.notes.length > 0 && <Notes c={c} here={here} query={query} found={notes} />}
    </>
  );
}

const searchPath = ({ groupId, bookId }: InBook, query: string, after?: number) =>
  `${textPaths.search(groupId, bookId)}?${new URLSearchParams({
    query,
    ...after !== undefined && { after: String(after) },
  })}`;

const Hits = ({ here, query, found: { hits, count, hasMore, ahead } }: {
  here: InBook;
  query: string;
  found: TextHits;
}) => (
  <section className="text-hits" aria-labelledby="found">
    <h2 id="found">{count > 0 ? words.found(count) : words.none}</h2>
    <ol>
      {hits.map((hit) => (
        <li key={hit.at}>
          <a href={textPaths.block(here.groupId, here.bookId, hit) + wordsOf(hit)} dir="auto">
            <Excerpt {...hit} />
          </a>
        </li>
      ))}
    </ol>
    {hasMore && <LinkRow href={searchPath(here, query, hits.at(-1)!.at)}>{words.more}</LinkRow>}
    {ahead > 0 && <p className="note-ahead">{words.ahead(ahead)}</p>}
  </section>
);

/** So that the browser shows the words in their paragraph, where it can (text fragments of WICG). */
function wordsOf({ excerpt, found: [from, to] }: TextHit): string {
  const before = /[\p{L}\p{M}\p{N}]*$/u.exec(excerpt.slice(0, from))![0];
  const after = /^[\p{L}\p{M}\p{N}]*/u.exec(excerpt.slice(to))![0];
  const words = before + excerpt.slice(from, to) + after;
  const prefix = excerpt.slice(0, from - before.length).trim().split(/\s+/).slice(-3).join(" ");
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll("-", "%2D");
  return `:~:text=${prefix && !prefix.startsWith("…") ? `${encoded(prefix)}-,` : ""}${encoded(words)}`;
}

const Excerpt = ({ excerpt, found: [from, to] }: TextHit) => (
  <>
    {excerpt.slice(0, from)}
    <mark>{excerpt.slice(from, to)}</mark>
    {excerpt.slice(to)}
  </>
);

const Marks = ({ here: { groupId, bookId }, query, marks }: { here: InBook; query: string; marks: OwnMarkRow[] }) => (
  <section aria-labelledby="marks">
    <h2 id="marks">{words.marks}</h2>
    <ul className="own-notes">
      {marks.map(({ id, from, exact, note, lost }) => (
        <li key={id} className="own-note card">
          <blockquote className="own-note-text" dir="auto">
            {lost ? <NoteExcerpt content={exact} query={query} /> : (
              <a href={textPaths.read(groupId, bookId, from)}>
                <NoteExcerpt content={exact} query={query} />
              </a>
            )}
          </blockquote>
          {note && (
            <div className="own-note-text" dir="auto">
              <NoteExcerpt content={note} query={query} />
            </div>
          )}
          {lost && <em>{words.lost}</em>}
        </li>
      ))}
    </ul>
  </section>
);

function Notes({ c, here: { bookId }, query, found: { notes, hasMore } }: Omit<ResultsProps, "found"> & {
  found: OwnNotes;
}) {
  const format = timeFormatter(readerLocale(c));
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">{words.notes}</h2>
      <ul className="own-notes">
        {notes.map((note) => (
          <OwnNoteItem key={note.id} note={note} query={query}>
            <time dateTime={note.updatedAt} title={format.full(note.updatedAt)}>
              {format.timeOrDay(note.updatedAt)}
            </time>
          </OwnNoteItem>
        ))}
      </ul>
      {hasMore && <LinkButton href={notePaths.ownNotesOf({ book: bookId, query })}>{words.moreNotes}</LinkButton>}
    </section>
  );
}
