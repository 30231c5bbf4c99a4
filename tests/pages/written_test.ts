import assert from "node:assert/strict";
import { startReading } from "../support/cast.ts";
import { read } from "../support/forms.ts";
import { inScene } from "../support/in_scene.ts";

const test = inScene(() => startReading({}, { pageCount: 100 }));

const source = "A *map* of ||the end||";

test("the talk about a book shows messages with their form", async (app) => {
  const { ada, bookId } = app;
  await app.post(ada, source, { anchor: { bookId, page: 0 } });
  const page = await read(app, `/group/${app.circle.id}/books/${bookId}?tab=talk`, ada);
  assert.match(page, /<p>A <em>map<\/em> of <label class="spoiler">/);
});

test("the end of a book quotes notes and questions without their marks and what is hidden in them", async (app) => {
  const { ada, grace, bookId } = app;
  const path = `/books/${bookId}`;
  await app.call("POST", `${path}/notes/1`, ada, { content: source, pageNumber: 1, bookId });
  await app.call("PUT", `${path}/notes/1/sharing`, ada, { shared: true });
  const { body } = await app.call("POST", `${path}/questions`, ada, { page: 0, question: `Why ${source}?` });
  await app.turn(grace, 100);
  await app.call("PUT", `/questions/${body.question.id}/answer`, grace, { content: "So" });
  const page = await read(app, `/group/${app.circle.id}/books/${bookId}/end`, grace);
  for (const shown of [">A map of ▒▒▒<", ">Why A map of ▒▒▒?<"]) assert.ok(page.includes(shown), shown);
  assert.doesNotMatch(page, /the end\|/);
});
