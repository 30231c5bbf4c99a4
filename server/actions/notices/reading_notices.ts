import type { AnswerableMark } from "../../../db/notes/marks.ts";
import type { AnswerableNote } from "../../../db/notes/shared_notes.ts";
import * as notices from "../../../db/notices/notices.ts";
import { listReachedBy } from "../../../db/reading/readers.ts";
import type { LateReader } from "../../../db/reading/plan.ts";
import { markTexts } from "../../contract/notes/mark_texts.ts";
import { notePaths } from "../../contract/notes/paths.ts";
import { noteTexts } from "../../contract/notes/shared_texts.ts";
import { noticesServerTexts } from "../../contract/notices/texts.ts";
import { displayName } from "../../contract/people/names.ts";
import type { User } from "../../contract/people/shapes.ts";
import * as readingLimits from "../../contract/reading/limits.ts";
import { bookEndPath, readingPaths } from "../../contract/reading/paths.ts";
import { paceTexts } from "../../contract/reading/texts.ts";
import type { Deps } from "../../deps.ts";
import { notifyOfNews, takeBackNotices } from "./news.ts";
import { mayNotify, notify, notifyQuietly, tryToNotify } from "./notify.ts";

export const notifyOfFinish = (
  deps: Deps,
  reader: User,
  { bookId, groupId, title }: { bookId: string; groupId: string; title: string },
) =>
  tryToNotify(deps, async () => {
    const { groupName, userIds } = await notices.findListeners(deps.db, { groupId, except: reader.id });
    if (!await mayNotify(deps.limiter, reader.id, userIds.length)) return;
    await notify(deps, {
      kind: "bookFinished",
      to: userIds,
      text: noticesServerTexts.bookFinished(displayName(reader), { title, groupName }),
      url: bookEndPath(groupId, bookId),
      subject: finishOf(bookId, reader),
      by: reader.id,
      group: { id: groupId, levels: ["all"] },
    });
  });

interface BookNews {
  bookId: string;
  groupId: string;
  title: string;
}

/** Only to members who have read so far: others do not see the question yet. */
export const notifyOfQuestion = (
  deps: Deps,
  asker: User,
  { book, question: { id, position } }: { book: BookNews; question: { id: string; position: number } },
) =>
  notifyReaders(deps, asker, {
    book,
    kind: "question",
    url: readingPaths.questionAt(book.groupId, book.bookId, id),
    readers: { position },
    text: noticesServerTexts.question,
    many: noticesServerTexts.questions,
  });

/** Only to members who see the note and are near its page. */
export const notifyOfSharedNote = (
  deps: Deps,
  writer: User,
  { book, note: { id, position } }: { book: BookNews; note: { id: string; position: number } },
) =>
  notifyReaders(deps, writer, {
    book,
    kind: "sharedNote",
    url: notePaths.noteAt(book.groupId, book.bookId, id),
    readers: { position, within: readingLimits.nearPage },
    text: noticesServerTexts.sharedNote,
    many: noticesServerTexts.sharedNotes,
  });

/** Only to members who see the highlight and are near it. */
export const notifyOfSharedMark = (
  deps: Deps,
  writer: User,
  { book, mark: { id, position } }: { book: BookNews; mark: { id: string; position: number } },
) =>
  notifyReaders(deps, writer, {
    book,
    kind: "sharedNote",
    url: notePaths.markAt(book.groupId, book.bookId, id),
    readers: { position, within: readingLimits.nearPage },
    text: noticesServerTexts.sharedNote,
    many: noticesServerTexts.sharedNotes,
  });

interface ReadersNews {
  book: BookNews;
  kind: "question" | "sharedNote";
  url: string;
  /** Where they are. */
  readers: { position: number; within?: number };
  text(name: string, at: { title: string; groupName: string }): string;
  many(title: string): string;
}

const notifyReaders = (
  deps: Deps,
  by: User,
  { book: { bookId, groupId, title }, readers, text, many, ...news }: ReadersNews,
) =>
  tryToNotify(deps, async () =>
    notifyOfNews(deps, by, {
      ...news,
      groupId,
      subject: bookId,
      text: (groupName) => text(displayName(by), { title, groupName }),
      many: { before: "", after: many(title) },
      to: await listReachedBy(deps.db, { bookId, ...readers }),
    }));

/** Beside that of a reader who is late. */
export const notifyOfNewPlan = (deps: Deps, planner: User, { bookId, groupId, title }: BookNews) =>
  notifyOfNews(deps, planner, {
    kind: "plan",
    groupId,
    subject: newPlanOf(bookId),
    url: readingPaths.bookPage(groupId, bookId),
    text: (groupName) => noticesServerTexts.planSet(displayName(planner), { title, groupName }),
    many: noticesServerTexts.plansSet(title),
  });

export const takeBackPlanNotices = (deps: Deps, { bookId, groupId }: Omit<BookNews, "title">) =>
  takeBackNotices(deps, { kind: "plan", subject: newPlanOf(bookId), groupId });

const newPlanOf = (bookId: string): string => `${bookId} new`;

export const takeBackFinishNotices = (
  deps: Deps,
  reader: User,
  { bookId, groupId }: { bookId: string; groupId: string },
) => takeBackNotices(deps, { kind: "bookFinished", subject: finishOf(bookId, reader), groupId });

const finishOf = (bookId: string, { id }: User): string => `${bookId} ${id}`;

/** Not urgent: their devices do not show it. @param behind in pages of their copy @param day the number of today */
export const notifyOfPlan = (deps: Deps, reader: LateReader, { behind, day }: { behind: number; day: number }) =>
  tryToNotify(deps, () => {
    const { bookId, groupId, groupName, title, edition } = reader;
    return notifyQuietly(deps, {
      kind: "plan",
      to: [reader.userId],
      text: noticesServerTexts.plan(paceTexts.amount(behind, edition.unit), { title, groupName }),
      url: readingPaths.bookPage(groupId, bookId),
      subject: `${bookId} ${day}`,
      group: { id: groupId, levels: ["all"] },
    });
  });

export const notifyOfNoteAnswer = (
  deps: Deps,
  writer: User,
  { note, noteId, answerId }: { note: AnswerableNote; noteId: string; answerId: string },
) =>
  notifyOfAnswer(deps, writer, {
    answered: note,
    answerId,
    text: noteTexts.notice(displayName(writer), note.title),
    url: notePaths.noteAt(note.groupId, note.bookId, noteId),
  });

export const notifyOfMarkAnswer = (
  deps: Deps,
  writer: User,
  { mark, markId, answerId }: { mark: AnswerableMark; markId: string; answerId: string },
) =>
  notifyOfAnswer(deps, writer, {
    answered: mark,
    answerId,
    text: markTexts.notice(displayName(writer), mark.title),
    url: notePaths.markAt(mark.groupId, mark.bookId, markId),
  });

interface AnswerNews {
  answered: { userId: string; groupId: string };
  answerId: string;
  text: string;
  url: string;
}

const notifyOfAnswer = (deps: Deps, writer: User, { answered: { userId, groupId }, answerId, text, url }: AnswerNews) =>
  tryToNotify(deps, async () => {
    if (userId === writer.id || !await mayNotify(deps.limiter, writer.id, 1)) return;
    await notify(deps, {
      kind: "reply",
      to: [userId],
      text,
      url,
      subject: answerId,
      by: writer.id,
      group: { id: groupId, levels: ["all", "mentions"] },
    });
  });
