/** One date of a meeting that repeats, moved, changed or cancelled alone. */
import assert from "node:assert/strict";
import ical, { type VEvent } from "node-ical";
import { findCalendarMeetings } from "../../../db/groups/calendars.ts";
import { remindOfMeetings } from "../../../server/actions/groups/meeting_notices.ts";
import { meetings as limits } from "../../../server/contract/groups/limits.ts";
import type { Meeting } from "../../../server/contract/groups/meeting_shapes.ts";
import { meetingTexts } from "../../../server/contract/groups/meeting_texts.ts";
import type { Notice } from "../../../server/contract/notices/shapes.ts";
import type { Person } from "../../support/app.ts";
import { archiveOf, readBack } from "../../support/archives.ts";
import { beforeWrite } from "../../support/before_write.ts";
import { startReading } from "../../support/cast.ts";
import { inScene } from "../../support/in_scene.ts";
import { assertFailure, visit } from "../../support/requests.ts";

const never = new AbortController().signal;
const weekly = {
  title: "Part one",
  startsAt: "2027-03-18T19:00:00+01:00",
  endsAt: "2027-03-18T21:00:00+01:00",
  timeZone: "Europe/Berlin",
  place: "Library",
  repeats: "weekly",
};
/** As the clocks of Berlin go: summer time begins on the 28th. */
const [first, second, third, fourth] = ["03-18T18", "03-25T18", "04-01T17", "04-08T17"].map((time) =>
  `2027-${time}:00:00.000Z`
);

/** Ada's weekly meeting in her group with Grace, and a clock that can be set. */
async function withWeekly() {
  let now = Date.parse("2027-03-01T09:00:00Z");
  const cast = await startReading({ clock: () => now, env: { ORGANIZERS_ADD_PEOPLE: "true" } });
  const { call, here, ada } = cast;
  const { body: { meeting: { id } } } = await call("POST", `${here}/meetings`, ada, weekly);
  const of = (date: string) => `/meetings/${id}/dates/${encodeURIComponent(date)}`;
  const texts = async (as: Person): Promise<string[]> =>
    (await call("GET", "/notices", as)).body.notices.filter(({ kind }: Notice) => kind === "meeting")
      .map(({ text }: Notice) => text);
  return {
    ...cast,
    id,
    texts,
    change: (date: string, own: object, as = ada) => call("PUT", of(date), as, own),
    cancel: (date: string, as = ada) => call("DELETE", of(date), as),
    next: async (as = ada): Promise<Meeting> => (await call("GET", `${here}/meetings`, as)).body.meetings[0],
    series: (more = {}) => call("PUT", `/meetings/${id}`, ada, { ...weekly, ...more }),
    reply: (as: Person, more = {}) => call("PUT", `/meetings/${id}/reply`, as, { reply: "yes", ...more }),
    async at(time: string) {
      now = Date.parse(time);
      await remindOfMeetings(cast.deps, never);
    },
    reminders: async (as: Person) => (await texts(as)).filter((text) => text.startsWith("Reminder")),
    async entries(path = `/api/meetings/${id}.ics`, as: Person | null = ada) {
      const text = await (await visit(cast, path, as)).text();
      const events = Object.values(ical.sync.parseICS(text)).filter((part): part is VEvent => part?.type === "VEVENT");
      return { text, events };
    },
  };
}

const test = inScene(withWeekly);
type Scene = Awaited<ReturnType<typeof withWeekly>>;

const moved = { startsAt: "2027-03-19T20:00:00+01:00" };

test("Ada moves one date: it is as long as the others, keeps its replies, and the series stays as it was", async (app) => {
  const { ada, grace } = app;
  await app.reply(grace);
  const { body: { meeting } } = await app.change(first, { ...moved, place: "Park" });
  assert.deepEqual([meeting.date, meeting.startsAt, meeting.endsAt, meeting.place], [
    first,
    "2027-03-19T19:00:00.000Z",
    "2027-03-19T21:00:00.000Z",
    "Park",
  ]);
  assert.deepEqual([meeting.series.startsAt, meeting.series.place], [first, "Library"]);
  assert.deepEqual([meeting.replies.yes, (await app.next(grace)).mine], [1, "yes"]);
  assert.equal((await app.next()).startsAt, meeting.startsAt);
  await app.at("2027-03-19T22:00:00Z");
  const after = await app.next();
  assert.deepEqual([after.startsAt, after.place, after.series, after.dates], [second, "Library", null, []]);
  assert.equal((await app.call("PUT", `/meetings/${app.id}/reply`, ada, { reply: "no", date: third })).status, 200);
  assert.equal((await app.next()).mine, null, "the reply is of another date");
});

test("a cancelled date is passed over and takes no reply, and without anything of its own it is as the others again", async (app) => {
  await app.cancel(first);
  const next = await app.next();
  assert.deepEqual([next.date, next.dates.map(({ date, cancelledAt }) => [date, cancelledAt !== null])], [
    second,
    [[first, true]],
  ]);
  const over = { status: 409, code: "meeting_cancelled" };
  assertFailure(await app.cancel(first), { ...over, message: meetingTexts.dateCancelled });
  assertFailure(await app.reply(app.grace, { date: first }), { ...over, message: meetingTexts.dateCancelled });
  const { body: { meeting } } = await app.change(first, {});
  assert.deepEqual([meeting.startsAt, meeting.cancelledAt, meeting.series], [first, null, null]);
  assert.deepEqual([(await app.next()).date, (await app.next()).dates], [first, []]);
});

test("a series that was cancelled keeps the time of its next date, and has no dates to come", async (app) => {
  await app.change(first, moved);
  await app.cancel(second);
  const { body: { meeting } } = await app.call("DELETE", `/meetings/${app.id}`, app.ada);
  assert.deepEqual([meeting.startsAt, meeting.dates], ["2027-03-19T19:00:00.000Z", []]);
});

test("a date is put right until the time that it would have is over, and takes replies until it is, within a year", async (app) => {
  const { deps: { db }, grace } = app;
  await app.change(first, moved);
  await db.write([db.q.run("update meeting_dates set starts_at = 1, ends_at = 2")]);
  assert.equal((await app.change(first, { place: "Park" })).body.meeting.startsAt, first);
  const answers = async (...dates: string[]) =>
    (await Promise.all(dates.map((date) => app.reply(grace, { date })))).map(({ status }) => status);
  const [inAYear, later] = ["2028-02-24T18:00:00.000Z", "2028-03-16T18:00:00.000Z"];
  assert.deepEqual(await answers(first, second, inAYear, later), [200, 200, 200, 404]);
  await app.at("2027-03-18T20:00:01Z");
  assert.deepEqual([(await app.change(first, moved)).status, ...await answers(first, second)], [404, 404, 200]);
  await app.series({ startsAt: "2029-03-15T19:00:00+01:00", endsAt: "2029-03-15T21:00:00+01:00" });
  const next = await app.next();
  assert.deepEqual(await answers(next.date), [200]);
});

test("only Ada and whoever made it change a date, and what is no date to come, or no meeting with it, is refused", async (app) => {
  const { grace, mallory, id, call } = app;
  const own = { place: "Park" };
  assertFailure(await app.change(first, own, grace), {
    status: 403,
    code: "organizers_only",
    message: meetingTexts.notYours,
  });
  assert.equal((await app.cancel(first, grace)).status, 403);
  for (const status of [(await app.change(first, own, mallory)).status, (await app.cancel(first, mallory)).status]) {
    assert.equal(status, 404);
  }
  const missing = { status: 404, code: "date_not_found", message: meetingTexts.dateNotFound };
  for (const date of ["2027-03-19T18:00:00.000Z", "2027-03-11T18:00:00.000Z", "2028-06-01T17:00:00.000Z"]) {
    assertFailure(await app.change(date, own), missing);
  }
  assert.equal((await app.change("never", own)).status, 400);
  const issues = async (given: object) => (await app.change(first, given)).body.issues;
  assert.deepEqual(await issues({ endsAt: "2027-03-18T18:00:00Z" }), [
    { path: "endsAt", message: meetingTexts.endsBefore },
  ]);
  assert.deepEqual(await issues({ startsAt: "2027-02-18T18:00:00Z" }), [
    { path: "endsAt", message: meetingTexts.dateMovedBack },
  ]);
  assert.deepEqual(await issues({ startsAt: "2028-03-18T18:00:00Z" }), [
    { path: "startsAt", message: meetingTexts.dateMovedFar },
  ]);
  assert.deepEqual(await issues({ upTo: 20 }), [{ path: "upTo", message: meetingTexts.noBook }]);
  assert.deepEqual(await issues({ bookId: "unknown" }), [{ path: "bookId", message: meetingTexts.unknownBook }]);
  await call("DELETE", `/meetings/${id}`, app.ada);
  assert.equal((await app.change(first, own)).status, 409);
});

test("a date has its own book and page, and what it shares with the series follows the series", async (app) => {
  const { bookId } = app;
  await app.change(first, { bookId, upTo: 50 });
  await app.change(second, { startsAt: "2027-03-26T18:00:00Z" });
  const { body: { meeting } } = await app.series({
    place: "Castle",
    endsAt: "2027-03-18T22:00:00+01:00",
    title: "All",
  });
  assert.deepEqual([meeting.title, meeting.place, meeting.bookId, meeting.upTo], ["All", "Castle", bookId, 50]);
  const [, later] = meeting.dates;
  assert.deepEqual([later.date, later.startsAt, later.endsAt, later.place], [
    second,
    "2027-03-26T18:00:00.000Z",
    "2027-03-26T21:00:00.000Z",
    "Castle",
  ]);
});

test("a book of a date that was removed comes back with its page, also where the date was changed meanwhile", async (app) => {
  const { bookId, call, ada } = app;
  const book = { bookId, upTo: 50 };
  for (const more of [{ ...book, upTo: 100 }, {}]) {
    await app.series(more);
    await app.change(first, book);
    await call("DELETE", `/books/${bookId}`, ada);
    const { body: { meeting } } = await app.change(first, { place: "Park", bookId: null, upTo: null });
    assert.deepEqual([meeting.place, meeting.bookId, meeting.upTo], ["Park", null, null]);
    await call("POST", `/books/${bookId}/restore`, ada);
    const { place, bookId: own, upTo } = await app.next();
    assert.deepEqual([place, own, upTo], ["Park", bookId, 50]);
  }
  await app.change(first, { bookId: null, upTo: null });
  assert.equal((await app.next()).bookId, null);
});

test("a book of a series that was removed comes back with its page, also where the series was changed meanwhile", async (app) => {
  const { bookId, call, ada, next } = app;
  await app.series({ bookId, upTo: 50 });
  await app.change(second, { place: "Park" });
  await call("DELETE", `/books/${bookId}`, ada);
  const { body: { meeting } } = await app.series({ title: "Part two", startsAt: weekly.startsAt });
  assert.deepEqual([meeting.title, meeting.bookId, meeting.upTo], ["Part two", null, null]);
  await call("POST", `/books/${bookId}/restore`, ada);
  const { bookId: kept, upTo, dates: [own] } = await next();
  assert.deepEqual([kept, upTo, own.bookId, own.upTo], [bookId, 50, bookId, 50]);
  await app.series();
  assert.equal((await next()).bookId, null);
});

test("a book that leaves the shelf while a meeting is planned or changed is refused beside its field", async (app) => {
  const { deps: { db }, bookId, call, here, ada } = app;
  const own = { bookId, upTo: 50 };
  const writes: [RegExp, () => ReturnType<typeof app.series>][] = [
    [/insert into meetings/, () => call("POST", `${here}/meetings`, ada, { ...weekly, ...own })],
    [/update meetings set title/, () => app.series(own)],
    [/insert into meeting_dates/, () => app.change(first, own)],
  ];
  for (const [statement, write] of writes) {
    beforeWrite(db, statement, () => call("DELETE", `/books/${bookId}`, ada));
    const { status, body: { issues } } = await write();
    assert.deepEqual([status, issues], [400, [{ path: "bookId", message: meetingTexts.unknownBook }]], `${statement}`);
    await call("POST", `/books/${bookId}/restore`, ada);
  }
});

test("with another start or rule the dates that are none of it any more are forgotten", async (app) => {
  await app.cancel(second);
  await app.change(third, { place: "Park" });
  await app.series({ repeats: "fortnightly" });
  assert.deepEqual((await app.next()).dates.map(({ date }) => date), [third]);
  await app.series({ startsAt: "2027-03-19T19:00:00+01:00", endsAt: "2027-03-19T20:00:00+01:00" });
  assert.deepEqual((await app.next()).dates, []);
});

test("a series on the 31st that Ada edits in February stays on the 31st, with its changed dates and their reminders", async (app) => {
  const { reminders, ada } = app;
  const onThe31st = { startsAt: "2027-01-31T19:00:00+01:00", repeats: "monthly" };
  await app.series({ ...onThe31st, endsAt: "2027-01-31T21:00:00+01:00" });
  const march = "2027-03-31T17:00:00.000Z";
  await app.change(march, { startsAt: "2027-03-29T19:00:00+02:00" });
  await app.at("2027-02-01T09:00:00Z");
  const { startsAt, endsAt } = await app.next();
  await app.series({ ...onThe31st, startsAt, endsAt, place: "Castle" });
  await app.series({ ...onThe31st, startsAt, endsAt: "2027-02-28T22:00:00+01:00", place: "Castle" });
  for (const time of ["02-27T18:00", "02-28T17:00"]) await app.at(`2027-${time}:00Z`);
  await app.at("2027-03-28T17:00:00Z");
  assert.equal((await reminders(ada))[0], `Reminder of ${where("Monday, 29 March 2027 at 19:00")}`);
  assert.equal((await app.next()).date, march);
});

test("a series on the 31st goes on from its first date where Ada saves what she opened before its date was cancelled, or over", async (app) => {
  const { ada, grace, call, here } = app;
  await call("PUT", `${here}/members/${grace.id}/role`, ada, { role: "organizer" });
  const onThe31st = { startsAt: "2027-01-31T19:00:00+01:00", endsAt: "2027-01-31T21:00:00+01:00", repeats: "monthly" };
  const [february, march] = ["2027-02-28T18:00:00.000Z", "2027-03-31T17:00:00.000Z"];
  await app.at("2027-02-10T09:00:00Z");
  await app.series(onThe31st);
  await app.change(march, { place: "Park" }, grace);
  const opened = { ...onThe31st, startsAt: february, endsAt: "2027-02-28T20:00:00.000Z" };
  await app.cancel(february, grace);
  const save = async (more: object) => {
    const { startsAt, place, dates } = (await app.series({ ...opened, ...more })).body.meeting;
    return [startsAt, place, dates.map(({ date }: { date: string }) => date)];
  };
  assert.deepEqual(await save({ title: "Part two", date: february }), [march, "Park", [february, march]]);
  assert.deepEqual(await save({ title: "Part three" }), [march, "Park", [february, march]]);
  await app.at("2027-03-01T09:00:00Z");
  assert.deepEqual(await save({ title: "Part four", date: february }), [march, "Park", [march]]);
});

test("a series on the 31st whose time Ada changes in February stays on the 31st, with its replies and changed dates", async (app) => {
  const { grace, entries } = app;
  await app.at("2027-02-10T09:00:00Z");
  const times = (day: string, hour: number) => ({
    startsAt: `${day}T${hour}:00:00Z`,
    endsAt: `${day}T${hour + 2}:00:00Z`,
    repeats: "monthly",
  });
  await app.series(times("2027-01-31", 18));
  const [february, march, april] = ["2027-02-28T18:00:00.000Z", "2027-03-31T17:00:00.000Z", "2027-04-30T17:00:00.000Z"];
  await app.reply(grace);
  await app.reply(grace, { date: march });
  await app.change(march, { place: "Park" });
  await app.cancel(april);
  await app.change("2027-05-31T17:00:00.000Z", { startsAt: "2027-06-01T17:00:00.000Z" });
  const { body: { meeting } } = await app.series({ ...times("2027-02-28", 19), date: february });
  const [first, second, third] = meeting.dates;
  assert.deepEqual([meeting.startsAt, meeting.replies.yes, first.date, first.startsAt, first.endsAt, first.place], [
    "2027-02-28T19:00:00.000Z",
    1,
    "2027-03-31T18:00:00.000Z",
    "2027-03-31T18:00:00.000Z",
    "2027-03-31T20:00:00.000Z",
    "Park",
  ]);
  assert.deepEqual([second.date, second.cancelledAt !== null], ["2027-04-30T18:00:00.000Z", true]);
  assert.deepEqual([third.date, third.startsAt], ["2027-05-31T18:00:00.000Z", "2027-06-01T17:00:00.000Z"]);
  assert.ok((await entries()).text.includes("DTSTART;TZID=Europe/Berlin:20270131T200000"));
  await app.at("2027-03-01T09:00:00Z");
  const next = await app.next(grace);
  assert.deepEqual([next.date, next.mine], [first.date, "yes"]);
});

test("replies are kept where a meeting stays on its day, and on another day members are told to reply again", async (app) => {
  const { grace, call, here, ada, texts } = app;
  const single = { ...weekly, repeats: null };
  const { body: { meeting: { id } } } = await call("POST", `${here}/meetings`, ada, single);
  await call("PUT", `/meetings/${id}/reply`, grace, { reply: "yes" });
  await app.reply(grace);
  const save = async (meeting: string, more: object) =>
    (await call("PUT", `/meetings/${meeting}`, ada, { ...weekly, ...more })).body.meeting.replies.yes;
  const later = { startsAt: "2027-03-18T19:10:00+01:00" };
  assert.deepEqual([await save(id, { ...later, repeats: null }), await save(app.id, later)], [1, 1]);
  assert.equal(await save(id, later), 1, "as the first date of a series");
  assert.ok((await texts(grace)).every((text) => !text.endsWith("Please reply again.")));
  const nextDay = { startsAt: "2027-03-19T19:00:00+01:00", endsAt: "2027-03-19T21:00:00+01:00" };
  assert.deepEqual([await save(id, { ...nextDay, repeats: null }), await save(app.id, nextDay)], [0, 0]);
  assert.ok((await texts(grace)).slice(0, 2).every((text) => text.endsWith("Please reply again.")));
  assert.equal(await save(app.id, {}), 0, "also when it is moved back");
});

test("a date that Grace changes while Ada saves the series keeps its change and its reminder; after two tries Ada is told", async (app) => {
  const { deps: { db }, grace, call, here, ada, reminders } = app;
  const seriesWrite = /update meetings set title/;
  await call("PUT", `${here}/members/${grace.id}/role`, ada, { role: "organizer" });
  beforeWrite(db, seriesWrite, () => app.change(first, { startsAt: "2027-03-16T19:00:00+01:00" }, grace));
  assert.equal((await app.series({ place: "Castle" })).status, 200);
  await app.at("2027-03-15T18:00:00Z");
  assert.equal((await reminders(app.ada)).length, 1);
  beforeWrite(db, seriesWrite, () => app.cancel(third, grace));
  await app.series({ startsAt: weekly.startsAt, repeats: "fortnightly" });
  assert.deepEqual((await app.next()).dates.map(({ date }) => date), [first, third]);
  let n = 0;
  beforeWrite(db, seriesWrite, () => app.change(third, { place: `Park ${++n}` }, grace), 2);
  assertFailure(await app.series({ place: "Tower", repeats: "fortnightly" }), {
    status: 409,
    code: "changed_meanwhile",
    message: meetingTexts.changedMeanwhile,
  });
});

test("a date that Ada changes or cancels while Grace moves the series, or makes it one meeting, is left alone, and Ada is told", async (app) => {
  const { deps: { db }, grace, call, here, ada, id } = app;
  await call("PUT", `${here}/members/${grace.id}/role`, ada, { role: "organizer" });
  const save = (more: object) => call("PUT", `/meetings/${id}`, grace, { ...weekly, ...more });
  const meanwhile = { status: 409, code: "changed_meanwhile", message: meetingTexts.changedMeanwhile };
  const dateWrite = /insert into meeting_dates/;
  const later = { startsAt: "2027-03-18T20:00:00+01:00" };
  for (const more of [later, { repeats: null }]) {
    for (const write of [() => app.cancel(second), () => app.change(second, { place: "Park" })]) {
      beforeWrite(db, dateWrite, () => save(more));
      assertFailure(await write(), meanwhile);
      assert.deepEqual((await save({})).body.meeting.dates, []);
    }
  }
  beforeWrite(db, dateWrite, () => save({ place: "Castle" }));
  assert.equal((await app.cancel(second)).status, 200);
  let n = 0;
  beforeWrite(db, dateWrite, () => save({ place: `Castle ${++n}` }), 2);
  assertFailure(await app.cancel(third), meanwhile);
});

test("so many dates of one meeting, and of all of the group, are changed alone; what is over does not count, and a year later it is forgotten", async (app) => {
  const { deps: { db }, id, call, here, ada } = app;
  const { each, perGroup } = limits.changed;
  const fill = (meeting: string, most: number) =>
    db.write([
      db.q.run(`with recursive n(v) as (select 1 union all select v + 1 from n where v < ${most})
        insert into meeting_dates (meeting_id, date, starts_at, ends_at, updated_at)
        select '${meeting}', 1900000000000 + v, 1900000000000 + v, 1900000000000 + v, 0 from n`),
    ]);
  const pass = (by: number) =>
    db.write([db.q.run(`update meeting_dates set date = date - ${by}, ends_at = ends_at - ${by}`)]);
  const full = { status: 400, code: "group_full", message: meetingTexts.datesFull };
  await fill(id, each);
  assertFailure(await app.cancel(first), full);
  await pass(110_000_000_000);
  assert.equal((await app.cancel(first)).status, 200);
  assert.equal((await db.q.all("select 1 from meeting_dates")).length, each + 1);
  await pass(50_000_000_000);
  const other = (await call("POST", `${here}/meetings`, ada, weekly)).body.meeting.id;
  await fill(other, perGroup);
  assertFailure(await app.cancel(second), full);
  await call("DELETE", `/meetings/${other}`, ada);
  assert.equal((await app.cancel(second)).status, 200);
  assert.equal((await db.q.all(`select 1 from meeting_dates where meeting_id = '${id}'`)).length, 1);
});

const where = (when: string) => `“Part one” in Group of ada, ${when} (Europe/Berlin)`;

test("members hear of a date that was changed or cancelled, by its own time, those who come also where they want less", async (app) => {
  const { grace, texts, call, here, ada } = app;
  const nora = await app.person("Nora");
  await call("POST", `${here}/members`, ada, { userId: nora.id });
  await call("PUT", `${here}/notify`, nora, { level: "mentions" });
  await app.reply(nora, { date: second });
  await app.change(first, moved);
  await app.cancel(second);
  const news = [
    `Ada cancelled one date of ${where("Thursday, 25 March 2027 at 19:00")}`,
    `Ada changed one date of ${where("Friday, 19 March 2027 at 20:00")}`,
  ];
  assert.deepEqual((await texts(grace)).slice(0, 2).sort(), news);
  assert.deepEqual(await texts(nora), news.slice(0, 1));
});

test("reminders come before the time that a date was moved to, none for a cancelled one, and again once it is moved", async (app) => {
  const { grace, reminders } = app;
  await app.change(first, { startsAt: "2027-03-16T19:00:00+01:00" });
  await app.cancel(second);
  await app.at("2027-03-15T18:00:00Z");
  assert.deepEqual(await reminders(grace), [`Reminder of ${where("Tuesday, 16 March 2027 at 19:00")}`]);
  await app.change(first, { startsAt: "2027-03-17T19:00:00+01:00" });
  assert.deepEqual(await reminders(grace), []);
  await app.at("2027-03-16T18:00:00Z");
  assert.deepEqual(await reminders(grace), [`Reminder of ${where("Wednesday, 17 March 2027 at 19:00")}`]);
  for (const time of ["17T18:00", "18T17:00", "24T18:00", "25T17:00"]) await app.at(`2027-03-${time}:00Z`);
  assert.equal((await reminders(grace)).length, 1);
  await app.at("2027-03-31T17:00:00Z");
  assert.equal((await reminders(grace)).length, 2);
});

test("calendars have a moved date under its own time with its own SEQUENCE, and leave out a cancelled one, over summer time", async (app) => {
  const { call, ada } = app;
  const { url } = (await call("POST", "/calendar", ada)).body;
  const own = new URL(url).pathname + new URL(url).search;
  await app.cancel(second);
  await app.change(third, { startsAt: "2027-04-02T20:00:00+02:00", place: "Park" });
  for (const [path, as] of [[undefined, ada], [own, null]] as const) {
    const { text, events: [event] } = await app.entries(path, as);
    const times = event.rrule!.between(new Date("2027-03-01"), new Date("2027-04-10")).map((time) =>
      time.toISOString()
    );
    assert.deepEqual(times.filter((time) => !event.exdate![time.slice(0, 10)]), [first, third, fourth]);
    const [date] = Object.values(event.recurrences!) as VEvent[];
    assert.deepEqual([date.uid, date.recurrenceid?.toISOString(), date.start.toISOString(), date.location], [
      event.uid,
      third,
      "2027-04-02T18:00:00.000Z",
      "Park",
    ]);
    assert.ok(text.includes("EXDATE;TZID=Europe/Berlin:20270325T190000"));
    assert.ok(text.includes("RECURRENCE-ID;TZID=Europe/Berlin:20270401T190000"));
  }
  const sequences = async () => {
    const { events: [event] } = await app.entries();
    return [event, ...Object.values(event.recurrences ?? {}) as VEvent[]].map(({ sequence }) => Number(sequence));
  };
  const [series, date] = await sequences();
  await app.change(third, { startsAt: "2027-04-02T21:00:00+02:00" });
  const [laterSeries, laterDate] = await sequences();
  assert.ok(laterSeries > series && laterDate > date);
  await app.change(second, {});
  assert.ok(!(await app.entries()).text.includes("EXDATE"));
});

test("a mail has of the dates that were changed those that it means and those to come, a file all", async (app) => {
  const { deps: { db }, ada, id } = app;
  await app.cancel(first);
  await app.cancel(fourth);
  const now = Date.parse("2027-04-02T18:00:00Z");
  const has = async (dates: number[] | "all") =>
    (await findCalendarMeetings(db, ada.id, { ids: [id], dates }, now))[0].changed
      .map(({ date }) => new Date(date).toISOString());
  assert.deepEqual(await has([]), [fourth]);
  for (const dates of [[Date.parse(first)], "all" as const]) assert.deepEqual(await has(dates), [first, fourth]);
});

test("of a meeting in UTC a calendar has the dates that are left out, and those that were moved, in UTC", async (app) => {
  await app.series({ timeZone: "UTC" });
  await app.cancel(second);
  await app.change("2027-04-01T18:00:00.000Z", { place: "Park" });
  const { text } = await app.entries();
  const lines = ["DTSTART:20270318T180000Z", "EXDATE:20270325T180000Z", "RECURRENCE-ID:20270401T180000Z"];
  for (const line of lines) assert.ok(text.includes(`\r\n${line}\r\n`), line);
});

test("the archive of the group has its changed dates, and the group that is made of it has them too", async (app: Scene) => {
  const { call, ada, circle } = app;
  await app.change(first, { ...moved, place: "Park" });
  await app.cancel(third);
  const { body } = await readBack(app, ada, await archiveOf(app, ada, circle.id));
  const { meetings: [meeting] } = (await call("GET", `/groups/${body.group.id}/meetings`, ada)).body;
  const { id: _, groupId: __, replies: ___, mine: ____, sequence: _____, ...kept } = await app.next();
  for (const [name, value] of Object.entries(kept)) assert.deepEqual(meeting[name], value, name);
});
