import { askQuestion, listAnswers, listQuestions, removeQuestion, saveAnswer } from "../../server/actions/questions.ts";
import { noteTexts } from "../../server/contract/note_texts.ts";
import { Answer, ListedAfter, NewQuestion } from "../../server/contract/questions.ts";
import { signedIn } from "../../server/http/guards.ts";
import { router } from "../../server/http/router.ts";
import { json, query } from "../../server/http/validate.ts";

export const questions = router();

questions.get("/books/:bookId/questions", signedIn, query(ListedAfter), async (c) => {
  const part = { ...c.req.valid("query"), bookId: c.req.param("bookId") };
  return c.json(await listQuestions(c.var.deps, c.var.user, part));
});

questions.post("/books/:bookId/questions", signedIn, json(NewQuestion), async (c) => {
  const asked = { ...c.req.valid("json"), bookId: c.req.param("bookId") };
  return c.json({ message: noteTexts.asked, question: await askQuestion(c.var.deps, c.var.user, asked) }, 201);
});

questions.delete("/questions/:questionId", signedIn, async (c) => {
  await removeQuestion(c.var.deps, c.var.user, c.req.param("questionId"));
  return c.json({ message: noteTexts.questionRemoved });
});

questions.put("/questions/:questionId/answer", signedIn, json(Answer), async (c) => {
  await saveAnswer(c.var.deps, c.var.user, { ...c.req.valid("json"), questionId: c.req.param("questionId") });
  return c.json({ message: noteTexts.answerSaved });
});

questions.get("/questions/:questionId/answers", signedIn, query(ListedAfter), async (c) => {
  const part = { ...c.req.valid("query"), questionId: c.req.param("questionId") };
  return c.json(await listAnswers(c.var.deps, c.var.user, part));
});
