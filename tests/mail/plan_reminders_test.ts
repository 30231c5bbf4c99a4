import assert from "node:assert/strict";
import { mailDigests } from "../../server/actions/notices/digest.ts";
import { remindLateReaders } from "../../server/actions/reading/plan.ts";
import { type Person, startApp } from "../support/app.ts";
import { startSmtp } from "../support/servers/smtp.ts";

const hour = 3_600_000;
const never = new AbortController().signal;
const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** Ada's group with Grace and Nora in it reads a book of 280 pages from 2 to 29 March. The clock can be set. */
async function withPlan() {
  await using starting = new AsyncDisposableStack();
  const smtp = starting.use(await startSmtp());
  let now = Date.parse("2026-03-01T09:00:00Z");
  const env = { MAIL_URL: smtp.url, PUBLIC_URL: "https://books.example" };
  const app = starting.use(await startApp({ env, clock: () => now }));
  const [ada, grace, nora] = [await app.person("Ada"), await app.person("Grace"), await app.person("Nora")];
  const group = await app.group(ada, grace, nora);
  const path = `/books/groups/${group.id}/books`;
  const { body: { book } } = await app.call("POST", path, ada, { title: "Sketch", pageCount: 280 });
  await app.call("PUT", `/books/${book.id}/plan`, ada, {
    startsAt: "2026-03-02",
    targetAt: "2026-03-29",
    days: everyDay,
  });
  for (const person of [ada, grace, nora]) await app.call("POST", "/notices/read", person, { all: true });
  const disposal = starting.move();
  return {
    app,
    smtp,
    ada,
    grace,
    nora,
    group,
    book,
    turn: (as: Person, page: number) => app.call("PUT", `/books/${book.id}/progress`, as, { currentPage: page }),
    share: (as: Person) => app.call("PUT", `/books/${book.id}/sharing`, as, { shared: true }),
    /** Goes to a time, and does what a service does every hour and every minute. */
    async at(time: string) {
      now = Date.parse(time);
      await remindLateReaders(app.deps, never);
      now += hour;
      await mailDigests(app.deps, never);
    },
    reminders: async (of: Person): Promise<string[]> =>
      (await app.call("GET", "/notices", of)).body.notices
        .map(({ text }: { text: string }) => text).filter((text: string) => text.includes("to go by")),
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}

Deno.test("a reader who is behind is reminded once a week, by a notice and a mail, while the plan runs and a week longer", async () => {
  await using scene = await withPlan();
  const { grace, smtp, group, book } = scene;
  await scene.turn(grace, 10);
  const days = [];
  for (let day = Date.parse("2026-03-01"); day < Date.parse("2026-04-20"); day += 6 * hour) {
    const before = (await scene.reminders(grace)).length;
    const date = new Date(day).toISOString();
    await scene.at(date);
    if ((await scene.reminders(grace)).length > before) days.push(date.slice(0, 10));
  }
  assert.deepEqual(days, ["2026-03-04", "2026-03-11", "2026-03-18", "2026-03-25", "2026-04-01"]);
  const mail = await smtp.next();
  assert.equal(mail.to, "grace@example.org");
  assert.equal(mail.subject, "10 pages to go by the plan of “Sketch” in Group of ada");
  assert.ok(mail.text.includes(`https://books.example/group/${group.id}/books/${book.id}`));
});

Deno.test("a reader who is behind in two books is reminded of one of them a week", async () => {
  await using scene = await withPlan();
  const { app, ada, grace, group } = scene;
  const path = `/books/groups/${group.id}/books`;
  const { body: { book } } = await app.call("POST", path, ada, { title: "Notes", pageCount: 280 });
  const plan = { startsAt: "2026-03-02", targetAt: "2026-03-29", days: everyDay };
  await app.call("PUT", `/books/${book.id}/plan`, ada, plan);
  await scene.turn(grace, 10);
  await app.call("PUT", `/books/${book.id}/progress`, grace, { currentPage: 10 });
  const counts = [];
  for (const day of ["06", "07", "12", "13", "14"]) {
    await scene.at(`2026-03-${day}T09:00:00Z`);
    counts.push((await scene.reminders(grace)).length);
  }
  assert.deepEqual(counts, [1, 1, 1, 2, 2]);
});

Deno.test("on a shelf of her own Grace is reminded in words of its own", async () => {
  await using scene = await withPlan();
  const { app: { call }, grace } = scene;
  const { group } = (await call("POST", "/reading/shelf", grace)).body;
  const added = { title: "Persuasion", pageCount: 280 };
  const { book } = (await call("POST", `/books/groups/${group.id}/books`, grace, added)).body;
  const plan = { startsAt: "2026-03-02", targetAt: "2026-03-29", days: everyDay };
  await call("PUT", `/books/${book.id}/plan`, grace, plan);
  await call("PUT", `/books/${book.id}/progress`, grace, { currentPage: 10 });
  await scene.at("2026-03-04T09:00:00Z");
  assert.deepEqual(await scene.reminders(grace), ["10 pages to go by the plan of “Persuasion” in your own reading"]);
});

Deno.test("who has caught up, finished, or neither begun nor shares their page is not reminded", async () => {
  await using scene = await withPlan();
  const { ada, grace, nora } = scene;
  await scene.turn(ada, 91);
  await scene.turn(grace, 280);
  // Later than a mistyped page is taken back.
  await scene.at("2026-03-12T08:00:00Z");
  await scene.turn(grace, 1);
  await scene.at("2026-03-12T09:00:00Z");
  assert.deepEqual([await scene.reminders(ada), await scene.reminders(grace), await scene.reminders(nora)], [
    [],
    [],
    [],
  ]);
  await scene.share(nora);
  await scene.at("2026-03-12T10:00:00Z");
  assert.deepEqual(await scene.reminders(nora), ["100 pages to go by the plan of “Sketch” in Group of ada"]);
});

Deno.test("who wants no notices of the group, or has left it, is not reminded", async () => {
  await using scene = await withPlan();
  const { app, ada, grace, nora, group } = scene;
  for (const reader of [grace, nora]) await scene.turn(reader, 1);
  await app.call("PUT", `/groups/${group.id}/notify`, grace, { level: "none" });
  await app.call("DELETE", `/groups/${group.id}/members/${nora.id}`, ada);
  await scene.at("2026-03-12T09:00:00Z");
  assert.deepEqual([await scene.reminders(grace), await scene.reminders(nora)], [[], []]);
});

Deno.test("two instances that look at the same time remind once", async () => {
  await using scene = await withPlan();
  await scene.turn(scene.grace, 1);
  await scene.at("2026-03-02T23:00:00Z");
  await Promise.all([scene.at("2026-03-12T09:00:00Z"), scene.at("2026-03-12T09:00:00Z")]);
  assert.equal((await scene.reminders(scene.grace)).length, 1);
});
