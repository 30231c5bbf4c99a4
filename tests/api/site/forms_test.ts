import assert from "node:assert/strict";
import { startReading } from "../../support/cast.ts";
import { inScene } from "../../support/in_scene.ts";

const test = inScene(() => startReading({}, { pageCount: 100 }));

const source = "A *map* and ||a secret||";
const format = [{
  type: "paragraph",
  children: [
    { type: "text", value: "A " },
    { type: "emphasis", children: [{ type: "text", value: "map" }] },
    { type: "text", value: " and " },
    { type: "spoiler", children: [{ type: "text", value: "a secret" }] },
  ],
}];

test("what is written with a form has it wherever it is shown, and what has none has null", async (app) => {
  const { ada, grace, bookId } = app;
  const message = await app.post(ada, source);
  assert.deepEqual([message.content, message.format], [source, format]);
  assert.equal((await app.post(ada, "A map")).format, null);
  const path = `/books/${bookId}`;
  await app.call("POST", `${path}/notes/1`, ada, { content: source, pageNumber: 1, bookId });
  await app.call("PUT", `${path}/notes/1/sharing`, ada, { shared: true });
  const shared = async () => (await app.call("GET", `${path}/notes?shared=1&page=1`, ada)).body.notes[0];
  await app.call("POST", `/notes/${(await shared()).id}/answers`, ada, { content: source });
  const note = await shared();
  assert.deepEqual([note.content, note.format, note.answers[0].format], [source, format, format]);
  const { body: { question } } = await app.call("POST", `${path}/questions`, ada, { page: 0, question: source });
  assert.deepEqual(question.format, format);
  await app.turn(grace, 100);
  await app.call("PUT", `/questions/${question.id}/answer`, grace, { content: source });
  const { body: { answers } } = await app.call("GET", `/questions/${question.id}/answers`, grace);
  assert.deepEqual(answers[0].format, format);
  const { body: { review } } = await app.call("PUT", `${path}/review`, grace, { stars: 5, text: source });
  assert.deepEqual(review.format, format);
  const { body: { group } } = await app.call("PUT", `/groups/${app.circle.id}`, ada, { description: source });
  assert.deepEqual(group.format, format);
});

test("an edit changes the form with the text, and takes it away with the last mark", async (app) => {
  const { ada } = app;
  const { id } = await app.post(ada, source);
  const edit = async (content: string) =>
    (await app.call("PUT", `/groups/${app.circle.id}/messages/${id}`, ada, { content })).body.message;
  assert.deepEqual((await edit("**A** map")).format[0].children[0].type, "strong");
  assert.equal((await edit("A map")).format, null);
  assert.deepEqual((await edit(source)).format, format);
  await app.call("DELETE", `/groups/${app.circle.id}/messages/${id}`, ada);
  const { body: { messages } } = await app.call("GET", `/groups/${app.circle.id}/messages`, ada);
  assert.deepEqual([messages.at(-1).content, messages.at(-1).format], ["", null]);
});

test("excerpts have the words without marks, and nothing of what is hidden", async (app) => {
  const { ada, grace } = app;
  const first = await app.post(ada, `${source}\n\n- one`);
  const words = "A map and ▒▒▒ one";
  const reply = await app.post(grace, "*Yes*", { replyTo: first.id });
  assert.equal(reply.replyTo!.excerpt, words);
  const { body: { notices } } = await app.call("GET", "/notices", ada);
  assert.equal(notices[0].excerpt, "Yes");
  const { body: { groups } } = await app.call("GET", "/groups", ada);
  assert.equal(groups[0].lastMessage.excerpt, "Yes");
});

test("a message about a page that its reader has not reached has no form", async (app) => {
  const { ada, grace, bookId } = app;
  await app.turn(grace, 50);
  await app.post(grace, source, { anchor: { bookId, page: 50 } });
  const { body: { messages } } = await app.call("GET", `/groups/${app.circle.id}/messages`, ada);
  assert.deepEqual([messages[0].veiled, messages[0].content, messages[0].format], [true, "", null]);
});

test("of answers with much form to one note, those beyond 200 000 characters have their words alone", async (app) => {
  const { ada, bookId } = app;
  const path = `/books/${bookId}`;
  await app.call("POST", `${path}/notes/1`, ada, { content: "A map", pageNumber: 1, bookId });
  await app.call("PUT", `${path}/notes/1/sharing`, ada, { shared: true });
  const listed = async () => (await app.call("GET", `${path}/notes?shared=1&page=1`, ada)).body.notes[0];
  const { id } = await listed();
  const content = `||a secret|| ${"$\\implies$ ".repeat(110)}`.trim();
  for (let count = 0; count < 20; count++) await app.call("POST", `/notes/${id}/answers`, ada, { content });
  const { answers } = await listed();
  const lengths = answers.map(({ format }: { format: unknown }) => JSON.stringify(format).length);
  assert.ok(lengths[0] > 12_000 && lengths[19] < 3000, lengths.join());
  const [{ type, children: [{ value }] }] = answers[19].format;
  assert.deepEqual([type, value.slice(0, 13)], ["paragraph", "▒▒▒ \\implies "]);
});
