import assert from "node:assert/strict";
import ical, { type VEvent } from "node-ical";
import { findCalendarMeetings } from "../../../db/groups/calendars.ts";
import { deleteAccount } from "../../../server/actions/account/deletion.ts";
import { calendarFile, zoneEntriesOf } from "../../../server/actions/groups/calendar_file.ts";
import { startReading } from "../../support/cast.ts";
import { inScene } from "../../support/in_scene.ts";
import { visit } from "../../support/requests.ts";

const now = Date.parse("2027-03-01T09:00:00Z");
const test = inScene(() => startReading({ clock: () => now, env: { RATE_LIMITS: "calendar=5/3600" } }));

type Scene = Awaited<ReturnType<typeof startReading>>;

const weekly = {
  title: "Part one",
  startsAt: "2027-03-18T19:00:00+01:00",
  endsAt: "2027-03-18T21:00:00+01:00",
  timeZone: "Europe/Berlin",
  repeats: "weekly",
};

const plan = async ({ call, here, ada }: Scene, more = {}) =>
  (await call("POST", `${here}/meetings`, ada, { ...weekly, ...more })).body.meeting;

const addressOf = async ({ call }: Scene, as: Scene["ada"]): Promise<string> => {
  const { body } = await call("POST", "/calendar", as);
  assert.equal((await call("GET", "/calendar", as)).body.url, body.url);
  const { pathname, search } = new URL(body.url);
  return pathname + search;
};

/** What an app sees that subscribes to the address, without being logged in. */
async function read(app: Scene, path: string, as: Scene["ada"] | null = null) {
  const response = await visit(app, path, as);
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type")!, /^text\/calendar/);
  const text = await response.text();
  const events = Object.values(ical.sync.parseICS(text)).filter((part): part is VEvent => part?.type === "VEVENT");
  return { text, events };
}

test("a weekly meeting at seven in Berlin stays at seven as summer time begins, also for a calendar that knows no zones", async (app) => {
  await plan(app);
  const { text, events: [event] } = await read(app, await addressOf(app, app.grace));
  assert.deepEqual([event.summary, event.start.toISOString()], ["Part one (Group of ada)", "2027-03-18T18:00:00.000Z"]);
  const times = event.rrule!.between(new Date("2027-03-01"), new Date("2027-04-10")).map((time) => time.toISOString());
  assert.deepEqual(times.slice(0, 3), [
    "2027-03-18T18:00:00.000Z",
    "2027-03-25T18:00:00.000Z",
    "2027-04-01T17:00:00.000Z",
  ]);
  const change = [
    "BEGIN:DAYLIGHT",
    "DTSTART:20270328T020000",
    "TZOFFSETFROM:+0100",
    "TZOFFSETTO:+0200",
    "END:DAYLIGHT",
  ];
  assert.ok(text.includes(change.join("\r\n")));
  assert.ok(text.includes("DTSTART;TZID=Europe/Berlin:20270318T190000"));
  assert.match(text, /DTSTAMP:\d{8}T\d{6}Z/);
  const ownProperties = text.slice(0, text.indexOf("BEGIN:VTIMEZONE"));
  assert.ok(ownProperties.includes("REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n"));
  assert.equal(text.match(/^(REFRESH-INTERVAL|X-PUBLISHED-TTL)/gm)!.length, 2);
});

test("monthly on the 31st is the last day of a shorter month, and what does not repeat has its time alone", async (app) => {
  const last = { startsAt: "2027-01-31T19:00:00+01:00", endsAt: "2027-01-31T20:00:00+01:00" };
  const monthly = await plan(app, { ...last, repeats: "monthly" });
  const { events: [event] } = await read(app, `/api/meetings/${monthly.id}.ics`, app.grace);
  const times = event.rrule!.between(new Date("2027-01-01"), new Date("2027-05-02")).map((time) => time.toISOString());
  assert.deepEqual(times.map((time) => time.slice(0, 10)), ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"]);
  const once = await plan(app, { repeats: null });
  const { text } = await read(app, `/api/meetings/${once.id}.ics`, app.grace);
  assert.ok(text.includes("DTSTART:20270318T180000Z") && !text.includes("VTIMEZONE"));
});

test("a changed meeting has the same UID and a higher SEQUENCE, a cancelled one is CANCELLED, and what changes nothing raises nothing", async (app) => {
  const { call, ada } = app;
  const { id } = await plan(app);
  const entry = async () => {
    const { events: [{ uid, sequence, status, start }] } = await read(app, `/api/meetings/${id}.ics`, ada);
    return [uid, Number(sequence), status, start.toISOString().slice(0, 10)];
  };
  const change = (more = {}) => call("PUT", `/meetings/${id}`, ada, { ...weekly, ...more });
  await change();
  assert.deepEqual(await entry(), [id, 0, "CONFIRMED", "2027-03-18"]);
  await change({ title: "Part two" });
  assert.deepEqual(await entry(), [id, 1, "CONFIRMED", "2027-03-18"]);
  await change({ startsAt: "2027-03-19T19:00:00+01:00", endsAt: "2027-03-19T20:00:00+01:00" });
  assert.deepEqual(await entry(), [id, 2, "CONFIRMED", "2027-03-19"]);
  await call("DELETE", `/meetings/${id}`, ada);
  assert.deepEqual(await entry(), [id, 3, "CANCELLED", "2027-03-19"]);
});

test("a title, a length and a time of day change the series as a whole, another day from the next one on", async (app) => {
  const past = { startsAt: "2027-01-31T19:00:00+01:00", endsAt: "2027-01-31T20:00:00+01:00", repeats: "monthly" };
  const { id, startsAt, endsAt } = await plan(app, past);
  const change = { ...weekly, ...past, startsAt, endsAt };
  const start = async () => (await read(app, `/api/meetings/${id}.ics`, app.ada)).events[0].start.toISOString();
  await app.call("PUT", `/meetings/${id}`, app.ada, { ...change, title: "Part two" });
  assert.equal(await start(), "2027-01-31T18:00:00.000Z");
  const endsLater = { ...change, endsAt: "2027-03-31T19:00:00Z" };
  await app.call("PUT", `/meetings/${id}`, app.ada, endsLater);
  assert.equal(await start(), "2027-01-31T18:00:00.000Z");
  await app.call("PUT", `/meetings/${id}`, app.ada, { ...endsLater, startsAt: "2027-03-31T18:00:00Z" });
  assert.equal(await start(), "2027-01-31T19:00:00.000Z");
  const earlier = "2027-03-30T18:00:00.000Z";
  await app.call("PUT", `/meetings/${id}`, app.ada, { ...endsLater, startsAt: earlier });
  assert.equal(await start(), earlier);
});

test("what members write is text in a calendar, whatever marks it has, in lines of 75 octets at most", async (app) => {
  const title = `A, b; c\\d "e":\nBEGIN:VEVENT ${"é👩‍👩‍👧".repeat(9)}`.slice(0, 110);
  const place = "Room; 1,\r\nATTENDEE:mailto:mallory@example.org";
  const { id } = await plan(app, { title, place, url: "https://example.org/?a=1,2;3" });
  const { text, events } = await read(app, `/api/meetings/${id}.ics`, app.ada);
  assert.equal(events.length, 1);
  assert.equal(events[0].summary, `${title} (Group of ada)`);
  assert.equal(events[0].location, "Room; 1,\nATTENDEE:mailto:mallory@example.org");
  const lines = text.split("\r\n");
  assert.ok(lines.every((line) => new TextEncoder().encode(line).length <= 75));
  assert.ok(!/[\r\n]/.test(lines.join("")) && !lines.some((line) => /^(ATTENDEE|ATTACH)/.test(line)));
});

test("a plan has its reading days, with where its reader should be, until they have finished the book", async (app) => {
  const { call, grace, ada, path } = app;
  const days = { startsAt: "2027-03-01", targetAt: "2027-03-14", days: [1, 4] };
  await call("PUT", `${path}/plan`, ada, days);
  const address = await addressOf(app, grace);
  const { events } = await read(app, address);
  assert.deepEqual(events.map(({ summary }) => summary), [
    "Sketch: up to page 50",
    "Sketch: up to page 100",
    "Sketch: up to page 150",
    "Sketch: up to page 200",
  ]);
  assert.deepEqual(events.map(({ datetype }) => datetype), Array(4).fill("date"));
  await app.turn(grace, 200);
  assert.deepEqual((await read(app, address)).events, []);
});

test("a new address ends the old one, a deleted one is not there, and leaving the group takes its meetings out", async (app) => {
  const { call, grace, ada, here } = app;
  const { id } = await plan(app);
  const [old, address] = [await addressOf(app, grace), await addressOf(app, grace)];
  assert.equal((await visit(app, old)).status, 404);
  assert.equal((await read(app, address)).events.length, 1);
  assert.equal((await visit(app, `/api/meetings/${id}.ics`, app.mallory)).status, 404);
  await call("DELETE", `${here}/members/${grace.id}`, ada);
  assert.deepEqual((await read(app, address)).events, []);
  assert.equal((await visit(app, `/api/meetings/${id}.ics`, grace)).status, 404);
  await call("DELETE", "/calendar", grace);
  assert.equal((await visit(app, address)).status, 404);
  assert.equal((await call("GET", "/calendar", grace)).body.url, null);
});

test("the address of a deleted account is not there", async (app) => {
  const address = await addressOf(app, app.grace);
  await deleteAccount(app.deps, app.grace.id);
  assert.equal((await visit(app, address)).status, 404);
});

test("a calendar is sent again only once it has changed, is stored for one reader alone, and is fetched so often at most", async (app) => {
  await plan(app);
  const address = await addressOf(app, app.grace);
  const { headers } = await visit(app, address);
  assert.equal(headers.get("cache-control"), "private, no-cache");
  const again = { headers: { "If-None-Match": headers.get("etag")! } };
  assert.equal((await visit(app, address, null, again)).status, 304);
  await plan(app, { title: "Part two" });
  assert.equal((await visit(app, address, null, again)).status, 200);
  const statuses = [];
  for (let n = 4; n <= 6; n += 1) statuses.push((await visit(app, address)).status);
  assert.deepEqual(statuses, [200, 200, 429]);
});

test("others are served between the meetings of a calendar, and between the zones of its series", async (app: Scene) => {
  const { id } = await plan(app);
  const [series] = await findCalendarMeetings(app.deps.db, app.ada.id, { ids: [id], dates: "all" }, now);
  const meetings = ["Europe/London", "Asia/Kolkata"].map((timeZone) => ({ ...series, timeZone }));
  const single = meetings.map((meeting) => ({ ...meeting, repeats: null }));
  for (const work of [() => calendarFile(app.deps, { meetings: single }), () => zoneEntriesOf(meetings, now)]) {
    let isServed = false;
    setTimeout(() => isServed = true);
    for (let n = 0; n < 10_000 && !isServed; n++) await work();
    assert.ok(isServed);
  }
});
