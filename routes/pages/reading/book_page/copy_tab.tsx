import { listChapterPages, listChapters } from "../../../../db/reading/chapters.ts";
import type { Reader } from "../../../../db/reading/readers.ts";
import { Field, fieldOf, Select, TextArea } from "../../../../islands/forms/Field.tsx";
import { FormError } from "../../../../islands/forms/FormError.tsx";
import { BookFacts, factsOf } from "../../../../islands/books/BookAbout.tsx";
import { currentPage } from "../../../../islands/books/useBooks.ts";
import { Button, LinkButton } from "../../../../islands/ui/Button.tsx";
import { Icon } from "../../../../islands/ui/Icon.tsx";
import { openQuery, previewPage } from "../../../../server/contract/books/paths.ts";
import type { Book } from "../../../../server/contract/books/shapes.ts";
import { bringTexts } from "../../../../server/contract/books/bring_texts.ts";
import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { booksTexts } from "../../../../server/contract/books/texts.ts";
import { openBookTexts } from "../../../../server/contract/books/open_book_texts.ts";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";
import { aboutBookTexts } from "../../../../server/contract/reading/book_page_texts.ts";
import { chapterAt, chapterField, writeChapters } from "../../../../server/contract/reading/chapters.ts";
import { conversationTexts } from "../../../../server/contract/groups/conversation_texts.ts";
import { settingsTexts } from "../../../../server/contract/groups/settings_texts.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";
import { chaptersInCopy, pageAt } from "../../../../server/contract/reading/positions.ts";
import { type Chapter, copyUnits } from "../../../../server/contract/reading/shapes.ts";
import { copyTexts as texts } from "../../../../server/contract/reading/texts.ts";
import type { FailedForm, Tab } from "../../../layout/page.tsx";
import { PostButton } from "../../../layout/parts.tsx";
import type { BookOfPage } from "./book_of_page.ts";

export const copyTab: Tab<BookOfPage> = async (c, book, failed) => {
  const { deps: { db, library }, user } = c.var;
  const [inBook, chapterPages] = await Promise.all([
    listChapters(db, user.id, book.bookId),
    book.editionId === null ? [] : listChapterPages(db, user.id, book.bookId),
  ]);
  const { isbn } = book.book;
  const chapters = chaptersInCopy(book, inBook);
  const isTyping = chapters.length === 0 || c.req.query("contents") !== undefined || !!failed?.sent.contents;
  return {
    content: (
      <div className="copy">
        <p>
          <LinkButton icon="book" href={textPaths.text(book.groupId, book.bookId)}>{bringTexts.link}</LinkButton>
        </p>
        <CopyForm book={book} failed={failed?.sent.unit === undefined ? undefined : failed} />
        <section className="card stack" aria-labelledby="contents-title">
          <h2 id="contents-title">{texts.chapters}</h2>
          {chapters.length === 0 && <p className="muted">{texts.noChapters}</p>}
          {!book.mayWriteContents && (
            <p className="muted">
              {book.mayShare ? settingsTexts.organizersOnly.contents : conversationTexts.isClosed}
            </p>
          )}
          {chapters.length === 0 && book.mayWriteContents && isbn && library.contents && (
            <PostButton action={formOf(book, "chapters/find")} icon="search">{texts.find}</PostButton>
          )}
          {isTyping && book.mayWriteContents
            ? <TypeChapters book={book} chapters={chapters} failed={failed} />
            : chapters.length > 0 && (
              <Contents book={book} chapters={chapters} chapterPages={chapterPages} failed={failed} />
            )}
        </section>
        <AboutBook book={book.book} />
      </div>
    ),
  };
};

function AboutBook({ book }: { book: Book }) {
  const { id, groupId, description, googleBooksId, user } = book;
  const page = currentPage(book);
  return (
    <section className="card stack" aria-labelledby="about-book">
      <h2 id="about-book">{openBookTexts.about}</h2>
      <BookFacts facts={factsOf(book)} />
      {description && <p className="book-description" dir="auto">{description}</p>}
      <p className="muted">{booksTexts.addedBy(user?.username)}</p>
      {googleBooksId && (
        <p className="cluster">
          <LinkButton
            icon="book"
            href={groupPaths.group(groupId) + openQuery({ bookId: id, page, split: true, preview: true })}
          >
            {aboutBookTexts.beside}
          </LinkButton>
          <a href={previewPage(googleBooksId)} target="_blank" rel="noopener nofollow">
            {aboutBookTexts.preview} <Icon name="external" />
          </a>
        </p>
      )}
    </section>
  );
}

const formOf = ({ groupId, bookId }: Reader, form: string) => readingPaths.bookPageForm(groupId, bookId, form);

interface Props {
  book: Reader;
  failed?: FailedForm;
}

function CopyForm({ book, failed }: Props) {
  const { edition, editionId, pageCount } = book;
  const action = formOf(book, "edition");
  const unit = failed?.sent.unit ?? edition.unit;
  return (
    <section className="card stack" aria-labelledby="copy-title">
      <h2 id="copy-title">{texts.title}</h2>
      <p>{editionId === null ? texts.own(pageCount) : texts.has[edition.unit](edition.pageCount)}</p>
      <p className="muted">{texts.intro}</p>
      <form method="post" action={action} className="stack">
        <div className="copy-fields">
          <Select
            label={texts.unit}
            name="unit"
            defaultValue={unit}
            options={copyUnits.map((value) => ({ value, label: texts.units[value] }))}
          />
          <Field
            label={texts.pageCount}
            {...fieldOf("pageCount", failed?.refusal.issues)}
            type="number"
            inputMode="numeric"
            min={1}
            max={100_000}
            defaultValue={failed?.sent.pageCount ?? edition.pageCount}
            hint={texts.pageCountHint}
          />
        </div>
        <div className="copy-buttons">
          <Button type="submit" kind="primary">{texts.save}</Button>
          {editionId !== null && <Button type="submit" form="group-pages">{texts.useGroups}</Button>}
        </div>
      </form>
      {editionId !== null && (
        <form method="post" action={action} id="group-pages" hidden>
          <input type="hidden" name="unit" value="pages" />
          <input type="hidden" name="pageCount" value={pageCount} />
        </form>
      )}
    </section>
  );
}

interface ContentsProps extends Props {
  chapters: Chapter[];
}

function TypeChapters({ book, chapters, failed }: ContentsProps) {
  const { groupId, bookId, edition } = book;
  const error = failed?.sent.contents === undefined ? undefined : failed.refusal.message;
  return (
    <form method="post" action={formOf(book, "chapters")} className="stack">
      <TextArea
        label={texts.contents}
        name="contents"
        dir="auto"
        rows={10}
        defaultValue={failed?.sent.contents ?? writeChapters(chapters)}
        hint={texts.contentsHint(edition)}
        error={error}
        autoFocus={error !== undefined}
      />
      <div className="copy-buttons">
        <Button type="submit">{texts.saveChapters}</Button>
        {chapters.length > 0 && (
          <LinkButton kind="plain" href={readingPaths.bookPage(groupId, bookId, "copy")} data-discard="">
            {texts.cancel}
          </LinkButton>
        )}
      </div>
    </form>
  );
}

function Contents({ book, chapters, chapterPages, failed }: ContentsProps & { chapterPages: Chapter[] }) {
  const { groupId, bookId, edition, editionId, position } = book;
  const current = chapterAt(chapters, pageAt(edition, position));
  const change = book.mayWriteContents && (
    <LinkButton kind="plain" href={`${readingPaths.bookPage(groupId, bookId, "copy")}&contents`}>
      {texts.change}
    </LinkButton>
  );
  const isMine = editionId !== null;
  const list = (
    <ol className="contents">
      {chapters.map((chapter) => (
        <li key={chapter.title} aria-current={chapter === current || undefined}>
          {isMine ? <ChapterField chapter={chapter} book={book} chapterPages={chapterPages} failed={failed} /> : (
            <>
              <span dir="auto">{chapter.title}</span>
              <span className="contents-page">{chapter.page}</span>
            </>
          )}
        </li>
      ))}
    </ol>
  );
  if (!isMine) {
    return (
      <>
        {list}
        {change}
      </>
    );
  }
  return (
    <form method="post" action={formOf(book, "anchors")} className="stack">
      <p className="muted">{texts.chapterPagesHint}</p>
      {failed && failed.sent.unit === undefined && <FormError text={failed.refusal.message} />}
      {list}
      <div className="copy-buttons">
        <Button type="submit">{texts.saveChapterPages}</Button>
        {change}
      </div>
    </form>
  );
}

function ChapterField({ chapter, book, chapterPages, failed }: Props & { chapter: Chapter; chapterPages: Chapter[] }) {
  const name = chapterField(chapter.title);
  const given = chapterPages.find(({ title }) => title === chapter.title)?.page;
  return (
    <label className="contents-field">
      <span dir="auto">{chapter.title}</span>
      <input
        className="input"
        name={name}
        type="number"
        inputMode="numeric"
        min={0}
        max={book.edition.pageCount}
        placeholder={chapter.page.toString()}
        defaultValue={failed?.sent[name] ?? given}
      />
    </label>
  );
}
