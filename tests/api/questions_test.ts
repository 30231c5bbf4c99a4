import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import type { Question, QuestionAnswer } from "../../server/contract/reading/shapes.ts";
import { readTogether } from "../support/readers.ts";

async function withQuestion(page = 40) {
  const app = await readTogether();
  const question: Question = await app.ask(app.ada, page, "Why cards?");
  const answer = (as: typeof app.ada, content: unknown) =>
    app.call("PUT", `/questions/${question.id}/answer`, as, { content });
  const see = (as: typeof app.ada, query = "") => app.call("GET", `/questions/${question.id}/answers${query}`, as);
  const list = async (as: typeof app.ada): Promise<Question[]> =>
    (await app.call("GET", `/books/${app.bookId}/questions`, as)).body.questions;
  return { ...app, question, answer, see, list };
}

Deno.test("a question is veiled to who has not read so far, its asker excepted", async () => {
  await using app = await withQuestion();
  const { ada, grace, barbara } = app;
  const { id, createdAt, user, ...rest } = app.question;
  assert.deepEqual([typeof id, typeof createdAt, user.username], ["string", "string", "ada"]);
  const asked = {
    page: 40,
    chapter: null,
    question: "Why cards?",
    answered: 0,
    mine: null,
    first: null,
    veiled: false,
    reached: false,
    mayRemove: true,
  };
  assert.deepEqual(rest, asked);
  assert.deepEqual(await app.list(ada), [app.question]);
  await app.turnTo(grace, 39);
  assert.deepEqual(await app.list(grace), [{ ...app.question, question: "", veiled: true, mayRemove: false }]);
  await app.turnTo(grace, 40);
  assert.deepEqual(await app.list(grace), [{ ...app.question, reached: true, mayRemove: false }]);
  assert.equal((await app.list(barbara))[0].page, 80);
});

Deno.test("a reader answers once there, and sees the others' answers only then", async () => {
  await using app = await withQuestion();
  const { ada, grace, barbara } = app;
  const codes = async (as: typeof ada) => [(await app.answer(as, "x")).body.code, (await app.see(as)).body.code];
  for (const reader of [ada, grace]) assert.deepEqual(await codes(reader), ["not_there_yet", "not_there_yet"]);
  for (const reader of [ada, grace, barbara]) await app.turnTo(reader, 40);
  assert.equal((await app.answer(grace, "Looms")).status, 200);
  for (const reader of [ada, barbara]) {
    const { status, body } = await app.see(reader);
    assert.deepEqual([status, body.code], [403, "answer_first"]);
  }
  await app.answer(barbara, "Punched ones");
  const { answers, hasMore } = (await app.see(barbara)).body;
  assert.deepEqual(answers.map(({ content, user }: QuestionAnswer) => [user.username, content]), [
    ["grace", "Looms"],
    ["barbara", "Punched ones"],
  ]);
  assert.equal(hasMore, false);
  assert.equal((await app.list(ada))[0].answered, 2);
});

Deno.test("an answer can be changed, and only its writer sees how it was at first", async () => {
  await using app = await withQuestion(0);
  const { ada, grace } = app;
  await app.answer(grace, "Looms");
  assert.deepEqual((({ mine, first }) => [mine, first])((await app.list(grace))[0]), ["Looms", null]);
  await app.answer(grace, "Looms, and more");
  await app.answer(grace, "Jacquard's looms");
  await app.answer(ada, "Yes");
  assert.deepEqual((({ mine, first }) => [mine, first])((await app.list(grace))[0]), ["Jacquard's looms", "Looms"]);
  const seen = JSON.stringify([(await app.see(ada)).body, await app.list(ada)]);
  assert.match(seen, /Jacquard's looms/);
  assert.doesNotMatch(seen, /"Looms"|and more/);
  for (const empty of ["", " \n", undefined, "x".repeat(4001)]) {
    assert.equal((await app.answer(grace, empty)).status, 400);
  }
});

Deno.test("questions are 404 to Mallory, and invalid ones are refused", async () => {
  await using app = await withQuestion();
  const { mallory, ada, barbara, bookId } = app;
  assert.equal((await app.answer(mallory, "x")).body.code, "question_not_found");
  assert.equal((await app.see(mallory)).body.code, "question_not_found");
  const ask = (as: typeof ada, body: unknown) => app.call("POST", `/books/${bookId}/questions`, as, body);
  assert.equal((await ask(mallory, { page: 1, question: "x" })).body.code, "book_not_found");
  assert.equal((await app.call("GET", `/books/${bookId}/questions`, mallory)).body.code, "book_not_found");
  assert.equal((await ask(ada, { page: 101, question: "x" })).body.code, "page_beyond_end");
  assert.equal((await ask(barbara, { page: 101, question: "x" })).status, 201);
  for (const question of ["", " ", "x".repeat(1001), 7, undefined]) {
    assert.equal((await ask(ada, { page: 1, question })).status, 400);
  }
});

Deno.test("questions come by page, in parts, and a book has at most five hundred, fifty of one reader", async () => {
  await using app = await readTogether();
  const { ada, grace, bookId } = app;
  for (let n = 0; n < 50; n++) await app.ask(ada, n * 37 % 101);
  const ask = (as: typeof ada) => app.call("POST", `/books/${bookId}/questions`, as, { page: 1, question: "More?" });
  assert.equal((await ask(ada)).body.code, "too_many_questions");
  const { db } = app.deps;
  await db.write([db.q.run(sql`
    with recursive numbers(n) as (select 50 union all select n + 1 from numbers where n < 499)
    insert into questions (id, book_id, user_id, position, question, created_at)
    select 'question-' || n, ${bookId}, ${ada.id}, n * 37 % 101 * 10000000, 'Why?', 0 from numbers`)]);
  const full = await ask(grace);
  assert.deepEqual([full.status, full.body.code], [400, "too_many_questions"]);
  const pages: number[] = [];
  let after = "";
  do {
    const { body } = await app.call("GET", `/books/${bookId}/questions${after}`, ada);
    assert.equal(body.questions.length, 100);
    pages.push(...body.questions.map(({ page }: Question) => page));
    after = body.hasMore ? `?after=${body.questions.at(-1).id}` : "";
  } while (after);
  assert.equal(pages.length, 500);
  assert.deepEqual(pages, pages.toSorted((a, b) => a - b));
});

Deno.test("a question is removed with its answers by its asker or an organizer, and by nobody else", async () => {
  await using app = await withQuestion(0);
  const { ada, grace, mallory, bookId } = app;
  const remove = async (as: typeof ada, id: string) => {
    const { status, body } = await app.call("DELETE", `/questions/${id}`, as);
    return [status, body.code];
  };
  assert.deepEqual(await remove(mallory, app.question.id), [404, "question_not_found"]);
  assert.deepEqual(await remove(grace, app.question.id), [403, "not_organizer"]);
  const { body: { question } } = await app.call("POST", `/books/${bookId}/questions`, grace, {
    page: 0,
    question: "x",
  });
  assert.deepEqual((await app.list(grace)).map(({ mayRemove }) => mayRemove).sort(), [false, true]);
  assert.deepEqual(await remove(grace, question.id), [200, undefined]);
  await app.answer(ada, "Looms");
  assert.deepEqual(await remove(ada, app.question.id), [200, undefined]);
  assert.deepEqual(await app.list(ada), []);
  assert.equal((await app.see(ada)).status, 404);
});
