import { findChapters, saveChapterPages, typeChapters } from "../../../../server/actions/reading/chapters.ts";
import { Chapters, TypedChapters } from "../../../../server/contract/reading/editions.ts";
import { id } from "../../../../server/contract/site/fields.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../../server/http/form.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { chapterPagesIn } from "./chapter_fields.ts";
import { showTogether } from "./page.tsx";
import { toTab } from "./tab.ts";
import { copyTexts } from "../../../../server/contract/reading/texts.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";

export const chapters = router();

for (const form of ["chapters", "chapters/find", "anchors"]) {
  chapters.get(`/group/:id/books/:bookId/${form}`, toTab("copy"));
}

chapters.post("/group/:id/books/:bookId/chapters", signedInPage, async (c) => {
  const { id: groupId, bookId } = c.req.param();
  const sent = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: TypedChapters, fields: sent },
    ({ contents }) => typeChapters(c.var.deps, c.var.user, { bookId, given: contents }),
  );
  if (!outcome.ok) return await showTogether(c, "copy", { refusal: outcome, sent });
  return flashAndRedirect(c, outcome, {
    success: copyTexts.chaptersSaved,
    to: readingPaths.together(groupId, bookId, "copy"),
  });
});

chapters.post("/group/:id/books/:bookId/chapters/find", signedInPage, async (c) => {
  const { id: groupId, bookId } = c.req.param();
  const outcome = await runFormAction(
    c,
    { schema: id, fields: bookId },
    (bookId) => findChapters(c.var.deps, c.var.user, bookId),
  );
  return flashAndRedirect(c, outcome, {
    success: outcome.ok ? copyTexts.found(outcome.value) : "",
    to: readingPaths.together(groupId, bookId, "copy"),
  });
});

chapters.post("/group/:id/books/:bookId/anchors", signedInPage, async (c) => {
  const { id: groupId, bookId } = c.req.param();
  const sent = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: Chapters, fields: chapterPagesIn(sent) },
    (given) => saveChapterPages(c.var.deps, c.var.user, { bookId, given }),
  );
  if (!outcome.ok) return await showTogether(c, "copy", { refusal: outcome, sent });
  return flashAndRedirect(c, outcome, {
    success: copyTexts.chapterPagesSaved,
    to: readingPaths.together(groupId, bookId, "copy"),
  });
});
