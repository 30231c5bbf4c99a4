/** What the forms of questions post to. */
import { askQuestion, removeQuestion, saveAnswer } from "../../../../server/actions/reading/questions.ts";
import { id } from "../../../../server/contract/site/fields.ts";
import { noteTexts } from "../../../../server/contract/notes/shared_texts.ts";
import { Answer, NewQuestion } from "../../../../server/contract/reading/questions.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../../server/http/form.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { showTogether } from "./page.tsx";
import { toTab } from "./tab.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";

export const questionForms = router();

const asking = "/group/:id/books/:bookId/questions";
const answering = `${asking}/:questionId/answer`;
const removing = `${asking}/:questionId/remove`;

questionForms.get(asking, toTab("questions"));
questionForms.get(removing, toTab("questions"));
questionForms.get(answering, (c) => {
  const { id: groupId, bookId, questionId } = c.req.param();
  return c.redirect(answersAt(groupId, bookId, questionId), 303);
});

/** Where the answers to a question are shown to a reader who has answered it. */
const answersAt = (groupId: string, bookId: string, questionId: string) =>
  `${readingPaths.questionAt(groupId, bookId, questionId)}#question-${encodeURIComponent(questionId)}`;

questionForms.post(asking, signedInPage, async (c) => {
  const { id: groupId, bookId } = c.req.param();
  const sent = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: NewQuestion, fields: { ...sent, clientId: sent.formKey } },
    (question) => askQuestion(c.var.deps, c.var.user, { ...question, bookId }),
  );
  if (!outcome.ok) return await showTogether(c, "questions", { refusal: outcome, sent });
  const to = `${readingPaths.together(groupId, bookId, "questions")}#question-${outcome.value.id}`;
  return flashAndRedirect(c, outcome, { success: noteTexts.asked, to });
});

questionForms.post(answering, signedInPage, async (c) => {
  const { id: groupId, bookId, questionId } = c.req.param();
  const sent = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: Answer, fields: sent },
    (answer) => saveAnswer(c.var.deps, c.var.user, { ...answer, questionId }),
  );
  if (!outcome.ok) return await showTogether(c, "questions", { refusal: outcome, sent: { ...sent, questionId } });
  return flashAndRedirect(c, outcome, {
    success: noteTexts.answerSaved,
    to: answersAt(groupId, bookId, questionId),
  });
});

questionForms.post(removing, signedInPage, async (c) => {
  const { id: groupId, bookId, questionId } = c.req.param();
  const outcome = await runFormAction(
    c,
    { schema: id, fields: questionId },
    (id) => removeQuestion(c.var.deps, c.var.user, id),
  );
  return flashAndRedirect(c, outcome, {
    success: noteTexts.questionRemoved,
    to: readingPaths.together(groupId, bookId, "questions"),
  });
});
