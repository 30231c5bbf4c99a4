import { z } from "zod";
import { Question, QuestionAnswers, Questions } from "../../../server/contract/notes/answers_notes.ts";
import { described } from "../../../server/http/describe.ts";
import {
  askQuestion,
  listAnswers,
  listQuestions,
  removeQuestion,
  saveAnswer,
} from "../../../server/actions/reading/questions.ts";
import { noteTexts } from "../../../server/contract/notes/shared_texts.ts";
import { Answer, ListedAfter, NewQuestion } from "../../../server/contract/reading/questions.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json, query } from "../../../server/http/validate.ts";

export const questions = router();

questions.get(
  "/books/:bookId/questions",
  described("The questions to the readers of a book", Questions),
  signedIn,
  query(ListedAfter),
  async (c) => {
    const part = { ...c.req.valid("query"), bookId: c.req.param("bookId") };
    return c.json(await listQuestions(c.var.deps, c.var.user, part));
  },
);

questions.post(
  "/books/:bookId/questions",
  described("Asks a question at a page", { message: z.string(), question: Question }, { status: 201 }),
  signedIn,
  json(NewQuestion),
  async (c) => {
    const asked = { ...c.req.valid("json"), bookId: c.req.param("bookId") };
    return c.json({ message: noteTexts.asked, question: await askQuestion(c.var.deps, c.var.user, asked) }, 201);
  },
);

questions.delete("/questions/:questionId", described("Removes a question"), signedIn, async (c) => {
  await removeQuestion(c.var.deps, c.var.user, c.req.param("questionId"));
  return c.json({ message: noteTexts.questionRemoved });
});

questions.put("/questions/:questionId/answer", described("Answers a question"), signedIn, json(Answer), async (c) => {
  await saveAnswer(c.var.deps, c.var.user, { ...c.req.valid("json"), questionId: c.req.param("questionId") });
  return c.json({ message: noteTexts.answerSaved });
});

questions.get(
  "/questions/:questionId/answers",
  described("The answers of others, once the caller has answered", QuestionAnswers),
  signedIn,
  query(ListedAfter),
  async (c) => {
    const part = { ...c.req.valid("query"), questionId: c.req.param("questionId") };
    return c.json(await listAnswers(c.var.deps, c.var.user, part));
  },
);
