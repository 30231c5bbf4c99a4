import { stringify } from "csv-stringify/sync";
import { overviewTexts as texts } from "../../contract/groups/settings_texts.ts";
import { displayName } from "../../contract/people/names.ts";
import type { ReadingOverview } from "../../contract/reading/overview_shapes.ts";

type Books = Pick<ReadingOverview["books"][number], "id" | "title" | "questions">[];

/** What a spreadsheet would take for a formula has an apostrophe before it. */
const written = (rows: unknown[][]) => stringify(rows, { escape_formulas: true });

/** Three columns a book. */
export const overviewHeader = (books: Books): string =>
  written([[
    texts.reader,
    texts.username,
    ...books.flatMap(({ title }) => [`${title} (%)`, `${title}: ${texts.lastRead}`, `${title}: ${texts.answered}`]),
  ]]);

export const overviewRecords = (books: Books, readers: ReadingOverview["readers"]): string =>
  written(readers.map(({ user, books: read }) => [
    displayName(user),
    user.username,
    ...books.flatMap(({ id, questions }) => {
      const { percent = 0, lastReadAt = null, answered = 0 } = read.find(({ bookId }) => bookId === id) ?? {};
      return [percent, lastReadAt?.slice(0, 10), texts.of(answered, questions)];
    }),
  ]));
