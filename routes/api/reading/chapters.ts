import { z } from "zod";
import { Chapter } from "../../../server/contract/books/answers_books.ts";
import { described } from "../../../server/http/describe.ts";
import {
  readChapterPages,
  readChapters,
  saveChapterPages,
  saveChapters,
} from "../../../server/actions/reading/chapters.ts";
import { Chapters } from "../../../server/contract/reading/editions.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";
import { copyTexts } from "../../../server/contract/reading/texts.ts";

export const chapters = router();

chapters.get(
  "/:bookId/chapters",
  described("The table of contents", z.array(Chapter)),
  signedIn,
  async (c) => c.json(await readChapters(c.var.deps, c.var.user, c.req.param("bookId"))),
);

chapters.put(
  "/:bookId/chapters",
  described("Replaces the table of contents", { message: z.string(), chapters: z.array(Chapter) }),
  signedIn,
  json(Chapters),
  async (c) => {
    const sent = { bookId: c.req.param("bookId"), given: c.req.valid("json") };
    return c.json({ message: copyTexts.chaptersSaved, chapters: await saveChapters(c.var.deps, c.var.user, sent) });
  },
);

chapters.get(
  "/:bookId/anchors",
  described("Where the chapters begin in the caller's copy", z.array(Chapter)),
  signedIn,
  async (c) => c.json(await readChapterPages(c.var.deps, c.var.user, c.req.param("bookId"))),
);

chapters.put(
  "/:bookId/anchors",
  described("Replaces where the chapters begin in the caller's copy", {
    message: z.string(),
    anchors: z.array(Chapter),
  }),
  signedIn,
  json(Chapters),
  async (c) => {
    const sent = { bookId: c.req.param("bookId"), given: c.req.valid("json") };
    return c.json({
      message: copyTexts.chapterPagesSaved,
      anchors: await saveChapterPages(c.var.deps, c.var.user, sent),
    });
  },
);
