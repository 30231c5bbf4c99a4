import assert from "node:assert/strict";
import { meetingTexts } from "../../server/contract/groups/meeting_texts.ts";
import { clubPaths } from "../../server/contract/groups/club_paths.ts";
import { run, startCast } from "../support/cast.ts";
import { inScene } from "../support/in_scene.ts";
import { submit, visit, visitIn } from "../support/requests.ts";

const test = inScene(startCast);

const planned = {
  title: "Part <one>",
  startsAt: "2126-12-01T19:00:00+01:00",
  endsAt: "2126-12-01T20:00:00Z",
  timeZone: "Europe/Berlin",
  place: "Library",
};

test("the page of a meeting says when it is in the zone of its reader and in its own, and Mallory is led away", async (app) => {
  const { ada, grace, mallory, circle } = app;
  const html = async (path: string) => (await visitIn(app, path, { as: ada, zone: "America/New_York" })).text();
  assert.match(await html(clubPaths.meetings(circle.id)), /No meeting is planned[^]*<details class="fold" open="">/);
  const { meeting } = (await app.call("POST", `/groups/${circle.id}/meetings`, grace, planned)).body;
  const list = await html(clubPaths.meetings(circle.id));
  assert.ok(
    list.includes("Part &lt;one&gt;") && list.includes(meetingTexts.plan) && !list.includes('class="fold" open'),
  );
  const page = await html(clubPaths.meeting(circle.id, meeting.id));
  assert.ok(page.includes("in Europe/Berlin") && page.includes("Library") && page.includes(meetingTexts.answer));
  assert.ok(page.includes(`/api/meetings/${meeting.id}.ics`) && page.includes('<option value="America/Chicago"'));
  assert.match(page, /<option value="Europe\/Berlin" selected/);
  assert.ok(!page.includes("Coming") && !page.includes(meetingTexts.changesSeries));
  await app.call("PUT", `/meetings/${meeting.id}/reply`, grace, { reply: "yes" });
  assert.match(await html(clubPaths.meeting(circle.id, meeting.id)), /Coming<\/h2>.*href="\/profile\/[^"]+"/);
  await app.call("PUT", `/meetings/${meeting.id}`, ada, { ...planned, repeats: "weekly" });
  const series = await html(clubPaths.meeting(circle.id, meeting.id));
  assert.ok(series.includes(meetingTexts.changesSeries) && series.includes(meetingTexts.cancelSeries));
  assert.match(series, /\/change" method="post"><input type="hidden" name="date" value="\d{4}-[^"]+Z"/);
  const elsewhere = await visit(app, clubPaths.meeting(circle.id, "none"), ada);
  assert.equal(new URL(elsewhere.headers.get("location")!, app.url).pathname, clubPaths.meetings(circle.id));
  assert.equal((await visit(app, clubPaths.meetings(circle.id), mallory)).headers.get("location"), "/dashboard");
  await app.call("DELETE", `/meetings/${meeting.id}`, grace);
  assert.ok((await html(clubPaths.meetings(circle.id))).includes(meetingTexts.past));
  const cancelled = await html(clubPaths.meeting(circle.id, meeting.id));
  assert.ok(cancelled.includes(meetingTexts.cancelInCalendar) && !cancelled.includes(meetingTexts.addToCalendar));
});

test("where the zone of its reader is not known, a meeting is shown in its own, which is named everywhere", async (app) => {
  const { ada, circle, call } = app;
  await call("POST", `/books/groups/${circle.id}/books`, ada, { title: "Emma", pageCount: 100 });
  const day = new Date(app.deps.clock() + 3 * 86_400_000).toISOString().slice(0, 10);
  const times = { startsAt: `${day}T10:00:00Z`, endsAt: `${day}T11:00:00Z`, timeZone: "Asia/Tokyo" };
  const { meeting } = (await call("POST", `/groups/${circle.id}/meetings`, ada, { ...planned, ...times })).body;
  const pages = [clubPaths.meetings(circle.id), clubPaths.club(circle.id), "/dashboard"];
  for (const path of pages) {
    assert.match(await (await visit(app, path, ada)).text(), /19:00 \(Asia\/Tokyo\)/, path);
    const known = await (await visitIn(app, path, { as: ada, zone: "UTC" })).text();
    assert.match(known, /10:00(?! \()/, path);
    assert.doesNotMatch(known, /\(Asia\/Tokyo\)|\(UTC\)/, path);
  }
  const page = await (await visit(app, clubPaths.meeting(circle.id, meeting.id), ada)).text();
  assert.match(page, /19:00<\/time>.*until 20:00 \(Asia\/Tokyo\)/);
  assert.ok(!page.includes("in Asia/Tokyo"), "once is enough");
});

test("the page of a date that is over says how many came, and asks nobody any more", async (app) => {
  const { ada, circle, call } = app;
  const [day, past] = [3, -4].map((days) => new Date(app.deps.clock() + days * 86_400_000).toISOString().slice(0, 10));
  const times = { startsAt: `${past}T00:00:00Z`, endsAt: `${past}T01:00:00Z`, timeZone: "UTC" };
  const weekly = { ...planned, ...times, repeats: "weekly" };
  const { meeting: { id } } = (await call("POST", `/groups/${circle.id}/meetings`, ada, weekly)).body;
  const html = async (date: string) =>
    (await visit(app, clubPaths.meetingDate(circle.id, id, `${date}T00:00:00.000Z`), ada)).text();
  const asked = (await Promise.all([day, past].map(html))).map((page) => [
    page.includes(meetingTexts.answer),
    page.includes("Change only this date"),
    page.includes("0 yes, 0 maybe, 0 no"),
  ]);
  assert.deepEqual(asked, [[true, true, true], [false, false, true]]);
});

test("without a script Ada moves only one date and cancels another; what is refused stays in its form", async (app) => {
  const { ada, grace, circle, call } = app;
  const [day, later] = [3, 4].map((days) => new Date(app.deps.clock() + days * 86_400_000).toISOString().slice(0, 10));
  const times = { startsAt: `${day}T19:00:00Z`, endsAt: `${day}T21:00:00Z`, timeZone: "UTC" };
  const weekly = { ...planned, ...times, repeats: "weekly" };
  const { meeting: { id, date } } = (await call("POST", `/groups/${circle.id}/meetings`, ada, weekly)).body;
  const page = clubPaths.meetingDate(circle.id, id, date);
  const html = async (as = ada) => (await visit(app, page, as)).text();
  const shown = await html();
  for (const text of ["nextDates", "changeAll", "cancelAll"] as const) {
    assert.ok(shown.includes(meetingTexts[text]), text);
  }
  for (const what of ["Change", "Cancel"]) assert.match(shown, new RegExp(`${what} only this date: [^<]*\\d:00`));
  const others = await html(grace);
  assert.ok(others.includes(meetingTexts.nextDates) && !others.includes("only this date"));
  const send = (what: "change" | "cancel", fields = {}) =>
    submit(app, clubPaths.dateForm(circle.id, id, date, what), ada, fields);
  const own = { ...times, startsAt: `${later}T20:00`, endsAt: `${later}T22:00`, place: "Park", bookId: "", upTo: "" };
  const refused = await (await send("change", { ...own, endsAt: `${later}T19:00` })).text();
  assert.ok(refused.includes(meetingTexts.endsBefore) && refused.includes('value="Park"'));
  const { pathname, search } = new URL((await send("change", own)).headers.get("location")!, app.url);
  assert.equal(pathname + search, page);
  const moved = await html(grace);
  assert.ok(
    moved.includes("Park") && moved.includes(meetingTexts.dateMoved) && moved.includes("Otherwise it would be"),
  );
  assert.ok((await html()).includes(meetingTexts.asOthers));
  await send("cancel");
  assert.ok((await html(grace)).includes(meetingTexts.dateCancelled));
  await send("change");
  const restored = await html();
  assert.ok(restored.includes("Library") && !restored.includes(meetingTexts.bringBack));
});

test("the next meeting within a week is on the dashboard of those who read, and on the page of what the group plans", async (app) => {
  const { ada, grace, mallory, circle, call } = app;
  const book = { id: "emma", title: "Emma", author: null, pageCount: 100, state: "now" };
  await call("POST", `/books/groups/${circle.id}/books`, ada, book);
  const dashboard = async (as = ada) => (await visit(app, "/dashboard", as)).text();
  const club = async () => (await visit(app, clubPaths.club(circle.id), grace)).text();
  assert.ok(!(await dashboard()).includes("Next meeting") && (await club()).includes("None planned"));
  const at = (days: number) => new Date(app.deps.clock() + days * 86_400_000).toISOString().slice(0, 10);
  const on = (days: number) => ({
    startsAt: `${at(days)}T19:00:00Z`,
    endsAt: `${at(days)}T21:00:00Z`,
    timeZone: "UTC",
  });
  const planned = async (days: number, more = {}) =>
    (await call("POST", `/groups/${circle.id}/meetings`, ada, { title: `In ${days}`, ...on(days), ...more })).body
      .meeting;
  await planned(12);
  assert.ok(!(await dashboard()).includes("Next meeting"));
  const weekly = await planned(2, { repeats: "weekly" });
  assert.match(
    await dashboard(grace),
    new RegExp(`Next meeting[^]*\\?date=${encodeURIComponent(weekly.date)}[^]*In 2`),
  );
  assert.match(await club(), /Next: [^<]*, 2 planned/);
  await call("DELETE", `/meetings/${weekly.id}/dates/${weekly.date}`, ada);
  assert.ok(!(await dashboard()).includes("Next meeting"), "the next date is in nine days");
  await call("PUT", `/meetings/${weekly.id}/dates/${weekly.date}`, ada, { startsAt: `${at(1)}T19:00:00Z` });
  assert.match(await dashboard(), /Next meeting[^]*<\/a><span><time[^>]*>Tomorrow, 19:00[^<]*<\/time>,/);
  assert.ok(!(await dashboard(mallory)).includes("Next meeting"));
});

test("a new meeting is about the book that is now, also where only a page is given, and tomorrow is said as such", async (app) => {
  const { ada, circle, call } = app;
  const book = { id: "emma", title: "Emma", author: null, pageCount: 100, state: "now" };
  const { id } = (await call("POST", `/books/groups/${circle.id}/books`, ada, book)).body.book;
  const list = clubPaths.meetings(circle.id);
  const html = async () => (await visit(app, list, ada)).text();
  assert.match(await html(), new RegExp(`<option value="${id}" selected`));
  const day = new Date(app.deps.clock() + 86_400_000).toISOString().slice(0, 10);
  const fields = { title: "Next", startsAt: `${day}T12:00`, endsAt: `${day}T13:00`, timeZone: "UTC", bookId: "" };
  const send = (upTo: string, formKey = "") =>
    submit(app, clubPaths.newMeeting(circle.id), ada, { ...fields, upTo, bookNow: id, formKey });
  const beyond = await send("500");
  const input = (await beyond.text()).match(/<input[^>]*name="upTo"[^>]*>/)![0];
  assert.equal(beyond.status, 400);
  assert.match(input, /value="500"/);
  assert.match(input, /aria-invalid="true"/);
  assert.match(input, /autofocus/i);
  const formKey = "0193a8f0-0000-4000-8000-000000000001";
  await Promise.all([send("20", formKey), send("20", formKey)]);
  await send("20", formKey);
  const { meetings: [meeting, ...more] } = (await call("GET", `/groups/${circle.id}/meetings`, ada)).body;
  assert.deepEqual([meeting.bookId, meeting.upTo, more], [id, 20, []], "sent again it is planned once");
  assert.match(await html(), /Tomorrow, 12:00 \(UTC\)/);
});

test("a meeting keeps a book that Ada cannot find among the titles to choose from, also when only its page changes", async (app) => {
  const { ada, circle, call } = app;
  const shelved = async (title: string, state: string) =>
    (await call("POST", `/books/groups/${circle.id}/books`, ada, { title, pageCount: 100, state })).body.book.id;
  const emma = await shelved("Emma <long ago>", "done");
  await shelved("Persuasion", "now");
  await run(
    app,
    `insert into books (id, group_id, title, page_count, categories, created_at, state)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 499)
      select 'new' || n, '${circle.id}', 'New ' || n, 10, '[]', 9e12, 'next' from numbers`,
  );
  const day = new Date(app.deps.clock() + 3 * 86_400_000).toISOString().slice(0, 10);
  const times = { startsAt: `${day}T19:00:00Z`, endsAt: `${day}T21:00:00Z`, timeZone: "UTC" };
  const made = { ...planned, ...times, repeats: "weekly", bookId: emma, upTo: 20 };
  const { meeting } = (await call("POST", `/groups/${circle.id}/meetings`, ada, made)).body;
  assert.equal(meeting.bookTitle, "Emma <long ago>");
  const path = clubPaths.meeting(circle.id, meeting.id);
  const html = await (await visit(app, path, ada)).text();
  assert.match(html, /20 of Emma &lt;long ago&gt;/);
  const chosen = html.match(/<select[^>]*name="bookId"[^]*?<\/select>/g)!.map((select) =>
    select.match(/<option value="([^"]*)" selected/)?.[1] ?? ""
  );
  assert.deepEqual(chosen, [emma, emma]);
  const bookNow = html.match(/name="bookNow" value="([^"]+)"/)![1];
  const [startsAt, endsAt] = [`${day}T19:00`, `${day}T21:00`];
  const fields = { ...planned, startsAt, endsAt, timeZone: "UTC", repeats: "weekly", bookNow, bookId: chosen[0] };
  await submit(app, `${path}/change`, ada, { ...fields, upTo: "20", place: "Park" });
  const { meetings: [after] } = (await call("GET", `/groups/${circle.id}/meetings`, ada)).body;
  assert.deepEqual([after.place, after.bookId, after.upTo], ["Park", emma, 20]);
});

test("a form that shows a meeting as it was before another change is refused with what was typed, and sent again it is saved", async (app) => {
  const { ada, circle, call } = app;
  const day = new Date(app.deps.clock() + 3 * 86_400_000).toISOString().slice(0, 10);
  const times = { startsAt: `${day}T19:00:00Z`, endsAt: `${day}T21:00:00Z`, timeZone: "UTC" };
  const made = { ...planned, ...times, repeats: "weekly" };
  const { meeting } = (await call("POST", `/groups/${circle.id}/meetings`, ada, made)).body;
  const path = clubPaths.meeting(circle.id, meeting.id);
  const now = async () => (await call("GET", `/groups/${circle.id}/meetings`, ada)).body.meetings[0];
  const shown = { ...made, startsAt: `${day}T19:00`, endsAt: `${day}T21:00`, date: meeting.date };
  for (const action of [`${path}/change`, clubPaths.dateForm(circle.id, meeting.id, meeting.date, "change")]) {
    const { sequence } = await now();
    await call("PUT", `/meetings/${meeting.id}`, ada, { ...made, place: `Room ${sequence}` });
    const fields = { ...shown, url: "https://call.example", sequence };
    const stale = await submit(app, action, ada, fields);
    const html = await stale.text();
    assert.equal(stale.status, 409);
    assert.ok(html.includes(meetingTexts.changedMeanwhile) && html.includes('value="https://call.example"'));
    assert.deepEqual([(await now()).place, (await now()).url], [`Room ${sequence}`, null]);
    const [, seen] = html.match(/name="sequence" value="(\d+)"/)!;
    assert.equal((await submit(app, action, ada, { ...fields, sequence: seen })).status, 303);
    assert.equal((await now()).url, "https://call.example");
    await call("PUT", `/meetings/${meeting.id}`, ada, made);
  }
});
