import { z } from "zod";
import { Imported, ReadingLog } from "../../../server/contract/books/answers_books.ts";
import { described } from "../../../server/http/describe.ts";
import { importLibrary, readLog, removeBook } from "../../../server/actions/reading/reading_log.ts";
import { ReadingQuery } from "../../../server/contract/reading/reading_log.ts";
import { readingLogTexts as words } from "../../../server/contract/reading/log_texts.ts";
import { AppError } from "../../../server/errors.ts";
import { isUpload } from "../../../server/http/body.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { query } from "../../../server/http/validate.ts";
import { finished, receiveList, sendList, sendSteps } from "./list_files.ts";
import { filesServerTexts } from "../../../server/contract/chat/texts.ts";

/** The caller's own reading. */
export const readingLog = router();

readingLog.get(
  "/",
  described("What the caller has read in a year", ReadingLog),
  signedIn,
  query(ReadingQuery),
  async (c) => c.json(await readLog(c.var.deps, c.var.user, c.req.valid("query"))),
);

readingLog.get(
  "/export",
  described("The caller's list of books, as CSV", z.string(), { type: "text/csv" }),
  signedIn,
  sendList,
);

readingLog.post(
  "/import",
  described(
    "Reads a list of books from a CSV file; with `Accept: application/x-ndjson` a line for each step",
    Imported,
    { file: "file" },
  ),
  signedIn,
  async (c) => {
    if (!isUpload(c)) throw new AppError(415, "not_multipart", filesServerTexts.notMultipart);
    const importing = await importLibrary(c.var.deps, c.var.user, await receiveList(c));
    if (c.req.header("accept")?.includes("application/x-ndjson")) return sendSteps(c, importing);
    const imported = await finished(importing);
    return c.json({ message: words.imported(imported), ...imported });
  },
);

readingLog.delete("/books/:id", described("Removes a book from the caller's list"), signedIn, async (c) => {
  await removeBook(c.var.deps, c.var.user, c.req.param("id"));
  return c.json({ message: words.removed });
});
