import { findMessage } from "../../../../db/chat/messages.ts";
import type { Reader } from "../../../../db/reading/readers.ts";
import { Field, fieldOf, TextArea } from "../../../../islands/forms/Field.tsx";
import { FormError } from "../../../../islands/forms/FormError.tsx";
import { NoteHead } from "../../../../islands/notes/SharedNoteItem.tsx";
import { PreviewButton } from "../../../../islands/ui/PreviewButton.tsx";
import { Button, LinkButton } from "../../../../islands/ui/Button.tsx";
import { EmptyState } from "../../../../islands/ui/EmptyState.tsx";
import { type TimeFormatter, timeFormatter } from "../../../../islands/ui/time_format.ts";
import { listAnswers, listQuestions } from "../../../../server/actions/reading/questions.ts";
import { noteTexts } from "../../../../server/contract/notes/shared_texts.ts";
import { ListedAfter } from "../../../../server/contract/reading/input_shapes.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";
import { placeName } from "../../../../server/contract/reading/places.ts";
import { pageAt } from "../../../../server/contract/reading/positions.ts";
import type { Question, QuestionAnswers } from "../../../../server/contract/reading/shapes.ts";
import { readerLocale } from "../../../../server/http/cookies.ts";
import { formKeyFor } from "../../../../server/http/form.ts";
import { type C, type FailedForm, failures, LoadError, type Tab, tryLoad } from "../../../layout/page.tsx";
import { PostButton } from "../../../layout/parts.tsx";
import { UnsentAnswer } from "./notes_tab.tsx";
import { Written } from "../../../../islands/ui/Written.tsx";

export const questionsTab: Tab<Reader> = async (c, book, failed) => {
  const { after } = ListedAfter.catch({}).parse(c.req.query());
  const { groupId, bookId } = book;
  const here = readingPaths.bookPage(groupId, bookId, "questions");
  const [list, said] = await Promise.all([
    tryLoad(c, () => listQuestions(c.var.deps, c.var.user, { bookId, after, reader: book })),
    whatIsSaid(c, book),
  ]);
  if (!list) {
    const { questionsLoadFailed } = noteTexts;
    return { content: <LoadError text={questionsLoadFailed} href={here} />, toasts: failures(questionsLoadFailed) };
  }
  const opened = list.questions.find(({ id, mine }) => id === c.req.query("question") && mine !== null);
  const answers = opened && await tryLoad(c, () => loadAnswers(c, opened.id));
  const format = timeFormatter(readerLocale(c));
  const last = list.questions.at(-1);
  const asking = failed?.sent.questionId ? undefined : failed;
  return {
    content: (
      <div className="stack">
        {failed?.sent.questionId && !list.questions.some(({ id }) => id === failed.sent.questionId) && (
          <UnsentAnswer {...failed} />
        )}
        <section className="stack" aria-labelledby="questions">
          <h2 id="questions">{noteTexts.questionsTitle}</h2>
          <p className="muted">{noteTexts.questionsIntro}</p>
          {list.questions.length === 0
            ? (
              <EmptyState picture="messages" text={noteTexts.questionsEmpty}>
                {book.mayWrite && <p className="muted">{noteTexts.questionsEmptyHint}</p>}
              </EmptyState>
            )
            : (
              <ol className="questions">
                {list.questions.map((question) => (
                  <li key={question.id}>
                    <QuestionItem
                      question={question}
                      book={book}
                      format={format}
                      answers={question === opened ? answers : undefined}
                      failed={failed?.sent.questionId === question.id ? failed : undefined}
                    />
                  </li>
                ))}
              </ol>
            )}
          {list.hasMore && last && <LinkButton href={`${here}&after=${last.id}`}>{noteTexts.laterQuestions}
          </LinkButton>}
        </section>
        {(book.mayWrite || asking) && <AskForm book={book} said={said} failed={asking} />}
      </div>
    ),
  };
};

/** Of the others: the reader's own is above. */
async function loadAnswers(c: C, questionId: string): Promise<QuestionAnswers> {
  const { deps, user } = c.var;
  const { answers, hasMore } = await listAnswers(deps, user, { questionId, after: c.req.query("answersAfter") });
  return { answers: answers.filter((answer) => answer.user.id !== user.id), hasMore };
}

export const QuestionList = ({ questions, ...of }: { questions: Question[]; book: Reader; format: TimeFormatter }) => (
  <ol className="questions">
    {questions.map((question) => (
      <li key={question.id}>
        <QuestionItem question={question} {...of} />
      </li>
    ))}
  </ol>
);

interface ItemProps {
  question: Question;
  book: Reader;
  format: TimeFormatter;
  answers?: QuestionAnswers;
  failed?: FailedForm;
}

function QuestionItem({ question: asked, book, format, answers, failed }: ItemProps) {
  const { id, page, chapter, question, user, createdAt, answered, mine, veiled, reached, mayRemove } = asked;
  const { groupId, bookId, edition } = book;
  return (
    <article className="question card" id={`question-${id}`} data-veiled={veiled ? "" : undefined}>
      <NoteHead user={user} time={createdAt} chapter={chapter} format={format}>
        <span className="note-place">{placeName(page, edition.unit)}</span>
      </NoteHead>
      {veiled
        ? <p className="muted">{noteTexts.veiled}</p>
        : <Written className="question-text" role="heading" aria-level={3} text={question} format={asked.format} />}
      <p className="muted">{noteTexts.answerCount(answered)}</p>
      {!veiled && !reached && <p className="muted">{noteTexts.notThereYet}</p>}
      {reached && mine === null && (book.mayWrite || failed) && (
        <AnswerForm
          asked={asked}
          book={book}
          failed={failed}
        />
      )}
      {mine !== null && <OwnAnswer asked={asked} book={book} failed={failed} />}
      {mine !== null && answered > 1 && (answers
        ? <Answers questionId={id} book={book} format={format} {...answers} />
        : (
          <LinkButton href={`${readingPaths.questionAt(groupId, bookId, id)}#question-${id}`}>
            {noteTexts.see(answered)}
          </LinkButton>
        ))}
      {mayRemove && (
        <details className="fold">
          <summary>{noteTexts.removeQuestion}</summary>
          <p className="muted">{noteTexts.removeQuestionHint}</p>
          <PostButton action={readingPaths.removeQuestion(groupId, bookId, id)}>{noteTexts.removeQuestion}</PostButton>
        </details>
      )}
    </article>
  );
}

type OwnProps = Pick<ItemProps, "book" | "failed"> & { asked: Question };

const AnswerForm = ({ asked: { id, mine }, book: { groupId, bookId }, failed }: OwnProps) => (
  <form
    method="post"
    action={readingPaths.answer(groupId, bookId, id)}
    data-outbox={`PUT /questions/${id}/answer`}
    className="note-answer-form"
  >
    <TextArea
      label={noteTexts.yourAnswer}
      name="content"
      data-write=""
      dir="auto"
      required
      rows={3}
      defaultValue={failed?.sent.content ?? mine ?? undefined}
      error={failed?.refusal.message}
      hint={mine === null ? noteTexts.answerFirst : undefined}
    />
    <Button type="submit">{noteTexts.saveAnswer}</Button>
    <PreviewButton action={readingPaths.answer(groupId, bookId, id)} />
  </form>
);

function OwnAnswer(props: OwnProps) {
  const { asked: { mine, mineFormat, first }, book, failed } = props;
  return (
    <>
      <div className="question-mine">
        <p className="muted">{noteTexts.yourAnswer}</p>
        <Written className="note-text" text={mine ?? ""} format={mineFormat} />
      </div>
      {first !== null && (
        <details className="fold">
          <summary>{noteTexts.firstAnswer}</summary>
          <Written className="note-text" text={first} format={null} />
        </details>
      )}
      {(book.mayWrite || failed) && (
        <details className="fold" open={failed !== undefined}>
          <summary>{noteTexts.changeAnswer}</summary>
          <AnswerForm {...props} />
        </details>
      )}
    </>
  );
}

type AnswersProps = QuestionAnswers & Pick<ItemProps, "book" | "format"> & { questionId: string };

function Answers({ questionId, book: { groupId, bookId }, format, answers, hasMore }: AnswersProps) {
  const here = readingPaths.questionAt(groupId, bookId, questionId);
  const last = answers.at(-1);
  return (
    <>
      <ol className="note-answers">
        {answers.map(({ id, user, content, format: written, createdAt }) => (
          <li key={id}>
            <NoteHead user={user} time={createdAt} format={format} />
            <Written className="note-text" text={content} format={written} />
          </li>
        ))}
      </ol>
      <p className="cluster">
        {hasMore && last && <LinkButton href={`${here}&answersAfter=${last.id}`}>{noteTexts.moreAnswers}</LinkButton>}
        <LinkButton kind="plain" href={`${readingPaths.bookPage(groupId, bookId, "questions")}#question-${questionId}`}>
          {noteTexts.hide}
        </LinkButton>
      </p>
    </>
  );
}

/** Of the message that the address names: what may become a question at its page. */
async function whatIsSaid(c: C, { groupId, bookId }: Reader): Promise<Said | undefined> {
  const id = c.req.query("message");
  const message = id && await tryLoad(c, () => findMessage(c.var.deps.db, c.var.user.id, { groupId, id }));
  if (!message || message.veiled || message.anchor?.bookId !== bookId) return undefined;
  return { question: message.content, page: message.anchor.page };
}

interface Said {
  question: string;
  page: number;
}

interface AskProps extends Pick<ItemProps, "book" | "failed"> {
  said: Said | undefined;
}

function AskForm({ book, said, failed }: AskProps) {
  const { groupId, bookId, edition, position } = book;
  return (
    <details className="fold card" id="ask" open={(failed ?? said) !== undefined}>
      <summary>{noteTexts.askTitle}</summary>
      <form method="post" action={readingPaths.questions(groupId, bookId)} className="note-answer-form">
        {failed && !failed.refusal.issues && <FormError text={failed.refusal.message} />}
        <input type="hidden" name="formKey" value={formKeyFor(failed?.sent)} />
        {/* Asked from the text, where it leads back to. */}
        {failed?.sent.at && <input type="hidden" name="at" value={failed.sent.at} />}
        {failed?.sent.block && <input type="hidden" name="block" value={failed.sent.block} />}
        <Field
          label={noteTexts.askPageOf[edition.unit]}
          type="number"
          inputMode="numeric"
          min={0}
          max={edition.pageCount}
          required
          defaultValue={failed?.sent.page ?? said?.page ?? pageAt(edition, position)}
          {...fieldOf("page", failed?.refusal.issues)}
        />
        <TextArea
          label={noteTexts.question}
          data-write=""
          dir="auto"
          required
          rows={3}
          defaultValue={failed?.sent.question ?? said?.question}
          {...fieldOf("question", failed?.refusal.issues)}
        />
        <Button type="submit" kind="primary">{noteTexts.ask}</Button>
        <PreviewButton of="question" action={readingPaths.questions(groupId, bookId)} />
      </form>
    </details>
  );
}
