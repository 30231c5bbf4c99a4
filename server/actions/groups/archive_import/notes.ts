import { v7 as uuid } from "uuid";
import {
  ArchivedAnswer,
  ArchivedNote,
  ArchivedNoteAnswer,
  ArchivedQuestion,
  ArchivedReview,
} from "../../../contract/groups/archive_shapes.ts";
import { question as questionLimits } from "../../../contract/reading/limits.ts";
import type { Reading } from "./reading.ts";

export async function readNotes(reading: Reading): Promise<void> {
  const taken = new Set<string>();
  for await (const { by, text: content, updatedAt, answers, ...about } of reading.rows("notes.json", ArchivedNote)) {
    const onPage = reading.findPage(about);
    if (!onPage) continue;
    const [id, book_id, user_id] = [uuid(), onPage.book.id, await reading.people.of(by)];
    const key = `${book_id} ${user_id} ${onPage.page}`;
    if (taken.has(key)) {
      reading.leaveOut();
      continue;
    }
    taken.add(key);
    const times = { updated_at: updatedAt, shared_at: updatedAt };
    await reading.writes.add("notes", { id, book_id, user_id, page_number: onPage.page, content, ...times });
    for await (const { by, text: content, at } of reading.read(answers, ArchivedNoteAnswer)) {
      const answer = { id: uuid(), note_id: id, user_id: await reading.people.of(by), content, created_at: at };
      await reading.writes.add("note_answers", answer);
    }
  }
}

export async function readQuestions(reading: Reading): Promise<void> {
  for await (const { by, at, question, answers, ...about } of reading.rows("questions.json", ArchivedQuestion)) {
    const onPage = reading.findPage(about);
    if (!onPage) continue;
    if (onPage.book.questions++ === questionLimits.perBook) {
      reading.leaveOut();
      continue;
    }
    const { book: { id: book_id }, position } = onPage;
    const [id, user_id] = [uuid(), await reading.people.of(by)];
    await reading.writes.add("questions", { id, book_id, user_id, position, question, created_at: at });
    for await (const { by, text: content, at, updatedAt } of reading.read(answers, ArchivedAnswer)) {
      const times = { created_at: at, updated_at: updatedAt };
      const contents = { content, first_content: content };
      const user_id = await reading.people.of(by);
      await reading.writes.add("answers", { question_id: id, user_id, ...contents, ...times });
    }
  }
}

export async function readReviews(reading: Reading): Promise<void> {
  for await (const review of reading.rows("reviews.json", ArchivedReview)) {
    const { bookId, by, stars, text, createdAt: created_at, updatedAt: updated_at } = review;
    const book = reading.books.get(bookId);
    if (!book) reading.leaveOut();
    else {
      const user_id = await reading.people.of(by);
      await reading.writes.add("reviews", { book_id: book.id, user_id, stars, text, created_at, updated_at });
    }
  }
}
