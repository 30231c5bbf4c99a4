import { findChapters, saveChapterPages, typeChapters } from "../../../../server/actions/reading/chapters.ts";
import { setCopy } from "../../../../server/actions/reading/copies.ts";
import { removePlan, savePlan } from "../../../../server/actions/reading/plan.ts";
import { catchUp, sharePage } from "../../../../server/actions/reading/progress.ts";
import { askQuestion, removeQuestion, saveAnswer } from "../../../../server/actions/reading/questions.ts";
import type { BookPageTab } from "../../../../server/contract/reading/paths.ts";
import { type FormDoor, mountForm, mountForms } from "../../../../server/http/form_door.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { inTimeZone } from "../../../api/reading.ts";
import { showBookPage } from "./page.tsx";

/** The page where a group reads a book together, and what its forms post to. */
export const bookPage = router();

bookPage.get("/group/:id/books/:bookId", signedInPage, (c) => showBookPage(c));

const shownAgainAt = (tab: BookPageTab): FormDoor => ({
  refused: (c, refusal, { fields }) => showBookPage(c, tab, { refusal, sent: fields }),
});

mountForm(bookPage, setCopy, shownAgainAt("copy"));
mountForm(bookPage, typeChapters, shownAgainAt("copy"));
mountForm(bookPage, saveChapterPages, shownAgainAt("copy"));
mountForm(bookPage, savePlan, { ...shownAgainAt("pace"), input: inTimeZone });
mountForm(bookPage, catchUp, { input: inTimeZone });
mountForm(bookPage, askQuestion, shownAgainAt("questions"));
mountForm(bookPage, saveAnswer, {
  refused: (c, refusal, { fields, params }) =>
    showBookPage(c, "questions", { refusal, sent: { ...fields, questionId: params.questionId } }),
});
mountForms(bookPage, [findChapters, removePlan, sharePage, removeQuestion]);
