/** What the dashboard begins with, and the forms that turn pages from it and from the page of a book. */
import assert from "node:assert/strict";
import { run, startReading } from "../../support/cast.ts";
import { read, send, toastsIn } from "../../support/forms.ts";
import { inScene } from "../../support/in_scene.ts";
import { visit } from "../../support/requests.ts";

/** A book of 280 pages on 9 March 2026, the eighth of the 28 days of its plan. */
async function withPlan() {
  const clock = () => Date.parse("2026-03-09T12:00:00Z");
  const app = await startReading({ clock }, { title: "Emma", pageCount: 280 });
  const plan = (change = {}) =>
    app.call("PUT", `${app.path}/plan`, app.ada, {
      startsAt: "2026-03-02",
      targetAt: "2026-03-29",
      days: [0, 1, 2, 3, 4, 5, 6],
      ...change,
    });
  return {
    ...app,
    plan,
    form: `/dashboard/${app.circle.id}/${app.bookId}`,
    today: async (as = app.ada) => sectionOf(await read(app, "/dashboard", as)),
  };
}

const sectionOf = (html: string): string => /<section class="today"[^]*?<\/section>/.exec(html)?.[0] ?? "";

const test = inScene(withPlan);

const page = (html: string) => html.replaceAll("<!-- -->", "");

test("the dashboard begins with the book that was read last, and says how far today's part of its plan goes", async (app) => {
  const { ada, grace } = app;
  assert.match(await app.today(), /Emma[^]*You have not begun yet[^]*Begin/);
  await app.plan();
  assert.match(await app.today(), /Read to page 80, 80 pages left/);
  await app.turn(ada, 55);
  await app.turn(grace, 90);
  await app.share(grace);
  const html = page(await app.today());
  assert.match(html, /Read to page 80, 25 pages left[^]*You are on page 55 of 280/);
  assert.match(html, /Ahead[^]*Grace, page 90/);
  await app.turn(ada, 80);
  assert.match(await app.today(), /You have read today’s part/);
  await app.turn(ada, 280);
  assert.equal(await app.today(), "", "it is finished");
});

test("a book without a plan is shown once it is begun, and one whose plan has ended only then", async (app) => {
  await app.plan({ startsAt: "2026-02-01", targetAt: "2026-03-08" });
  assert.doesNotMatch(await app.today(), /Read to/);
  await app.turn(app.ada, 55);
  const html = await app.today();
  assert.match(html, /You are on page 55 of 280/);
  assert.doesNotMatch(html, /Read to|I(&#x27;|')ve read it/);
});

test("a book that is only suggested, or done, is not offered to begin; one that is read now comes before the next", async (app) => {
  const { ada, call, shelf } = app;
  const moveTo = (state: string) => run(app, `update books set state = '${state}' where title = 'Emma'`);
  for (const state of ["suggested", "done"]) {
    await moveTo(state);
    assert.equal(await app.today(), "", state);
  }
  await moveTo("next");
  assert.match(await app.today(), /Emma/);
  await call("POST", shelf, ada, { title: "Persuasion", pageCount: 250, state: "next" });
  await moveTo("now");
  assert.match(await app.today(), /Emma/);
});

test("one press there turns to the page of the plan, and a field to another; both lead back to the dashboard", async (app) => {
  const { ada } = app;
  await app.plan();
  const { to } = await send(app, `${app.form}/caught-up`, ada, { page: "80" });
  const here = `/dashboard#turn-${app.bookId}-form`;
  assert.equal(to, here);
  assert.equal((await app.list(ada))[0].progress[0].currentPage, 80);
  assert.equal((await send(app, `${app.form}/turn`, ada, { page: "95" })).to, here);
  assert.match(await app.today(), /You are on page 95/);
  const { status, html } = await send(app, `${app.form}/turn`, ada, { page: "281" });
  assert.equal(status, 400);
  const problem = "Page number cannot exceed the book's total pages (280)";
  assert.ok(toastsIn(html).some((text) => text.includes("total pages (280)")), problem);
  assert.match(sectionOf(html), /value="281"/);
});

test("it counts what others wrote about the pages that the last turn opened", async (app) => {
  const { ada, grace, bookId } = app;
  await app.turn(grace, 60);
  const write = (at: number) => app.post(grace, `At ${at}`, { anchor: { bookId, page: at } });
  for (const at of [5, 30, 40, 60]) await write(at);
  await app.call("POST", `${app.path}/questions`, grace, { page: 35, question: "Why?" });
  await app.call("POST", `${app.path}/notes/33`, grace, { content: "A note", pageNumber: 33, bookId });
  await app.turn(ada, 10);
  assert.match(await app.today(), /1 message<[^]*/);
  await app.turn(ada, 50);
  const html = await app.today();
  assert.match(html, /1 question<[^]*2 messages</);
  assert.doesNotMatch(html, /note</, "it is not shared");
  await app.call("PUT", `${app.path}/notes/33/sharing`, grace, { shared: true });
  assert.match(await app.today(), /1 note<[^]*1 question<[^]*2 messages</);
});

test("what a turn opened is announced until its reader follows a link to it, and later only what is new", async (app) => {
  const { ada, grace, bookId, circle } = app;
  const bookPage = `/group/${circle.id}/books/${bookId}`;
  await app.turn(grace, 60);
  for (const at of [5, 30]) await app.post(grace, `At ${at}`, { anchor: { bookId, page: at } });
  await app.turn(ada, 20);
  const talk = `${bookPage}?tab=talk&amp;opened#tabs`;
  assert.ok((await app.today()).includes(talk));
  assert.ok((await read(app, bookPage, ada)).includes(talk), "right after the turn, on the page of the book too");

  const link = `${bookPage}?tab=talk&opened`;
  const ahead = await visit(app, link, ada, { headers: { "Sec-Purpose": "prefetch" } });
  assert.equal(ahead.status, 503, "a page that is fetched ahead may never be shown");
  assert.ok((await app.today()).includes(talk));
  await visit(app, link, ada, { method: "HEAD" });
  assert.ok((await app.today()).includes(talk), "of a HEAD nothing is seen");
  await read(app, link, grace);
  assert.ok((await app.today()).includes(talk), "a link that another reader follows counts for them alone");

  assert.match(await read(app, link, ada), /Opened as you read/);
  for (const path of ["/dashboard", bookPage]) assert.doesNotMatch(await read(app, path, ada), /Opened as you read/);
  // A page further, soon after, belongs to the same turn: what it opened first is not announced again.
  for (const page of [21, 19]) {
    await app.turn(ada, page);
    assert.doesNotMatch(await app.today(), /Opened as you read/);
  }
  await app.turn(ada, 40);
  assert.match(page(await app.today()), /Opened as you read:[^]*1 message</);
});

test("the page of a book turns to a page, and shows what is at it: the reader's note, others' notes, questions and messages", async (app) => {
  const { ada, grace, bookId, circle } = app;
  const here = `/group/${circle.id}/books/${bookId}`;
  await app.turn(grace, 60);
  await app.call("POST", `${app.path}/notes/33`, grace, { content: "Her note", pageNumber: 33, bookId });
  await app.call("PUT", `${app.path}/notes/33/sharing`, grace, { shared: true });
  await app.call("POST", `${app.path}/questions`, grace, { page: 33, question: "Her question" });
  await app.post(grace, "Her message", { anchor: { bookId, page: 33 } });
  assert.doesNotMatch(await read(app, `${here}?page=33`, ada), /Her (note|question|message)/);
  assert.equal((await send(app, `${here}/turn`, ada, { page: "33" })).to, `${here}#turn-form`);
  assert.match(await read(app, here, ada), /Her note[^]*Her question[^]*Her message/);
  const saved = await send(app, `${here}/page-note?page=33`, ada, {
    content: "My own",
    pageNumber: "33",
    baseUpdatedAt: "",
  });
  assert.deepEqual([saved.to, saved.toast], [`${here}?page=33`, "Note saved successfully"]);
  const again = await send(app, `${here}/page-note?page=33`, ada, {
    content: "From another window",
    pageNumber: "33",
    baseUpdatedAt: "",
  });
  assert.equal(again.status, 409);
  assert.match(again.html, /My own[^]*From another window/);
  assert.doesNotMatch(await read(app, `${here}?page=34`, ada), /Her note|My own/);
});

test("before its first page a book has no field for a note, but for one that is there already", async (app) => {
  const { ada, bookId, circle } = app;
  const here = `/group/${circle.id}/books/${bookId}`;
  assert.match(await read(app, here, ada), /Begin[^]*Turn to page 1 to write\./);
  await app.call("POST", `${app.path}/notes/0`, ada, { content: "On the cover", pageNumber: 0, bookId });
  assert.match(await read(app, here, ada), /On the cover/);
});
