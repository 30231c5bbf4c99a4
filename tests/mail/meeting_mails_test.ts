import assert from "node:assert/strict";
import ical, { type VEvent } from "node-ical";
import { remindOfMeetings } from "../../server/actions/groups/meeting_notices.ts";
import { mailDigests } from "../../server/actions/notices/digest.ts";
import { startCast } from "../support/cast.ts";
import { startSmtp } from "../support/servers/smtp.ts";

const minute = 60_000;
const never = new AbortController().signal;

const meeting = {
  title: "Part one",
  startsAt: "2027-03-18T19:00:00+01:00",
  endsAt: "2027-03-18T21:00:00+01:00",
  timeZone: "Europe/Berlin",
};

Deno.test("news of a meeting names its place, or that it is online, and a reminder is mailed at once", async () => {
  await using smtp = await startSmtp();
  let now = Date.parse("2027-03-01T09:00:00Z");
  await using app = await startCast({ env: { MAIL_URL: smtp.url }, clock: () => now });
  const { call, here, ada, grace } = app;
  await call("POST", "/notices/read", grace, { all: true });
  const next = async () => {
    await mailDigests(app.deps, never);
    return (await smtp.next()).subject;
  };
  const title = "Middlemarch: part two";
  const { id } = (await call("POST", `${here}/meetings`, ada, { ...meeting, title, place: "Room 2\nat evil.com" }))
    .body.meeting;
  const when = `“${title}” in Group of ada, Thursday, 18 March 2027 at 19:00 (Europe/Berlin)`;
  now += 15 * minute;
  assert.equal(await next(), `Ada planned ${when}, Room 2 at …`);
  const online = { ...meeting, title, url: "https://meet.example/x" };
  await call("PUT", `/meetings/${id}`, ada, online);
  now += 15 * minute;
  assert.equal(await next(), `Ada changed ${when}, online`);
  now = Date.parse("2027-03-18T17:00:00Z");
  await remindOfMeetings(app.deps, never);
  assert.equal(await next(), `Reminder of ${when}, online`);
});

Deno.test("news of a meeting is mailed after fifteen minutes each time, with the meeting as it is by then attached", async () => {
  await using smtp = await startSmtp();
  let now = Date.parse("2027-03-01T09:00:00Z");
  await using app = await startCast({ env: { MAIL_URL: smtp.url }, clock: () => now });
  const { call, here, ada, grace } = app;
  await call("POST", "/notices/read", grace, { all: true });
  const mailed = async () => {
    now += 15 * minute;
    await mailDigests(app.deps, never);
    const { to, subject, attachments } = await smtp.next();
    assert.equal(to, "grace@example.org");
    const files = attachments.filter(({ name }) => name === "meetings.ics");
    assert.equal(files.length, 1);
    assert.ok(files[0].text.includes("METHOD:PUBLISH"));
    const events = Object.values(ical.sync.parseICS(files[0].text))
      .filter((part): part is VEvent => part?.type === "VEVENT");
    return [subject, ...events.map(({ uid, sequence, status }) => `${uid} ${sequence} ${status}`)];
  };
  const { id } = (await call("POST", `${here}/meetings`, ada, meeting)).body.meeting;
  const when = "“Part one” in Group of ada, Thursday, 18 March 2027 at 19:00 (Europe/Berlin)";
  assert.deepEqual(await mailed(), [`Ada planned ${when}`, `${id} 0 CONFIRMED`]);
  await call("PUT", `/meetings/${id}`, ada, { ...meeting, place: "Library" });
  await call("DELETE", `/meetings/${id}`, ada);
  assert.deepEqual(await mailed(), [`Ada cancelled ${when}`, `${id} 2 CANCELLED`]);
});
