import assert from "node:assert/strict";
import { chapters, users } from "../../db/schema.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { setCookieOf, submit, visit } from "../support/requests.ts";

/** The page where Ada's group, with Grace in it, reads a book of 280 pages, on 9 March 2026. */
async function withBook() {
  const app = await startApp({ clock: () => Date.parse("2026-03-09T12:00:00Z") });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  const { body: { book } } = await app.call("POST", `/books/groups/${id}/books`, ada, {
    title: "Sketch",
    pageCount: 280,
  });
  const here = `/group/${id}/books/${book.id}`;
  return {
    ...app,
    ada,
    grace,
    here,
    bookId: book.id,
    read: async (as: Person) => await (await visit(app, here, as)).text(),
    turn: (as: Person, currentPage: number) => app.call("PUT", `/books/${book.id}/progress`, as, { currentPage }),
    share: (as: Person, shared = true) => app.call("PUT", `/books/${book.id}/sharing`, as, { shared }),
    plan: (change = {}) => app.call("PUT", `/books/${book.id}/plan`, ada, { ...march, ...change }),
  };
}

const march = { startsAt: "2026-03-02", targetAt: "2026-03-29", days: [0, 1, 2, 3, 4, 5, 6] };
const form = { startsAt: "2026-03-02", targetAt: "2026-03-29", day1: "on", day0: "on" };

/** Sends a form: its answer, and what the next page will show. */
async function send(app: TestApp, path: string, as: Person, fields: Record<string, string>) {
  const response = await submit(app, path, as, fields);
  const flash = setCookieOf(response, "chapterhouse_flash")?.value;
  const toast = flash && JSON.parse(decodeURIComponent(decodeURIComponent(flash))).text;
  return { status: response.status, to: response.headers.get("Location"), toast, html: await response.text() };
}

const has = (html: string, ...expected: string[]) => {
  for (const text of expected) assert.ok(html.includes(text), text);
};

Deno.test("a book without a plan offers to make one, and by the form it is made, changed and removed", async () => {
  await using app = await withBook();
  const { ada, grace, here } = app;
  has(await app.read(ada), "No plan yet", "Make a plan", 'value="2026-03-09"', "You have not begun yet.");
  const { to, toast } = await send(app, `${here}/plan`, ada, form);
  assert.deepEqual([to, toast], [`${here}?tab=pace`, "The plan is saved"]);
  has(await app.read(grace), "2 March 2026 to 29 March 2026", "Mon and Sun", "Change the plan");
  await send(app, `${here}/plan`, grace, { ...form, day1: "off" });
  const { body: { plan } } = await app.call("GET", `/books/${app.bookId}/plan`, ada);
  assert.deepEqual([plan.days, plan.createdBy], [[0], ada.id]);
  assert.equal((await send(app, `${here}/plan/remove`, grace, {})).toast, "The plan was removed");
  has(await app.read(ada), "No plan yet");
});

Deno.test("a plan that cannot be is shown again as it was typed, with what is wrong at its field", async () => {
  await using app = await withBook();
  const { ada, here } = app;
  for (const path of ["make", "change"]) {
    if (path === "change") await app.plan();
    const { status, html } = await send(app, `${here}/plan`, ada, { ...form, targetAt: "2026-03-01" });
    assert.equal(status, 400);
    has(html, 'value="2026-03-01"', "The plan must end after its first day.", 'name="day1" checked');
    assert.match(html, /name="day2"(?! checked)/);
    const { day0: _, day1: __, ...noDays } = form;
    has((await send(app, `${here}/plan`, ada, noDays)).html, "Please choose at least one day of the week.");
  }
});

Deno.test("the page says where the reader is, where the group should be and how many pages a day are left", async () => {
  await using app = await withBook();
  await app.plan();
  await app.turn(app.ada, 40);
  has(
    await app.read(app.ada),
    "You are at page 40. By the end of today the group plans to be at page 80. 12 pages each reading day, " +
      "and you arrive by 29 March 2026.",
  );
  await app.plan({ startsAt: "2026-03-20" });
  has(await app.read(app.ada), "The group begins on 20 March 2026.");
  await app.plan({ startsAt: "2026-02-01", targetAt: "2026-03-08" });
  has(await app.read(app.ada), "By the plan the group has reached the end of the book.");
  await app.turn(app.ada, 280);
  has(await app.read(app.ada), "You have finished this book.");
});

Deno.test("who is behind turns to the page of today with one press; who is not has no such button", async () => {
  await using app = await withBook();
  const { ada, grace, here } = app;
  await app.plan();
  has(await app.read(ada), "I have caught up", '<input type="hidden" name="page" value="80"/>');
  assert.equal((await send(app, `${here}/caught-up`, ada, { page: "80" })).toast, "You have caught up");
  const caughtUp = await app.read(ada);
  has(caughtUp, "You are at page 80.");
  assert.doesNotMatch(caughtUp, /I have caught up/);
  await app.turn(grace, 81);
  assert.doesNotMatch(await app.read(grace), /I have caught up/);
});

Deno.test("a press on a page that was shown days ago does not turn back", async () => {
  await using app = await withBook();
  const { ada, here } = app;
  await app.plan();
  await app.turn(ada, 100);
  await send(app, `${here}/caught-up`, ada, { page: "80" });
  has(await app.read(ada), "You are at page 100.");
});

Deno.test("whether to share is asked once there is a plan, until it is decided, and can be changed", async () => {
  await using app = await withBook();
  const { ada, here } = app;
  const question = "Show the group where you are?";
  assert.ok(!(await app.read(ada)).includes(question));
  await app.plan();
  has(await app.read(ada), question);
  await send(app, `${here}/sharing`, ada, { shared: "false" });
  const decided = await app.read(ada);
  assert.ok(!decided.includes(question));
  has(decided, "Only you see which page of this book you are on.");
  assert.equal(
    (await send(app, `${here}/sharing`, ada, { shared: "true" })).toast,
    "The group now sees your page in this book",
  );
  has(await app.read(ada), "Stop sharing my page");
});

Deno.test("the line and its table have those who share, and nobody else", async () => {
  await using app = await withBook();
  const { ada, grace, deps, bookId } = app;
  await deps.db.write([deps.db.q.insert(chapters).values({ bookId, number: 0, title: "One", page: 70 })]);
  await app.turn(ada, 28);
  await app.turn(grace, 140);
  has(await app.read(ada), "Nobody shares their page yet.", 'x1="25.0%"');
  await app.share(grace);
  await deps.db.write([deps.db.q.update(users).set({ fullName: "<b>Grace" })]);
  const html = await app.read(ada);
  has(html, "One reader shares their page.", 'x="50.0%"', "Page 140 (50%)", "&lt;b&gt;Grace");
  assert.equal(html.match(/class="reading-line-face"/g)?.length, 1);
  assert.doesNotMatch(html, /Page 28 \(/);
});

Deno.test("of a crowd at one place some faces are drawn and the others counted", async () => {
  await using app = await withBook();
  const people = await Promise.all(["Eve", "Ivy", "Joy", "Kim", "Lea", "Mia"].map((name) => app.person(name)));
  for (const { id } of people) {
    await app.call("POST", `/groups/${app.here.split("/")[2]}/members`, app.ada, { userId: id });
  }
  for (const [index, person] of people.entries()) {
    await app.share(person);
    await app.turn(person, 100 + index);
  }
  const html = await app.read(app.ada);
  assert.equal(html.match(/class="reading-line-face"/g)?.length, 5);
  has(html, ">+2</text>", "6 readers share their page.");
});
