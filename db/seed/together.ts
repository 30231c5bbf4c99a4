/** Stores how a group of the demo reads a book together. */
import { ownPages, positionOf } from "../../server/contract/reading/positions.ts";
import type { Db, Statement } from "../engine/client.ts";
import { answers, chapters, editions, noteAnswers, plans, questions, readerSettings } from "../schema.ts";
import { type DemoReading, personId } from "./demo.ts";

const day = 24 * 3600_000;
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

interface ReadingToSeed extends DemoReading {
  bookId: string;
  pageCount: number;
}

/** The plan, the chapters, who shares their page or listens, and what is asked and answered. */
export function insertTogether(db: Db, reading: ReadingToSeed, now: number): Statement[] {
  const { bookId, plan, audiobook } = reading;
  const startsAt = now - plan.daysAgo * day;
  const planRow = {
    bookId,
    startsOn: dateOf(startsAt),
    targetOn: dateOf(startsAt + plan.length * day),
    days: plan.days,
    createdBy: personId(plan.by),
    createdAt: startsAt,
  };
  const editionId = `${bookId}-audiobook`;
  const edition = { id: editionId, bookId, unit: "minutes" as const, pageCount: audiobook.minutes };
  const chapterRows = reading.chapters.map(([title, page], number) => ({ bookId, number, title, page }));
  const settingRows = reading.sharing.map((name) => ({
    bookId,
    userId: personId(name),
    editionId: audiobook.listeners.includes(name) ? editionId : null,
    sharesPage: true,
  }));
  return [
    db.q.insert(plans).values(planRow).onConflictDoNothing(),
    db.q.insert(chapters).values(chapterRows).onConflictDoNothing(),
    db.q.insert(editions).values(edition).onConflictDoNothing(),
    db.q.insert(readerSettings).values(settingRows).onConflictDoNothing(),
    db.q.insert(noteAnswers).values(noteAnswerRows(reading, now)).onConflictDoNothing(),
    db.q.insert(questions).values(questionRows(reading, now)).onConflictDoNothing(),
    db.q.insert(answers).values(answerRows(reading, now)).onConflictDoNothing(),
  ];
}

const noteAnswerRows = ({ bookId, sharedNotes }: ReadingToSeed, createdAt: number) =>
  sharedNotes.flatMap(({ by, page, answers }) =>
    answers.map(([name, content], at) => {
      const noteId = `${bookId}-note-${by}-${page}`;
      return { id: `${noteId}-answer-${at + 1}`, noteId, userId: personId(name), content, createdAt };
    })
  );

const questionId = (bookId: string, at: number): string => `${bookId}-question-${at + 1}`;

const questionRows = ({ bookId, pageCount, questions }: ReadingToSeed, now: number) =>
  questions.map(({ by, page, question }, at) => ({
    id: questionId(bookId, at),
    bookId,
    userId: personId(by),
    position: positionOf(ownPages(pageCount), page),
    question,
    createdAt: now - day,
  }));

const answerRows = ({ bookId, questions }: ReadingToSeed, now: number) =>
  questions.flatMap(({ answers }, at) =>
    answers.map(([name, content]) => ({
      questionId: questionId(bookId, at),
      userId: personId(name),
      content,
      firstContent: content,
      createdAt: now,
      updatedAt: now,
    }))
  );
