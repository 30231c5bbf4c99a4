import { giveWay } from "../../../db/engine/timing.ts";
import { listMarksOfBook, type OwnMarkRow } from "../../../db/notes/own_marks.ts";
import { note as limits } from "../../contract/notes/limits.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { hasWords, wordsOf } from "../books/found_words.ts";

/** The first ones that have all the words, in what is marked or what was written to it. */
export async function searchOwnMarks(
  { db }: Pick<Deps, "db">,
  user: User,
  { bookId, query }: { bookId: string; query: string },
): Promise<OwnMarkRow[]> {
  const words = wordsOf(query);
  const found: OwnMarkRow[] = [];
  let after: OwnMarkRow | undefined;
  for (let read = 0; words.length > 0 && read < limits.searched;) {
    const marks = await listMarksOfBook(db, user.id, { bookId, after });
    for (const mark of marks) {
      await giveWay();
      read += mark.exact.length + mark.note.length;
      if (hasWords(`${mark.exact}\n${mark.note}`, words)) found.push(mark);
      if (found.length === limits.own) return found;
    }
    if (marks.length < limits.part) break;
    after = marks.at(-1);
  }
  return found;
}
