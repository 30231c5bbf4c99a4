import { listAnsweredQuestions } from "../../../db/reading/questions.ts";
import * as notes from "../../../db/notes/notes.ts";
import * as notesLimits from "../../contract/notes/limits.ts";
import { quotesIn } from "../../contract/notes/quotes.ts";
import type { User } from "../../contract/people/shapes.ts";
import { placeName } from "../../contract/reading/places.ts";
import { copyOf, notePageAt, pageAt } from "../../contract/reading/positions.ts";
import type { Deps } from "../../deps.ts";
import { ankiHeader, ankiLine } from "../../library/anki.ts";

/** The caller's own notes, and the questions that they have answered with their own answers. */
export async function* writeCards({ db, config }: Deps, user: User): AsyncGenerator<string> {
  yield ankiHeader(config.site.name);
  for (const { id: bookId } of await notes.listNotedBooks(db, user.id)) {
    let after = -1;
    while (true) {
      const rows = await notes.listNotesOfBook(db, user.id, { bookId, after });
      const chapters = await notes.listNoteChapters(db, user.id, rows.map(({ id }) => id));
      if (rows.length > 0) yield rows.map((row) => cardsOf(row, chapters.get(row.id))).join("");
      if (rows.length < notesLimits.note.part) break;
      after = rows.at(-1)!.pageNumber;
    }
  }
  let after = "";
  while (true) {
    const rows = await listAnsweredQuestions(db, user.id, { after, limit: notesLimits.note.part });
    if (rows.length > 0) yield rows.map(questionCard).join("");
    if (rows.length < notesLimits.note.part) return;
    after = rows.at(-1)!.id;
  }
}

const placeIn = (title: string, ...place: (string | undefined)[]): string =>
  [title, ...place].filter(Boolean).join(", ");

function cardsOf(row: notes.OwnNoteRow, chapter: string | undefined): string {
  const { title, content } = row;
  const place = placeIn(title, placeName(notePageAt(row, row.pageNumber), row.edition.unit), chapter);
  return quotesIn(content)
    .map(({ quote, text }) =>
      ankiLine(
        quote ? { front: quote, back: [text, place], tag: title } : {
          front: place,
          back: [text],
          tag: title,
        },
      )
    ).join("");
}

function questionCard(row: Awaited<ReturnType<typeof listAnsweredQuestions>>[number]): string {
  const copy = copyOf(row);
  const place = placeIn(row.title, placeName(pageAt(copy, row.position), copy.unit));
  return ankiLine({ front: row.question, back: [row.answer, place], tag: row.title });
}
