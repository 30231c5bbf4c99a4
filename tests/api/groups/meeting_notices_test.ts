import assert from "node:assert/strict";
import { listExpected } from "../../../db/groups/meeting_replies.ts";
import { remindOfMeetings } from "../../../server/actions/groups/meeting_notices.ts";
import { notifyOfNews } from "../../../server/actions/notices/news.ts";
import type { Notice } from "../../../server/contract/notices/shapes.ts";
import { startCast } from "../../support/cast.ts";
import { inScene } from "../../support/in_scene.ts";
import { cookieOf, visit } from "../../support/requests.ts";
import type { Person } from "../../support/app.ts";

const never = new AbortController().signal;

/** The cast and Nora in the group, who is notified of mentions and replies alone, and a clock that can be set. */
async function withClock() {
  let now = Date.parse("2027-03-01T09:00:00Z");
  const cast = await startCast({ clock: () => now });
  const { call, here, ada } = cast;
  const nora = await cast.person("Nora");
  await call("POST", `${here}/members`, ada, { userId: nora.id });
  await call("PUT", `${here}/notify`, nora, { level: "mentions" });
  const notices = async (as: Person): Promise<Notice[]> =>
    (await call("GET", "/notices", as)).body.notices.filter(({ kind }: Notice) => kind === "meeting");
  return {
    ...cast,
    nora,
    notices,
    texts: async (as: Person) => (await notices(as)).map(({ text }) => text),
    level: (as: Person, level: string) => call("PUT", `${here}/notify`, as, { level }),
    reply: (id: string, as: Person, reply: string) => call("PUT", `/meetings/${id}/reply`, as, { reply }),
    async plan(more = {}) {
      const { body } = await call("POST", `${here}/meetings`, ada, { ...meeting, ...more });
      return body.meeting.id as string;
    },
    change: (id: string, more = {}) => call("PUT", `/meetings/${id}`, ada, { ...meeting, ...more }),
    /** Goes to a time, and does what a service does every minute. */
    async at(time: string) {
      now = Date.parse(time);
      await remindOfMeetings(cast.deps, never);
    },
  };
}

const test = inScene(withClock);

const meeting = {
  title: "Part one",
  startsAt: "2027-03-18T19:00:00+01:00",
  endsAt: "2027-03-18T21:00:00+01:00",
  timeZone: "Europe/Berlin",
};
const where = "“Part one” in Group of ada, Thursday, 18 March 2027 at 19:00 (Europe/Berlin)";

const changed = { startsAt: "2027-03-18T20:00:00+01:00" };

test("Grace hears of a meeting once, as it is by now, and Nora of a change because she may come", async (app) => {
  const { ada, grace, nora, texts, notices, call } = app;
  const id = await app.plan();
  assert.deepEqual([await texts(grace), await texts(nora), await texts(ada)], [[`Ada planned ${where}`], [], []]);
  await app.reply(id, nora, "maybe");
  await call("POST", "/notices/read", grace, { all: true });
  await app.change(id, changed);
  const later = `Ada changed ${where.replace("19:00", "20:00")}`;
  assert.deepEqual([await texts(grace), await texts(nora)], [[later], [later]]);
  assert.deepEqual((await notices(grace)).map(({ readAt }) => readAt), [null], "unread again");
  await app.reply(id, nora, "yes");
  await call("DELETE", `/meetings/${id}`, ada);
  assert.deepEqual(await texts(nora), [`Ada cancelled ${where.replace("19:00", "20:00")}`]);
});

test("Grace, who has just come to New York, is told the time of New York, and Nora that of the meeting", async (app) => {
  const { grace, nora, texts } = app;
  await app.level(nora, "all");
  // Her zone is stored before the meeting is: writes wait in one queue.
  for (const [time, zone] of [["09:00", "Europe%2FBerlin"], ["09:01", "America%2FNew_York"]]) {
    await app.at(`2027-03-01T${time}:00Z`);
    await visit(app, "/notices", grace, { headers: { Cookie: `${cookieOf(grace)}; zone=${zone}` } });
  }
  await app.plan();
  const there = "Thursday, 18 March 2027 at 14:00 (America/New_York)";
  assert.deepEqual([await texts(grace), await texts(nora)], [
    [`Ada planned “Part one” in Group of ada, ${there}`],
    [`Ada planned ${where}`],
  ]);
});

test("a hundred members and more are notified, each in their own time zone, whose text is written once", async (app) => {
  const { here, deps: { db } } = app;
  const groupId = here.split("/").at(-1)!;
  const more = Array.from({ length: 110 }, (_, number) => `m${number}`);
  const values = (of: (id: string) => string) => more.map((id) => `(${of(id)})`).join();
  await db.write([
    db.q.run(
      `insert into users (id, username, password_hash, created_at) values ${values((id) => `'${id}', '${id}', '', 0`)}`,
    ),
    db.q.run(
      `insert into members (group_id, user_id, joined_at) values ${values((id) => `'${groupId}', '${id}', 0`)}`,
    ),
    db.q.run(
      `insert into sessions (hash, user_id, created_at, expires_at, last_seen_at, time_zone) values ${
        values((id) => `'${id}', '${id}', 0, 4e12, 0, 'Asia/Tokyo'`)
      }`,
    ),
  ]);
  const written: string[] = [];
  const textIn = (timeZone: string) => {
    written.push(timeZone);
    return `In ${timeZone}`;
  };
  const news = { kind: "meeting", groupId, subject: "tea", url: "/", text: () => "Tea", textIn } as const;
  await notifyOfNews(app.deps, null, news);
  const texts = await db.q.all("select count(*) as n from notices where kind = 'meeting' and text = 'In Asia/Tokyo'");
  assert.deepEqual([texts, written], [[{ n: more.length }], ["Asia/Tokyo"]]);
});

test("Nora hears nothing where she does not come, or of a group that she has muted", async (app) => {
  const { nora, texts } = app;
  const id = await app.plan();
  await app.reply(id, nora, "no");
  await app.change(id, changed);
  await app.reply(id, nora, "yes");
  await app.level(nora, "none");
  await app.change(id, meeting);
  await app.at("2027-03-18T17:30:00Z");
  assert.deepEqual(await texts(nora), []);
});

test("Nora is expected once she says that she may come, and no more once she has left the group", async (app) => {
  const { nora, grace, deps: { db }, call, here } = app;
  const id = await app.plan();
  const expected = () => listExpected(db, { id, date: meeting.startsAt });
  await app.reply(id, nora, "maybe");
  await app.reply(id, grace, "no");
  assert.deepEqual(await expected(), [nora.id]);
  await call("DELETE", `${here}/members/${nora.id}`, nora);
  assert.deepEqual(await expected(), []);
});

test("members are reminded a day and an hour before, as each chose, but for those who do not come", async (app) => {
  const { ada, grace, nora, texts, call } = app;
  const id = await app.plan();
  await app.reply(id, nora, "yes");
  await app.reply(id, ada, "no");
  const { db } = app.deps;
  await db.write([db.q.run(`insert into mail_settings (user_id, token, meeting_day) values ('${grace.id}', 'a', 0)`)]);
  await call("POST", "/notices/read", grace, { all: true });
  const reminders = async (as: Person) => (await texts(as)).filter((text) => text.startsWith("Reminder")).length;
  const counts = async () => [await reminders(ada), await reminders(grace), await reminders(nora)];
  await app.at("2027-03-17T17:59:00Z");
  assert.deepEqual(await counts(), [0, 0, 0]);
  await app.at("2027-03-17T18:00:00Z");
  await app.at("2027-03-17T18:01:00Z");
  assert.deepEqual(await counts(), [0, 0, 1]);
  assert.deepEqual((await texts(nora))[0], `Reminder of ${where}`);
  await app.at("2027-03-18T17:00:00Z");
  assert.deepEqual(await counts(), [0, 1, 2]);
});

test("two instances remind once, one that was down reminds of what has not begun, and of what has begun none", async (app) => {
  const { grace, texts } = app;
  await app.plan();
  const reminders = async () => (await texts(grace)).filter((text) => text.startsWith("Reminder"));
  await app.at("2027-03-18T17:30:00Z");
  await Promise.all([1, 2].map(() => remindOfMeetings(app.deps, never)));
  assert.equal((await reminders()).length, 1, "the one of a day before was missed");
  await app.deps.db.write([app.deps.db.q.run("update meetings set remind_at = 1")]);
  await Promise.all([1, 2].map(() => remindOfMeetings(app.deps, never)));
  assert.equal((await reminders()).length, 1);
  const next = { title: "Part two", startsAt: "2027-03-20T19:00:00Z", endsAt: "2027-03-20T20:00:00Z" };
  await app.plan(next);
  await app.at("2027-03-20T19:00:00Z");
  assert.equal((await reminders()).length, 1);
});

test("a reminder of a meeting that was moved or cancelled is taken back, and comes again before its new time", async (app) => {
  const { grace, texts, call, ada } = app;
  const id = await app.plan();
  const reminders = async () => (await texts(grace)).filter((text) => text.startsWith("Reminder"));
  await app.at("2027-03-17T18:00:00Z");
  await app.change(id, { startsAt: "2027-03-19T19:00:00+01:00", endsAt: "2027-03-19T20:00:00+01:00" });
  assert.deepEqual(await reminders(), []);
  await app.at("2027-03-18T18:00:00Z");
  assert.deepEqual(await reminders(), [`Reminder of ${where.replace("Thursday, 18", "Friday, 19")}`]);
  await call("DELETE", `/meetings/${id}`, ada);
  await app.at("2027-03-19T17:30:00Z");
  assert.deepEqual(await reminders(), []);
});
