import { isMember } from "../../../db/groups/members.ts";
import { findGroup } from "../../../db/groups/groups.ts";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { type TimeFormatter, timeFormatter } from "../../../islands/ui/time_format.ts";
import { readSettings } from "../../../server/actions/groups/settings.ts";
import { findOverview, remind } from "../../../server/actions/reading/overview.ts";
import { aboutParts, aboutPaths } from "../../../server/contract/groups/about_paths.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { overviewTexts as words } from "../../../server/contract/groups/settings_texts.ts";
import { groupsTexts } from "../../../server/contract/groups/texts.ts";
import {
  OverviewQuery,
  type OverviewReader,
  type ReadingOverview,
} from "../../../server/contract/reading/overview_shapes.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { readerLocale, setFlash } from "../../../server/http/cookies.ts";
import { mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { sendOverview } from "../../api/groups.ts";
import { ReaderCell, ReaderName } from "../reading/reader_cell.tsx";
import { GroupHead } from "./group_head.tsx";
import { type C, page, toDashboard, tryLoad } from "../../layout/page.tsx";
import { LinkRow, PostButton } from "../../layout/parts.tsx";

export const overviewPage = router();

overviewPage.get("/group/:id/overview", signedInPage, async (c) => {
  const groupId = c.req.param("id");
  const { deps, user } = c.var;
  const group = await tryLoad(c, () => findGroup(deps.db, user.id, groupId, { most: 0 }));
  if (!group) return toDashboard(c, groupsTexts.loadDetailsFailed);
  if (group.role === "member") return refuse(c, groupId);
  const { page: number = 1, by } = OverviewQuery.catch({}).parse(c.req.query());
  const [{ settings }, overview] = await Promise.all([
    readSettings(deps, user, groupId),
    findOverview(deps, user, { groupId, page: number, by, timeZone: readerLocale(c).timeZone }),
  ]);
  return page(c, {
    title: `${words.title}: ${group.groupName}`,
    description: words.description,
    styles: ["overview-page"],
    width: "wide",
    body: (
      <div className="overview stack">
        <GroupHead group={group} title={words.title} back={{ href: aboutPaths.aboutGroup(groupId), text: words.back }}>
          <div className="overview-head">
            <p className="muted">{words.hint}</p>
            {overview.readers.length > 0 && (
              <LinkButton href={aboutPaths.overviewFile(groupId)} icon="download" download>{words.csv}</LinkButton>
            )}
          </div>
        </GroupHead>
        {settings.overview
          ? <Overview c={c} group={group} overview={overview} number={number} by={by} />
          : (
            <section className="card">
              <EmptyState picture="people" text={words.off}>
                <p className="muted">{words.offHint}</p>
                <LinkRow href={aboutPaths.aboutGroup(groupId, aboutParts.settings)}>{words.toSettings}</LinkRow>
              </EmptyState>
            </section>
          )}
      </div>
    ),
  });
});

function refuse(c: C, groupId: string): Response {
  setFlash(c, "error", words.onlyOrganizers);
  return c.redirect(aboutPaths.aboutGroup(groupId), 303);
}

interface Props {
  c: C;
  group: Group;
  overview: ReadingOverview;
  number: number;
  by?: string;
}

function Overview({ c, group, overview, number, by }: Props) {
  const { books, readers, hasMore } = overview;
  const format = timeFormatter(readerLocale(c), c.var.deps.clock());
  const waiting = <Waiting groupId={group.id} viewerId={c.var.user.id} overview={overview} />;
  const { book: asked = by } = c.req.query();
  const chosen = books.find(({ id }) => id === asked) ?? books[0];
  if (readers.length === 0 || !chosen) {
    return (
      <>
        <section className="card">
          <EmptyState picture="people" text={readers.length === 0 ? words.empty : words.noBooks}>
            {readers.length === 0 && <p className="muted">{words.emptyHint}</p>}
          </EmptyState>
        </section>
        {waiting}
      </>
    );
  }
  return (
    <>
      <div className="card">
        <BookChoice groupId={group.id} books={books} chosen={chosen} by={by} />
        {/* The keyboard scrolls it once it has the focus. */}
        <div className="overview-scroll" role="region" aria-label={words.table} tabIndex={0}>
          <table className="overview-table">
            <thead>
              <tr>
                <th scope="col">{words.reader}</th>
                {books.map((book) => (
                  <BookHead key={book.id} groupId={group.id} book={book} chosen={book === chosen} by={by} />
                ))}
              </tr>
            </thead>
            <tbody>
              {readers.map((reader) => (
                <Row key={reader.user.id} reader={reader} books={books} chosen={chosen} format={format} />
              ))}
            </tbody>
          </table>
        </div>
        <p className="overview-legend muted">{words.notBegun} {words.notBegunLabel}</p>
        {hasMore && (
          <LinkRow href={aboutPaths.overview(group.id, { page: number + 1, by, book: chosen.id })}>
            {words.more}
          </LinkRow>
        )}
      </div>
      {waiting}
    </>
  );
}

type Book = ReadingOverview["books"][number];

interface ChoiceProps {
  groupId: string;
  books: Book[];
  chosen: Book;
  by?: string;
}

/** On a phone there is room for one book at a time. */
const BookChoice = ({ groupId, books, chosen, by }: ChoiceProps) =>
  books.length > 1 && (
    <details className="fold overview-choice">
      <summary>
        <bdi>{chosen.title}</bdi>
      </summary>
      <ul className="overview-books">
        {books.filter((book) => book !== chosen).map(({ id, title }) => (
          <li key={id}>
            <a href={aboutPaths.overview(groupId, { book: id, by: by && id })} dir="auto">{title}</a>
          </li>
        ))}
      </ul>
    </details>
  );

interface HeadProps {
  groupId: string;
  book: Book;
  /** Whether it is the one that a phone shows. */
  chosen: boolean;
  by?: string;
}

/** Sorts by its book; once sorted by it, by joining. */
function BookHead({ groupId, book: { id, title, expectedPage }, chosen, by }: HeadProps) {
  const isSorted = id === by;
  return (
    <th scope="col" aria-sort={isSorted ? "ascending" : undefined} data-chosen={chosen || undefined}>
      <a
        className="overview-sort"
        href={aboutPaths.overview(groupId, { by: isSorted ? undefined : id, book: id })}
        title={isSorted ? words.unsort(title) : words.sortBy(title)}
      >
        <span className="overview-title" dir="auto">{title}</span>
        <span className="overview-measure">{words.readSoFar}</span>
      </a>
      <a className="overview-book" href={readingPaths.bookPage(groupId, id)} aria-label={words.openBookOf(title)}>
        {words.openBook}
      </a>
      {expectedPage !== null && <span className="muted">{words.groupIs(expectedPage)}</span>}
    </th>
  );
}

interface WaitingProps {
  groupId: string;
  viewerId: string;
  overview: ReadingOverview;
}

/** Members who are not in the table: by name those who have not answered, who can be reminded. */
function Waiting({ groupId, viewerId, overview: { notAgreed, notAnswered, waiting } }: WaitingProps) {
  const declined = notAgreed - notAnswered;
  const isSomebodyElse = waiting.some(({ id }) => id !== viewerId);
  if (notAgreed === 0) return null;
  return (
    <section className="card overview-waiting" aria-labelledby={notAnswered > 0 ? "not-answered" : undefined}>
      {notAnswered > 0 && (
        <>
          <h2 id="not-answered">{words.notAnswered(notAnswered)}</h2>
          <ul className="overview-names">
            {waiting.map((user) => (
              <li key={user.id}>
                <ReaderName user={user} />
              </li>
            ))}
            {notAnswered > waiting.length && <li>{words.others(notAnswered - waiting.length)}</li>}
          </ul>
          {isSomebodyElse && (
            <div className="cluster">
              <PostButton action={aboutPaths.remind(groupId)} icon="bell">{words.remind}</PostButton>
              <p className="muted">{words.remindHint}</p>
            </div>
          )}
        </>
      )}
      {declined > 0 && <p className="muted">{words.declined(declined)}</p>}
    </section>
  );
}

interface RowProps {
  reader: OverviewReader;
  books: Book[];
  chosen: Book;
  format: TimeFormatter;
}

const Row = ({ reader: { user, books: read }, books, chosen, format }: RowProps) => (
  <tr>
    <ReaderCell user={user} />
    {books.map((book) => (
      <td key={book.id} data-chosen={book === chosen || undefined}>
        <Progress book={book} read={read.find(({ bookId }) => bookId === book.id)} format={format} />
      </td>
    ))}
  </tr>
);

interface ProgressProps {
  book: Book;
  read?: OverviewReader["books"][number];
  format: TimeFormatter;
}

function Progress({ book: { questions, expectedPage }, read, format }: ProgressProps) {
  const answered = questions > 0 && (read?.lastReadAt || read?.answered) && words.questions(read.answered, questions);
  if (!read?.lastReadAt) {
    return (
      <>
        <span aria-hidden="true" className="muted">{words.notBegun}</span>
        <span className="visually-hidden">{words.notBegunLabel}</span>
        {answered && <span className="overview-detail">{answered}</span>}
      </>
    );
  }
  const { page, percent, lastReadAt } = read;
  return (
    <>
      <b>{percent}%</b> · {words.page(page)}
      {expectedPage !== null && (
        <span className="overview-pace" data-behind={page < expectedPage || undefined}>
          {words.pace(page - expectedPage)}
        </span>
      )}
      <progress className="overview-bar" value={percent} max={100} aria-hidden="true" />
      <span className="overview-detail">{[format.day(lastReadAt), answered].filter(Boolean).join(" · ")}</span>
    </>
  );
}

overviewPage.get("/group/:id/overview.csv", signedInPage, async (c) => {
  const groupId = c.req.param("id");
  const { deps, user } = c.var;
  if (!await isMember(deps.db, user.id, groupId)) return toDashboard(c, groupsTexts.loadDetailsFailed);
  const group = await findGroup(deps.db, user.id, groupId, { most: 0 });
  if (!group || group.role === "member") return refuse(c, groupId);
  return await sendOverview(c);
});

mountForms(overviewPage, [remind]);
