/** The plan of a book, and where its readers are, by forms. */
import assert from "node:assert/strict";
import { chapters } from "../../../db/schema.ts";
import type { Person } from "../../support/app.ts";
import { run, startReading } from "../../support/cast.ts";
import { read, send } from "../../support/forms.ts";
import { inScene } from "../../support/in_scene.ts";
import { visit } from "../../support/requests.ts";

/** The page where the cast reads a book of 280 pages, on 9 March 2026. */
async function withBook() {
  const clock = () => Date.parse("2026-03-09T12:00:00Z");
  const app = await startReading({ clock }, { pageCount: 280 });
  const page = `/group/${app.circle.id}/books/${app.bookId}`;
  const readPage = (as = app.ada) => read(app, page, as);
  return {
    ...app,
    page,
    read: readPage,
    send: (form: string, fields: Record<string, string> = {}, as = app.ada) => send(app, `${page}/${form}`, as, fields),
    shows: async (as: Person, ...texts: string[]) => has(await readPage(as), ...texts),
    plan: (change = {}) => app.call("PUT", `${app.path}/plan`, app.ada, { ...march, ...change }),
  };
}

const test = inScene(withBook);

const march = { startsAt: "2026-03-02", targetAt: "2026-03-29", days: [0, 1, 2, 3, 4, 5, 6] };
const form = { startsAt: "2026-03-02", targetAt: "2026-03-29", day1: "on", day0: "on" };

const has = (html: string, ...expected: string[]) => {
  for (const text of expected) assert.ok(html.includes(text), text);
};

test("a book without a plan offers to make one, and by the form it is made, changed and removed", async (app) => {
  const { ada, grace } = app;
  await app.shows(ada, "Make a plan", 'value="2026-03-09"', "You have not begun yet.");
  const { to, toast } = await app.send("plan", form);
  assert.deepEqual([to, toast], [app.page, "The plan is saved"]);
  await app.shows(grace, "2–29 March 2026", "Mon and Sun");
  await app.send("plan", { ...form, day1: "off" }, grace);
  const { body: { plan } } = await app.call("GET", `${app.path}/plan`, ada);
  assert.deepEqual([plan.days, plan.createdBy], [[0], ada.id]);
  assert.equal((await app.send("plan/remove", {}, grace)).toast, "The plan was removed");
  await app.shows(ada, "Make a plan");
});

test("a plan that cannot be is shown again as it was typed, with what is wrong at its field", async (app) => {
  for (const isNew of [true, false]) {
    if (!isNew) await app.plan();
    const { status, html } = await app.send("plan", { ...form, targetAt: "2026-03-01" });
    assert.equal(status, 400);
    has(html, 'value="2026-03-01"', "The plan must end after its first day.", 'name="day1" checked');
    assert.match(html, /name="day2"(?! checked)/);
    const { day0: _, day1: __, ...noDays } = form;
    has((await app.send("plan", noDays)).html, "Please choose at least one day of the week.");
  }
});

test("the page says where the reader is, where the group should be and how many pages a day are left", async (app) => {
  const { ada } = app;
  await app.plan();
  await app.turn(ada, 40);
  const today = "You are at page 40. By the end of today the plan is to be at page 80. ";
  await app.shows(ada, `${today}12 pages each reading day, and you arrive by 29 March 2026.`);
  await app.plan({ startsAt: "2026-03-20" });
  await app.shows(ada, "The plan begins on 20 March 2026.");
  await app.plan({ startsAt: "2026-02-01", targetAt: "2026-03-08" });
  await app.shows(ada, "By the plan the book is finished.");
  await app.turn(ada, 280);
  await app.shows(ada, "You have finished this book.");
  assert.doesNotMatch(await app.read(ada), /By the plan/);
});

test("a reader who is behind turns to the page of today with one press, which never turns back; others have no such button", async (app) => {
  const { ada, grace } = app;
  await app.plan();
  await app.shows(ada, "I have caught up", '<input type="hidden" name="page" value="80"/>');
  assert.equal((await app.send("caught-up", { page: "80" })).toast, "You have caught up");
  await app.shows(ada, "You are at page 80.");
  await app.turn(grace, 100);
  for (const reader of [ada, grace]) assert.doesNotMatch(await app.read(reader), /I have caught up/);
  // A page that was shown days ago.
  await app.send("caught-up", { page: "80" }, grace);
  await app.shows(grace, "You are at page 100.");
});

test("whether to share is asked once there is a plan, until it is decided, and can be changed", async (app) => {
  const { ada } = app;
  const isAsked = async () => (await app.read()).includes("Show the others where you are?");
  assert.equal(await isAsked(), false);
  await app.plan();
  assert.equal(await isAsked(), true);
  await app.send("sharing", { shared: "false" });
  assert.equal(await isAsked(), false);
  await app.shows(ada, "Only you see which page of this book you are on.");
  assert.equal((await app.send("sharing", { shared: "true" })).toast, "Others here now see your page in this book");
  await app.shows(ada, "Stop sharing my page");
});

test("the line and its table have the readers who share, and nobody else; of a crowd at one place some are drawn, the others counted", async (app) => {
  const { ada, grace, bookId, deps: { db } } = app;
  await db.write([db.q.insert(chapters).values({ bookId, number: 0, title: "One", page: 70 })]);
  await app.turn(ada, 28);
  await app.turn(grace, 140);
  await app.shows(ada, "Nobody shares their page yet.", 'x1="25.0%"');
  await app.share(grace);
  await run(app, "update users set full_name = '<b>Grace'");
  const facesIn = (html: string) => html.match(/class="reading-line-face"/g)?.length;
  const html = await app.read();
  has(html, "One reader shares their page.", 'x="50.0%"', "Page 140 (50%)", "&lt;b&gt;Grace");
  assert.equal(facesIn(html), 1);
  assert.doesNotMatch(html, /Page 28 \(/);
  for (const [index, name] of ["Eve", "Ivy", "Joy", "Kim", "Lea"].entries()) {
    const reader = await app.person(name);
    await app.call("POST", `${app.here}/members`, ada, { userId: reader.id });
    await app.share(reader);
    await app.turn(reader, 138 + index);
  }
  const crowded = await app.read();
  assert.equal(facesIn(crowded), 5);
  has(crowded, ">+2</text>", "6 readers share their page.");
});

test("an open window can fetch where all readers are, and nothing else of the page; outsiders, and another group's address, cannot", async (app) => {
  const { ada, grace, mallory } = app;
  await app.turn(grace, 140);
  await app.send("sharing", { shared: "true" }, grace);
  const [whole, part] = [await app.read(), await read(app, `${app.page}?part=live`, ada)];
  const pieces = [...part.matchAll(/<div class="[\w-]+" data-live[^]*?(?=<div class="[\w-]+" data-live|<\/body>)/g)];
  assert.equal(pieces.length, 2);
  for (const [piece] of pieces) assert.ok(whole.includes(piece), piece);
  has(part, `data-viewer="${ada.id}"`, "(50%)");
  assert.doesNotMatch(part, /<(form|header|main|style)\b/);
  const other = await app.group(ada);
  const address = (group: string) => `/group/${group}/books/${app.bookId}?part=live`;
  assert.equal((await visit(app, address(other.id), ada)).status, 404);
  assert.equal((await visit(app, address(app.circle.id), mallory)).status, 404);
});
