import assert from "node:assert/strict";
import { meetings as limits } from "../../../server/contract/groups/limits.ts";
import type { Meeting } from "../../../server/contract/groups/meeting_shapes.ts";
import { meetingTexts } from "../../../server/contract/groups/meeting_texts.ts";
import { startCast } from "../../support/cast.ts";
import { assertFailure } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

const test = inScene(startCast);

const meeting = {
  title: " Part one ",
  startsAt: "2126-12-01T19:00:00+01:00",
  endsAt: "2126-12-01T20:00:00Z",
  timeZone: "Europe/Berlin",
};

test("Grace plans a meeting, Ada says that she comes, and once Grace has cancelled it nobody can reply or change it", async (app) => {
  const { ada, grace, circle } = app;
  const planned = await app.call("POST", `/groups/${circle.id}/meetings`, grace, meeting);
  assert.equal(planned.status, 201);
  const { id, ...made } = planned.body.meeting;
  assert.deepEqual(made, {
    groupId: circle.id,
    title: "Part one",
    startsAt: "2126-12-01T18:00:00.000Z",
    endsAt: "2126-12-01T20:00:00.000Z",
    timeZone: "Europe/Berlin",
    place: null,
    url: null,
    bookId: null,
    bookTitle: null,
    upTo: null,
    repeats: null,
    date: "2126-12-01T18:00:00.000Z",
    series: null,
    dates: [],
    replies: { yes: 0, maybe: 0, no: 0 },
    mine: null,
    mayChange: true,
    cancelledAt: null,
    sequence: 0,
  });
  for (const reply of ["maybe", "yes"]) await app.call("PUT", `/meetings/${id}/reply`, ada, { reply });
  const { meetings: [listed] } = (await app.call("GET", `/groups/${circle.id}/meetings`, ada)).body;
  assert.deepEqual([listed.replies, listed.mine], [{ yes: 1, maybe: 0, no: 0 }, "yes"]);
  assert.ok((await app.call("DELETE", `/meetings/${id}`, grace)).body.meeting.cancelledAt);
  const over = { status: 409, code: "meeting_cancelled", message: meetingTexts.cancelled };
  assertFailure(await app.call("PUT", `/meetings/${id}/reply`, ada, { reply: "no" }), over);
  assertFailure(await app.call("PUT", `/meetings/${id}`, ada, meeting), over);
});

test("Ada, an organizer, changes Grace's meeting, Grace cannot change Ada's, and a book of another group is refused", async (app) => {
  const { ada, grace, circle } = app;
  const plan = async (who: typeof ada, more = {}) =>
    await app.call("POST", `/groups/${circle.id}/meetings`, who, { ...meeting, ...more });
  const [hers, adas] = [(await plan(grace)).body.meeting, (await plan(ada)).body.meeting];
  const moved = { ...meeting, title: "Part two", repeats: "weekly" };
  const changed = await app.call("PUT", `/meetings/${hers.id}`, ada, moved);
  assert.deepEqual([changed.body.meeting.title, changed.body.meeting.repeats], ["Part two", "weekly"]);
  const refused = await app.call("PUT", `/meetings/${adas.id}`, grace, moved);
  assertFailure(refused, { status: 403, code: "organizers_only", message: meetingTexts.notYours });
  const { meetings } = (await app.call("GET", `/groups/${circle.id}/meetings`, grace)).body;
  const mayChange = Object.fromEntries(
    meetings.map(({ id, mayChange }: { id: string; mayChange: boolean }) => [id, mayChange]),
  );
  assert.deepEqual(mayChange, { [hers.id]: true, [adas.id]: false });
  const { status, body } = await plan(grace, { bookId: "unknown" });
  assert.deepEqual([status, body.issues], [400, [{ path: "bookId", message: meetingTexts.unknownBook }]]);
});

test("meetings are listed in pages, the next one first, wherever others repeat; one member plans so many and no more", async (app) => {
  const { ada, grace, circle, call } = app;
  const path = `/groups/${circle.id}/meetings`;
  const at = (day: number) => ({
    startsAt: `2126-12-${String(day).padStart(2, "0")}T19:00:00Z`,
    endsAt: `2126-12-${String(day).padStart(2, "0")}T20:00:00Z`,
  });
  for (let n = 0; n < limits.own; n++) {
    const repeats = n % 2 ? "weekly" : null;
    await call("POST", path, grace, { ...meeting, ...at(2 + n % 5), title: `Meeting ${n}`, repeats });
  }
  const more = await call("POST", path, grace, { ...meeting, ...at(1) });
  assertFailure(more, { status: 400, code: "group_full", message: meetingTexts.full });
  const { body: { meeting: { id } } } = await call("POST", path, ada, { ...meeting, ...at(1) });
  const seen: Meeting[] = [];
  for (let after = ""; seen.length === 0 || after;) {
    const { body } = await call("GET", `${path}${after}`, ada);
    assert.ok(body.meetings.length <= limits.listed);
    seen.push(...body.meetings);
    after = body.hasMore ? `?after=${body.meetings.at(-1).id}` : "";
  }
  assert.equal(seen[0].id, id);
  assert.equal(new Set(seen.map(({ id }) => id)).size, limits.own + 1);
  assert.deepEqual(seen, seen.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)));
});

test("what Grace has cancelled, also a series, is listed behind what is planned, the latest first", async (app) => {
  const { grace, here, call } = app;
  const on = (day: number) => ({ startsAt: `2126-12-${day}T19:00:00Z`, endsAt: `2126-12-${day}T20:00:00Z` });
  const plan = async (title: string, more: object) =>
    (await call("POST", `${here}/meetings`, grace, { ...meeting, title, ...more })).body.meeting.id;
  const series = await plan("Series", { ...on(10), repeats: "weekly" });
  const once = await plan("Once", on(20));
  await plan("Planned", on(30));
  for (const id of [series, once]) await call("DELETE", `/meetings/${id}`, grace);
  const { meetings } = (await call("GET", `${here}/meetings`, grace)).body;
  assert.deepEqual(meetings.map(({ title }: Meeting) => title), ["Planned", "Once", "Series"]);
});

test("a time whose year has five digits, in any zone, is refused", async ({ ada, circle, call }) => {
  const times = { startsAt: "9999-12-31T23:59:59-14:00", endsAt: "9999-12-31T23:59:59-14:00" };
  assert.equal((await call("POST", `/groups/${circle.id}/meetings`, ada, { ...meeting, ...times })).status, 400);
});
