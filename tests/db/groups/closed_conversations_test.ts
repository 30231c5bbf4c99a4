import assert from "node:assert/strict";
import { listCalendarMeetings } from "../../../db/groups/calendars.ts";
import { openConversation } from "../../../db/groups/conversations.ts";
import { listReminded } from "../../../db/groups/meeting_reminders.ts";
import { insertMeeting } from "../../../db/groups/new_meetings.ts";
import { findNextMeeting } from "../../../db/groups/next_meeting.ts";
import { storeFlag } from "../../../db/operator/site_settings.ts";
import { acceptRequest, deleteFriend, requestFriend } from "../../../db/people/friends.ts";
import { test } from "../../support/db.ts";

const meeting = {
  title: "Tea",
  startsAt: 1000,
  endsAt: 2000,
  timeZone: "UTC",
  place: null,
  url: null,
  bookId: null,
  upTo: null,
  repeats: null,
};

test("while a conversation is closed its meetings are in no calendar and on no dashboard, and nobody is reminded of them", async ({ db }) => {
  const befriend = async () => {
    await requestFriend(db, "ada", { id: "request", receiverId: "grace" }, 1);
    assert.ok(await acceptRequest(db, "grace", "request", 1));
  };
  await befriend();
  assert.ok(await openConversation(db, "ada", { id: "talk", userId: "grace" }, 1));
  for (const [groupId, startsAt] of [["talk", 1000], ["engine", 1500]] as const) {
    for (const repeats of [null, "weekly"] as const) {
      const id = `${groupId} ${repeats}`;
      assert.ok(await insertMeeting(db, "ada", { ...meeting, startsAt, repeats, id, groupId }, 1));
    }
  }
  const seen = async (by: string) => [
    new Set((await listCalendarMeetings(db, by, 10)).map(({ groupId }) => groupId)),
    (await findNextMeeting(db, by, { within: 5000 }, 10))?.groupId,
    (await findNextMeeting(db, by, { groupId: "talk", within: 5000 }, 10))?.groupId,
    await listReminded(db, { id: "talk null", date: 1000, reminder: "hour" }),
  ];
  const open = [new Set(["talk", "engine"]), "talk", "talk", ["ada", "grace"]];
  const closed = [new Set(["engine"]), "engine", "talk", []];
  const check = async (expected: unknown[]) => {
    for (const by of ["ada", "grace"]) assert.deepEqual(await seen(by), expected);
  };
  await check(open);
  await deleteFriend(db, "grace", "ada");
  await check(closed);
  await befriend();
  await check(open);
  await storeFlag(db, "direct_off", true);
  await check(closed);
});
