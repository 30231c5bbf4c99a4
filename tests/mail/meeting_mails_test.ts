import assert from "node:assert/strict";
import ical, { type VEvent } from "node-ical";
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
