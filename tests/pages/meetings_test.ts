import assert from "node:assert/strict";
import { meetingTexts } from "../../server/contract/groups/meeting_texts.ts";
import { clubPaths } from "../../server/contract/groups/club_paths.ts";
import { startCast } from "../support/cast.ts";
import { inScene } from "../support/in_scene.ts";
import { visit } from "../support/requests.ts";

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
  const { meeting } = (await app.call("POST", `/groups/${circle.id}/meetings`, grace, planned)).body;
  const html = async (path: string) => (await visit(app, path, ada)).text();
  const list = await html(clubPaths.meetings(circle.id));
  assert.ok(list.includes("Part &lt;one&gt;") && list.includes(meetingTexts.plan));
  const page = await html(clubPaths.meeting(circle.id, meeting.id));
  assert.ok(page.includes("in Europe/Berlin") && page.includes("Library") && page.includes(meetingTexts.answer));
  assert.ok(page.includes(`/api/meetings/${meeting.id}.ics`) && page.includes('<option value="Africa/Abidjan"'));
  assert.ok(!page.includes("Coming") && !page.includes(meetingTexts.changesSeries));
  await app.call("PUT", `/meetings/${meeting.id}/reply`, grace, { reply: "yes" });
  assert.match(await html(clubPaths.meeting(circle.id, meeting.id)), /Coming<\/h2>.*href="\/profile\/[^"]+"/);
  await app.call("PUT", `/meetings/${meeting.id}`, ada, { ...planned, repeats: "weekly" });
  const series = await html(clubPaths.meeting(circle.id, meeting.id));
  assert.ok(series.includes(meetingTexts.changesSeries) && series.includes(meetingTexts.cancelSeries));
  const elsewhere = await visit(app, clubPaths.meeting(circle.id, "none"), ada);
  assert.equal(new URL(elsewhere.headers.get("location")!, app.url).pathname, clubPaths.meetings(circle.id));
  assert.equal((await visit(app, clubPaths.meetings(circle.id), mallory)).headers.get("location"), "/dashboard");
  await app.call("DELETE", `/meetings/${meeting.id}`, grace);
  assert.ok((await html(clubPaths.meetings(circle.id))).includes(meetingTexts.past));
  const cancelled = await html(clubPaths.meeting(circle.id, meeting.id));
  assert.ok(cancelled.includes(meetingTexts.cancelInCalendar) && !cancelled.includes(meetingTexts.addToCalendar));
});
