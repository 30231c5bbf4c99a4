/** What the forms of questions post to. */
import { askQuestion, saveAnswer } from "../../../server/actions/questions.ts";
import { noteTexts } from "../../../server/contract/note_texts.ts";
import { paths } from "../../../server/contract/paths.ts";
import { Answer, NewQuestion } from "../../../server/contract/questions.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { type Ctx, router } from "../../../server/http/router.ts";
import { showTogether } from "./page.tsx";

export const questionForms = router();

const asking = "/group/:id/books/:bookId/questions";
const answering = `${asking}/:questionId/answer`;

/** Redirects a GET of a form's address to its page. */
const backToTab = (c: Ctx) => c.redirect(paths.together(c.req.param("id")!, c.req.param("bookId")!, "questions"), 303);

for (const address of [asking, answering]) questionForms.get(address, backToTab);

questionForms.post(asking, signedInPage, async (c) => {
  const { id: groupId, bookId } = c.req.param();
  const sent = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: NewQuestion, fields: { ...sent, clientId: sent.formKey } },
    (question) => askQuestion(c.var.deps, c.var.user, { ...question, bookId }),
  );
  if (!outcome.ok) return await showTogether(c, "questions", { refusal: outcome, sent });
  const to = `${paths.together(groupId, bookId, "questions")}#question-${outcome.value.id}`;
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
  const to = `${paths.questionAt(groupId, bookId, questionId)}#question-${questionId}`;
  return flashAndRedirect(c, outcome, { success: noteTexts.answerSaved, to });
});
