import assert from "node:assert/strict";
import { dateIn, meetingIn, writtenIn } from "../../server/contract/groups/meeting_form.ts";
import { DateChange, NewMeeting } from "../../server/contract/groups/meeting_shapes.ts";

const typed = {
  title: "Part one",
  startsAt: "2026-07-01T19:00",
  endsAt: "2026-07-01T21:00",
  timeZone: "Europe/Berlin",
};

Deno.test("times of a form are those that the clocks of its zone show, in summer and in winter", () => {
  const startOf = (startsAt: string, timeZone: string) =>
    (meetingIn({ ...typed, startsAt, timeZone }) as { startsAt?: string }).startsAt;
  assert.equal(startOf("2026-07-01T19:00", "Europe/Berlin"), "2026-07-01T17:00:00.000Z");
  assert.equal(startOf("2026-12-01T19:00", "Europe/Berlin"), "2026-12-01T18:00:00.000Z");
  assert.equal(writtenIn("2026-12-01T18:00:00.000Z", "Europe/Berlin"), "2026-12-01T19:00");
});

Deno.test("what is no time and no zone is refused beside its field", () => {
  const problems = (fields: Record<string, string>) =>
    NewMeeting.safeParse(meetingIn({ ...typed, ...fields })).error?.issues.map(({ path }) => path.join("."));
  assert.equal(problems({}), undefined);
  assert.deepEqual(problems({ startsAt: "" }), ["startsAt"]);
  assert.deepEqual(problems({ endsAt: "2026-02-30T19:00x" }), ["endsAt"]);
  for (const timeZone of ["Mars/Base", "+05:30", "Factory"]) assert.deepEqual(problems({ timeZone }), ["timeZone"]);
  assert.deepEqual(problems({ endsAt: "2026-07-01T18:00" }), ["endsAt"]);
});

Deno.test("all that is wrong with a meeting or one of its dates is said at once, whatever else is", () => {
  const wrong = { ...typed, endsAt: "2026-07-01T18:00", url: "example", upTo: "x", bookId: "b" };
  const pathsOf = (error?: { issues: { path: PropertyKey[] }[] }) => error?.issues.map(({ path }) => path.join("."));
  assert.deepEqual(pathsOf(NewMeeting.safeParse(meetingIn(wrong)).error), ["url", "upTo", "endsAt"]);
  assert.deepEqual(pathsOf(DateChange.safeParse(dateIn(wrong)).error), ["url", "upTo", "endsAt"]);
  const noTime = { ...wrong, startsAt: "soon", upTo: "3", bookId: "" };
  assert.deepEqual(pathsOf(NewMeeting.safeParse(meetingIn(noTime)).error), ["startsAt", "url", "upTo"]);
  assert.deepEqual(pathsOf(DateChange.safeParse(dateIn(noTime)).error), ["startsAt", "url", "upTo"]);
  assert.deepEqual(pathsOf(DateChange.safeParse(null).error), [""]);
  assert.ok(DateChange.safeParse(dateIn({ upTo: "3" })).success, "it is a page of the series' book");
});
