import { findGroupName } from "../../../db/groups/groups.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { listFinished, listMostAnswered, listNext, listQuotes } from "../../../db/reading/book_end.ts";
import { listOnList } from "../../../db/reading/reading_list.ts";
import { findOwnReview, listReviews } from "../../../db/reading/reviews.ts";
import { fieldOf, Select, TextArea } from "../../../islands/forms/Field.tsx";
import { PreviewButton } from "../../../islands/ui/PreviewButton.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { dayInText, timeFormatter } from "../../../islands/ui/time_format.ts";
import { removeReview, saveReview } from "../../../server/actions/reading/reviews.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { notePaths } from "../../../server/contract/notes/paths.ts";
import { withoutQuoteMarks } from "../../../server/contract/notes/quotes.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { endTexts as words } from "../../../server/contract/reading/end_texts.ts";
import { review as limits } from "../../../server/contract/reading/limits.ts";
import { bookEndPath, readingPaths } from "../../../server/contract/reading/paths.ts";
import { paceTexts } from "../../../server/contract/reading/texts.ts";
import { placeName } from "../../../server/contract/reading/places.ts";
import { notePageAt, percentAt } from "../../../server/contract/reading/positions.ts";
import type { Review } from "../../../server/contract/reading/shapes.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { readerLocale, setFlash } from "../../../server/http/cookies.ts";
import { mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { type C, type FailedForm, failures, LoadError, page, partOfPage, tryLoad } from "../../layout/page.tsx";
import { BackLink, Submit } from "../../layout/parts.tsx";
import { WantButton, WantedLink } from "./wanted.tsx";
import { missingBook } from "../books/missing_book.ts";
import { Written } from "../../../islands/ui/Written.tsx";

async function showEnd(c: C, failed?: FailedForm): Promise<Response> {
  const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
  const { user, deps: { db } } = c.var;
  const [reader, groupName] = await Promise.all([
    findReader(db, user.id, bookId),
    findGroupName(db, user.id, groupId),
  ]);
  if (reader?.groupId !== groupId) {
    setFlash(c, "error", await missingBook(c, bookId));
    return c.redirect(groupName === undefined ? sitePaths.dashboard : groupPaths.group(groupId), 303);
  }
  const loaded = reader.finishedAt === null ? null : await tryLoad(c, () => load(c, reader));
  const body = (
    <div className="stack" data-live="pace" data-book={bookId}>
      <div>
        <BackLink href={readingPaths.bookPage(groupId, bookId)}>
          <bdi>{reader.title}</bdi>
        </BackLink>
        <h1>{words.title(reader.title)}</h1>
      </div>
      {loaded
        ? <End c={c} reader={reader} end={loaded} failed={failed} />
        : loaded === null
        ? <NotThere reader={reader} failed={failed} />
        : <LoadError text={words.loadFailed} href={bookEndPath(groupId, bookId)} />}
    </div>
  );
  if (c.req.query("part") === "live") return partOfPage(c, body);
  return await page(c, {
    title: words.title(reader.title),
    description: descriptions.bookPage,
    styles: ["book-end"],
    refusal: failed?.refusal,
    toasts: failures(failed?.refusal.message, loaded === undefined && words.loadFailed),
    body,
  });
}

async function load(c: C, reader: Reader) {
  const { bookId, groupId } = reader;
  const { user: { id }, deps: { db } } = c.var;
  const [mine, reviews, finished, questions, notes, next] = await Promise.all([
    findOwnReview(db, id, bookId),
    listReviews(db, id, { bookId }),
    listFinished(db, id, bookId),
    listMostAnswered(db, id, bookId),
    listQuotes(db, id, bookId),
    listNext(db, id, groupId),
  ]);
  const quotes = notes.map(({ pageNumber, ...note }) => ({ ...note, page: notePageAt(reader, pageNumber) }));
  const onList = await listOnList(db, id, next);
  return { ...reviews, mine, finished, questions, quotes, next, onList };
}

const NotThere = ({ reader, failed }: { reader: Reader; failed?: FailedForm }) => (
  <>
    <p>{words.notThere}</p>
    <p>{words.youAreAt(percentAt(reader.position))}</p>
    {failed?.sent.text && (
      <TextArea label={words.text} name="text" dir="auto" rows={6} defaultValue={failed.sent.text} readOnly />
    )}
    <LinkButton href={readingPaths.bookPage(reader.groupId, reader.bookId)}>{words.goOn}</LinkButton>
  </>
);

type BookEnd = Awaited<ReturnType<typeof load>>;

interface Props {
  c: C;
  reader: Reader;
  end: BookEnd;
  failed?: FailedForm;
}

const End = ({ c, reader, end, failed }: Props) => (
  <>
    {(reader.mayWrite || failed || end.reviews.length > 0) && (
      <ReviewsPart c={c} reader={reader} end={end} failed={failed} />
    )}
    {(reader.mayShare || end.finished.length > 0) && <FinishedPart c={c} reader={reader} end={end} />}
    {end.questions.length > 0 && <QuestionsPart reader={reader} questions={end.questions} />}
    {end.quotes.length > 0 && <QuotesPart reader={reader} quotes={end.quotes} />}
    {end.next.length > 0 && <NextPart reader={reader} end={end} />}
  </>
);

function ReviewsPart({ c, reader: { groupId, bookId, mayWrite, mayShare }, end, failed }: Props) {
  const at = bookEndPath(groupId, bookId).replace(/end$/, "review");
  const others = end.reviews.filter(({ user }) => user.id !== c.var.user.id);
  return (
    <section className="stack" aria-labelledby="reviews">
      <h2 id="reviews">{words.reviews}</h2>
      {end.average !== null && <p>{words.average(end.average, end.rated)}</p>}
      {(mayWrite || end.mine || failed) && (
        <div className="card stack">
          <h3 id="review">{words.yourReview}</h3>
          {mayWrite || failed
            ? <ReviewForm at={at} mine={end.mine} hint={mayShare ? words.textHint : undefined} failed={failed} />
            : end.mine && <ReviewText review={end.mine} />}
          {end.mine && (
            <form method="post" action={`${at}/remove`} className="stack">
              <Button type="submit" kind="plain">{words.remove}</Button>
            </form>
          )}
        </div>
      )}
      {others.length === 0 && mayShare && <p className="muted">{words.noReviews}</p>}
      {others.map((review) => (
        <article key={review.user.id} className="card stack">
          <h3>
            <bdi>{displayName(review.user)}</bdi>
          </h3>
          <ReviewText review={review} />
        </article>
      ))}
    </section>
  );
}

function FinishedPart({ c, reader: { groupId, bookId, mayShare, sharesPage }, end: { finished } }: Props) {
  const format = timeFormatter(readerLocale(c));
  return (
    <section className="stack" aria-labelledby="finished">
      <h2 id="finished">{words.finishedBy}</h2>
      {mayShare && (sharesPage || finished.length > 1
        ? <p className="muted">{words.finishedHint}</p>
        : (
          <form method="post" action={readingPaths.bookPageForm(groupId, bookId, "sharing")} className="stack">
            <p className="muted">{words.onlyYou}</p>
            <Submit name="shared" value="true" icon="users">{paceTexts.share}</Submit>
          </form>
        ))}
      <ul className="lined-list">
        {finished.map(({ user, finishedAt }) => (
          <li key={user.id}>
            <span>
              <bdi>{displayName(user)}</bdi>, {dayInText(format, finishedAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const QuestionsPart = (
  { reader: { groupId, bookId }, questions }: Pick<Props, "reader"> & Pick<BookEnd, "questions">,
) => (
  <section className="stack" aria-labelledby="questions">
    <h2 id="questions">{words.questions}</h2>
    <ul className="lined-list">
      {questions.map(({ id, question, answered }) => (
        <li key={id}>
          <a href={readingPaths.questionAt(groupId, bookId, id)} dir="auto">{question}</a>{" "}
          <span className="muted">{words.answers(answered)}</span>
        </li>
      ))}
    </ul>
  </section>
);

type QuotesProps = Pick<Props, "reader"> & Pick<BookEnd, "quotes">;

const QuotesPart = ({ reader: { groupId, bookId, edition }, quotes }: QuotesProps) => (
  <section className="stack" aria-labelledby="quotes">
    <h2 id="quotes">{words.quotes}</h2>
    {quotes.map(({ id, user, page, content }) => (
      <figure key={id}>
        <blockquote dir="auto">{withoutQuoteMarks(content)}</blockquote>
        <figcaption className="muted">
          <bdi>{displayName(user)}</bdi>,{" "}
          <a href={notePaths.noteOfPage(groupId, bookId, { id, page })}>{placeName(page, edition.unit)}</a>
        </figcaption>
      </figure>
    ))}
  </section>
);

const NextPart = ({ reader: { groupId, bookId }, end: { next, onList } }: Pick<Props, "reader" | "end">) => (
  <section className="stack" aria-labelledby="next">
    <h2 id="next">{words.next}</h2>
    <ul className="lined-list">
      {next.map(({ id, title, author, wanted }) => (
        <li key={id}>
          <span>
            <a href={readingPaths.bookPage(groupId, id)} dir="auto">{title}</a>
            {author && (
              <>
                {" "}
                <bdi className="muted">{author}</bdi>
              </>
            )}
            {wanted > 0 && (
              <>
                <br />
                <span className="muted">{words.wanted(wanted)}</span>
              </>
            )}
          </span>
          <WantButton
            book={{ id, title }}
            from={`${bookEndPath(groupId, bookId)}#next`}
            isListed={onList.has(id)}
          />
        </li>
      ))}
    </ul>
    <WantedLink />
  </section>
);

const halves = Array.from({ length: 10 }, (_, index) => 5 - index / 2);

interface FormProps {
  at: string;
  mine?: Review;
  hint?: string;
  failed?: FailedForm;
}

const ReviewForm = ({ at, mine, hint, failed }: FormProps) => (
  <form method="post" action={at} className="stack">
    <Select
      label={words.stars}
      {...fieldOf("stars", failed?.refusal.issues)}
      defaultValue={failed?.sent.stars ?? mine?.stars ?? ""}
      options={[
        { value: "", label: words.noStars },
        ...halves.map((stars) => ({ value: String(stars), label: `${words.starsOf(stars)} ${picture(stars)}` })),
      ]}
    />
    <TextArea
      label={words.text}
      {...fieldOf("text", failed?.refusal.issues)}
      data-write=""
      dir="auto"
      rows={6}
      maxLength={limits.max}
      hint={hint}
      defaultValue={failed?.sent.text ?? mine?.text}
    />
    <div className="cluster">
      <Button type="submit" kind="primary">{words.save}</Button>
      <PreviewButton of="text" action={at} />
    </div>
  </form>
);

const ReviewText = ({ review: { stars, text, format } }: { review: Review }) => (
  <>
    {stars !== null && <Stars stars={stars} />}
    {text && <Written className="review-text" text={text} format={format} />}
  </>
);

const picture = (stars: number): string => "★".repeat(Math.floor(stars)) + (stars % 1 ? "½" : "");

const Stars = ({ stars }: { stars: number }) => (
  <p>
    <span aria-hidden="true">{picture(stars)}</span> {words.starsOf(stars)}
  </p>
);

export const bookEnd = router();

bookEnd.get("/group/:id/books/:bookId/end", signedInPage, (c) => showEnd(c));
mountForm(bookEnd, saveReview, { refused: (c, refusal, { fields }) => showEnd(c, { refusal, sent: fields }) });
mountForms(bookEnd, [removeReview]);
