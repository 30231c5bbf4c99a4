import { readChapterPages, readChapters, saveChapterPages, saveChapters } from "../../server/actions/chapters.ts";
import { Chapters } from "../../server/contract/editions.ts";
import { copyTexts } from "../../server/contract/texts.ts";
import { signedIn } from "../../server/http/guards.ts";
import { router } from "../../server/http/router.ts";
import { json } from "../../server/http/validate.ts";

export const chapters = router();

chapters.get(
  "/:bookId/chapters",
  signedIn,
  async (c) => c.json(await readChapters(c.var.deps, c.var.user, c.req.param("bookId"))),
);

chapters.put("/:bookId/chapters", signedIn, json(Chapters), async (c) => {
  const sent = { bookId: c.req.param("bookId"), given: c.req.valid("json") };
  return c.json({ message: copyTexts.chaptersSaved, chapters: await saveChapters(c.var.deps, c.var.user, sent) });
});

chapters.get(
  "/:bookId/anchors",
  signedIn,
  async (c) => c.json(await readChapterPages(c.var.deps, c.var.user, c.req.param("bookId"))),
);

chapters.put("/:bookId/anchors", signedIn, json(Chapters), async (c) => {
  const sent = { bookId: c.req.param("bookId"), given: c.req.valid("json") };
  return c.json({
    message: copyTexts.chapterPagesSaved,
    anchors: await saveChapterPages(c.var.deps, c.var.user, sent),
  });
});
