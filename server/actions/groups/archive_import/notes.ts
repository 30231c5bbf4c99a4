import { v7 as uuid } from "uuid";
import {
  ArchivedAnswer,
  ArchivedNote,
  ArchivedNoteAnswer,
  ArchivedQuestion,
  ArchivedReview,
} from "../../../contract/groups/archive_shapes.ts";
import { question as questionLimits } from "../../../contract/reading/limits.ts";
import type { ArchiveImport } from "./archive_import.ts";

export async function readNotes(incoming: ArchiveImport): Promise<void> {
  const taken = new Set<string>();
  for await (const { by, text: content, updatedAt, answers, ...about } of incoming.rows("notes.json", ArchivedNote)) {
    const onPage = incoming.findPage(about);
    if (!onPage) continue;
    const [id, book_id, user_id] = [uuid(), onPage.book.id, await incoming.people.of(by)];
    const key = `${book_id} ${user_id} ${onPage.page}`;
    if (taken.has(key)) {
      incoming.leaveOut();
      continue;
    }
    taken.add(key);
    const times = { updated_at: updatedAt, shared_at: updatedAt };
    await incoming.writes.add("notes", { id, book_id, user_id, page_number: onPage.page, content, ...times });
    for await (const { by, text: content, at } of incoming.read(answers, ArchivedNoteAnswer)) {
      const answer = { id: uuid(), note_id: id, user_id: await incoming.people.of(by), content, created_at: at };
      await incoming.writes.add("note_answers", answer);
    }
  }
}

export async function readQuestions(incoming: ArchiveImport): Promise<void> {
  for await (const { by, at, question, answers, ...about } of incoming.rows("questions.json", ArchivedQuestion)) {
    const onPage = incoming.findPage(about);
    if (!onPage) continue;
    if (onPage.book.questions++ === questionLimits.perBook) {
      incoming.leaveOut();
      continue;
    }
    const { book: { id: book_id }, position } = onPage;
    const [id, user_id] = [uuid(), await incoming.people.of(by)];
    await incoming.writes.add("questions", { id, book_id, user_id, position, question, created_at: at });
    for await (const { by, text: content, at, updatedAt } of incoming.read(answers, ArchivedAnswer)) {
      const times = { created_at: at, updated_at: updatedAt };
      const contents = { content, first_content: content };
      const user_id = await incoming.people.of(by);
      await incoming.writes.add("answers", { question_id: id, user_id, ...contents, ...times });
    }
  }
}

export async function readReviews(incoming: ArchiveImport): Promise<void> {
  for await (const review of incoming.rows("reviews.json", ArchivedReview)) {
    const { bookId, by, stars, text, createdAt: created_at, updatedAt: updated_at } = review;
    const book = incoming.books.get(bookId);
    if (!book) incoming.leaveOut();
    else {
      const user_id = await incoming.people.of(by);
      await incoming.writes.add("reviews", { book_id: book.id, user_id, stars, text, created_at, updated_at });
    }
  }
}
