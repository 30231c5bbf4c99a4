import assert from "node:assert/strict";
import type { Question, QuestionAnswer } from "../../../server/contract/reading/shapes.ts";
import type { Person } from "../../support/app.ts";
import { run } from "../../support/cast.ts";
import { readTogether } from "../../support/readers.ts";
import { codeOf } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

async function withQuestion(page = 40) {
  const app = await readTogether();
  const { call, bookId } = app;
  const question: Question = await app.ask(app.ada, page, "Why cards?");
  return {
    ...app,
    question,
    put: (as: Person, body: unknown) => call("POST", `/books/${bookId}/questions`, as, body),
    answer: (as: Person, content: unknown) => call("PUT", `/questions/${question.id}/answer`, as, { content }),
    see: (as: Person) => call("GET", `/questions/${question.id}/answers`, as),
    remove: async (as: Person, { id } = question) => codeOf(await call("DELETE", `/questions/${id}`, as)),
    list: async (as: Person): Promise<Question[]> =>
      (await call("GET", `/books/${bookId}/questions`, as)).body.questions,
  };
}

const test = inScene(withQuestion);

test("a question is veiled until its reader has read so far, but for its asker, and has the page of the reader's copy", async (app) => {
  const { ada, grace, barbara, question } = app;
  const { id, createdAt, user, ...rest } = question;
  assert.deepEqual([typeof id, typeof createdAt, user.username], ["string", "string", "ada"]);
  assert.deepEqual(rest, {
    page: 40,
    chapter: null,
    question: "Why cards?",
    format: null,
    answered: 0,
    mine: null,
    mineFormat: null,
    first: null,
    veiled: false,
    reached: false,
    mayRemove: true,
  });
  assert.deepEqual(await app.list(ada), [question]);
  const graces = { ...question, mayRemove: false };
  for (const [page, seen] of [[39, { question: "", veiled: true }], [40, { reached: true }]] as const) {
    await app.turnTo(grace, page);
    assert.deepEqual(await app.list(grace), [{ ...graces, ...seen }]);
  }
  assert.equal((await app.list(barbara))[0].page, 80);
});

test("a reader answers once there, and sees the others' answers only then", async (app) => {
  const { ada, grace, barbara } = app;
  for (const reader of [ada, grace]) {
    const codes = [codeOf(await app.answer(reader, "x")), codeOf(await app.see(reader))];
    assert.deepEqual(codes, Array(2).fill("403 not_there_yet"));
  }
  for (const reader of [ada, grace, barbara]) await app.turnTo(reader, 40);
  assert.equal((await app.answer(grace, "Looms")).status, 200);
  for (const reader of [ada, barbara]) assert.equal(codeOf(await app.see(reader)), "403 answer_first");
  await app.answer(barbara, "Punched ones");
  const { answers, hasMore } = (await app.see(barbara)).body;
  const said = answers.map(({ content, user }: QuestionAnswer) => `${user.username}: ${content}`);
  assert.deepEqual([said, hasMore], [["grace: Looms", "barbara: Punched ones"], false]);
  assert.equal((await app.list(ada))[0].answered, 2);
});

Deno.test("an answer can be changed, and only its writer sees how it was at first", async () => {
  await using app = await withQuestion(0);
  const { ada, grace } = app;
  const own = async () => {
    const [{ mine, first }] = await app.list(grace);
    return [mine, first];
  };
  await app.answer(grace, "Looms");
  assert.deepEqual(await own(), ["Looms", null]);
  for (const content of ["Looms, and more", "Jacquard's looms"]) await app.answer(grace, content);
  await app.answer(ada, "Yes");
  assert.deepEqual(await own(), ["Jacquard's looms", "Looms"]);
  const seen = JSON.stringify([(await app.see(ada)).body, await app.list(ada)]);
  assert.match(seen, /Jacquard's looms/);
  assert.doesNotMatch(seen, /"Looms"|and more/);
  for (const wrong of ["", " \n", undefined, "x".repeat(4001)]) {
    assert.equal((await app.answer(grace, wrong)).status, 400);
  }
});

test("questions come by page, in parts, and a book has at most five hundred, fifty of one reader, all on its pages", async (app) => {
  const { ada, grace, barbara, bookId } = app;
  assert.equal(codeOf(await app.put(ada, { page: 101, question: "x" })), "400 page_beyond_end");
  for (const question of ["", " ", "x".repeat(1001), 7]) {
    assert.equal((await app.put(ada, { page: 1, question })).status, 400);
  }
  assert.equal((await app.put(barbara, { page: 101, question: "x" })).status, 201);
  for (let n = 1; n < 50; n++) await app.ask(ada, n * 37 % 101);
  const more = { page: 1, question: "More?" };
  assert.equal(codeOf(await app.put(ada, more)), "400 too_many_questions");
  await run(
    app,
    `with recursive numbers(n) as (select 51 union all select n + 1 from numbers where n < 499)
      insert into questions (id, book_id, user_id, position, question, created_at)
      select 'question-' || n, '${bookId}', '${ada.id}', n * 37 % 101 * 10000000, 'Why?', 0 from numbers`,
  );
  assert.equal(codeOf(await app.put(grace, more)), "400 too_many_questions");
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
  const { ada, grace, mallory } = app;
  assert.equal(await app.remove(mallory), "404 question_not_found");
  assert.equal(await app.remove(grace), "403 not_organizer");
  const { question } = (await app.put(grace, { page: 0, question: "x" })).body;
  assert.deepEqual((await app.list(grace)).map(({ mayRemove }) => mayRemove).sort(), [false, true]);
  assert.equal(await app.remove(grace, question), "200");
  await app.answer(ada, "Looms");
  assert.equal(await app.remove(ada), "200");
  assert.deepEqual(await app.list(ada), []);
  assert.equal((await app.see(ada)).status, 404);
});
