/** What somebody has hidden in a text, on pages that show the text elsewhere. */
import assert from "node:assert/strict";
import { bookEndPath } from "../../server/contract/reading/paths.ts";
import { startReading } from "../support/cast.ts";
import { read } from "../support/forms.ts";
import { inScene } from "../support/in_scene.ts";

const source = "A map and ||the secret||";

async function withText() {
  const app = await startReading({}, { pageCount: 100 });
  return { ...app, page: `/group/${app.circle.id}`, read: (path: string, as = app.ada) => read(app, path, as) };
}

const test = inScene(withText);

test("what is said about a book's page has its form on the page of the book", async (app) => {
  const { ada, bookId, page } = app;
  await app.post(ada, source, { anchor: { bookId, page: 0 } });
  const html = await app.read(`${page}/books/${bookId}?tab=talk`);
  assert.match(html, /A map and <label class="spoiler">/);
  assert.ok(!html.includes("||"));
});

test("the end of a book quotes notes and questions without what is hidden in them", async (app) => {
  const { ada, grace, bookId, call } = app;
  const path = `/books/${bookId}`;
  await call("POST", `${path}/notes/1`, ada, { content: source, pageNumber: 1, bookId });
  await call("PUT", `${path}/notes/1/sharing`, ada, { shared: true });
  const { body: { question } } = await call("POST", `${path}/questions`, ada, { page: 0, question: source });
  for (const reader of [ada, grace]) await app.turn(reader, 100);
  await call("PUT", `/questions/${question.id}/answer`, grace, { content: source });
  const html = await app.read(bookEndPath(app.circle.id, bookId), grace);
  assert.equal(html.split("A map and ▒▒▒").length, 3);
  assert.ok(!html.includes("the secret"));
});

test("a link to a group is described, and the group found, by the words that are not hidden", async (app) => {
  const { ada, mallory, call, here } = app;
  await call("PUT", here, ada, { description: source });
  await call("PUT", `${here}/settings`, ada, { listed: true });
  const { body: { invite } } = await call("POST", `${here}/invites`, ada, {});
  const html = await app.read(new URL(invite.url).pathname, mallory);
  assert.match(html, /<meta property="og:description" content="A map and ▒▒▒">/);
  const found = async (query: string) => (await call("GET", `/groups/listed?query=${query}`, mallory)).body.groups;
  assert.deepEqual([(await found("map")).length, (await found("secret")).length], [1, 0]);
});
