import assert from "node:assert/strict";
import { mailSettings } from "../../db/schema.ts";
import { setMailSettings } from "../../server/actions/notices/mail_settings.ts";
import { hashToken } from "../../server/auth/secrets.ts";
import { clubPaths } from "../../server/contract/groups/club_paths.ts";
import { startCast } from "../support/cast.ts";
import { read, send } from "../support/forms.ts";
import { inScene } from "../support/in_scene.ts";
import { visit } from "../support/requests.ts";

/** Grace, who was mentioned by Ada, and what she sees and sends without script. */
async function withNotice() {
  const app = await startCast();
  await app.call("POST", "/notices/read", app.grace, { all: true });
  await app.post(app.ada, "For @grace");
  return {
    ...app,
    page: `/group/${app.circle.id}`,
    see: (path = "/notices", as = app.grace) => read(app, path, as),
    send: async (path: string, fields: Record<string, string> = {}) => {
      const { status, to } = await send(app, path, app.grace, fields);
      return [status, to];
    },
  };
}

const test = inScene(withNotice);

test("the bell of every page says how many notices are unread and leads to them, and without any to what there will be", async (app) => {
  for (const path of ["/dashboard", "/profile", "/about"]) {
    assert.match(await app.see(path), /href="\/notices" aria-label="Notifications, 1 unread"/, path);
    assert.match(await app.see(path, app.ada), /href="\/notices" aria-label="Notifications"/, path);
  }
  assert.ok((await app.see("/notices", app.ada)).includes("Nothing here yet"));
});

test("without script Grace reads what she was notified of, and marks one or all as read", async (app) => {
  const page = await app.see();
  assert.match(page, /Unread: <\/span>Ada mentioned you in Group of ada/);
  assert.ok(page.includes(`href="${app.page}?message=1"`));
  const [, id] = /name="id" value="([^"]+)"/.exec(page)!;
  assert.deepEqual(await app.send("/notices/read", { id }), [303, "/notices"]);
  const marked = await app.see();
  assert.ok(!marked.includes('data-unread=""') && !marked.includes("Mark all as read"));
  for (let n = 0; n < 30; n++) await app.post(app.ada, `${n} for @grace`);
  const unread = await app.see();
  assert.ok(unread.includes("Mark all as read"));
  const [, older] = /href="(\/notices\?before=[^"]+)"/.exec(unread)!;
  assert.ok((await app.see(older)).includes('?message=1"'));
  await app.send("/notices/read");
  assert.ok(!(await app.see()).includes('data-unread=""'));
});

test("the page of a poll or a meeting reads the notices about it, however Grace comes to it, unless it is fetched ahead", async (app) => {
  const { ada, grace, circle, call } = app;
  const make = async (what: "polls" | "meetings", body: unknown) =>
    (await call("POST", `/groups/${circle.id}/${what}`, ada, body)).body;
  const question = { question: "Next?", kind: "one", options: [{ text: "Emma" }, { text: "Ivanhoe" }] };
  const [first, other] = [(await make("polls", question)).poll, (await make("polls", question)).poll];
  await call("POST", `/polls/${first.id}/close`, ada);
  const { meeting } = await make("meetings", {
    title: "Part one",
    startsAt: "2126-12-01T19:00:00Z",
    endsAt: "2126-12-01T20:00:00Z",
    timeZone: "UTC",
  });
  const unread = async () => {
    const { notices } = (await call("GET", "/notices", grace)).body;
    return notices.flatMap(({ kind, readAt }: { kind: string; readAt: string | null }) =>
      readAt === null && kind !== "mention" ? [kind] : []
    );
  };
  assert.deepEqual(await unread(), ["meeting", "poll", "poll", "poll"]);
  const poll = clubPaths.poll(circle.id, first.id);
  const ahead = await visit(app, poll, grace, { headers: { "Sec-Purpose": "prefetch" } });
  assert.deepEqual([ahead.status, (await unread()).length], [503, 4]);
  await app.see(poll, ada);
  await app.see(clubPaths.polls(circle.id));
  assert.equal((await unread()).length, 4);
  await app.see(poll);
  assert.deepEqual(await unread(), ["meeting", "poll"], "that it was opened and that it is closed");
  assert.equal((await visit(app, poll, grace, { headers: { "Sec-Purpose": "prefetch" } })).status, 200);
  await app.see(clubPaths.meeting(circle.id, meeting.id));
  assert.deepEqual(await unread(), ["poll"]);
  await app.see(clubPaths.poll(circle.id, other.id));
  assert.deepEqual(await unread(), []);
});

test("without script Grace chooses what she is mailed, and notified of in a group", async (app) => {
  assert.deepEqual(await app.send("/notices/mail", { digest: "on" }), [303, "/notices"]);
  assert.deepEqual(await app.send(`${app.page}/notify`, { level: "none" }), [303, "/notices"]);
  const page = await app.see();
  for (const text of [/name="mentions"\/>/, /name="digest" checked/, /<option value="none" selected/]) {
    assert.match(page, text);
  }
});

test("without script Grace chooses her reminders of meetings, makes the address of her calendar, and deletes it", async (app) => {
  const shown = "/notices?show=calendar#calendar";
  assert.deepEqual(await app.send("/notices/reminders", { hour: "on" }), [303, shown]);
  assert.deepEqual(await app.send("/notices/calendar"), [303, shown]);
  const page = await app.see("/notices?show=calendar");
  for (const text of [/id="calendar" open=""/, /name="day"\/>/, /name="hour" checked/]) assert.match(page, text);
  const [, address] = /value="([^"]+calendar\.ics\?token=[^"]+)"/.exec(page)!;
  assert.equal((await fetch(address)).status, 200);
  assert.deepEqual(await app.send("/notices/calendar/revoke"), [303, shown]);
  assert.ok(!(await app.see()).includes("calendar.ics"));
  assert.equal((await fetch(address)).status, 404);
});

test("anyone with the link of a mail sees and changes the settings of that mail's reader, and no other link does", async (app) => {
  const { db } = app.deps;
  await setMailSettings(app.deps, app.grace.id, { mentions: true, digest: true });
  const [{ token }] = await db.q.select().from(mailSettings);
  const see = (token: string) => read(app, `/unsubscribe?token=${token}`);
  assert.match(await see(token), /name="mentions" checked/);
  const saved = await send(app, `/unsubscribe/settings?token=${token}`, null, { digest: "on" });
  assert.deepEqual([saved.status, saved.to], [303, `/unsubscribe?token=${token}`]);
  assert.doesNotMatch(await see(token), /name="mentions" checked/);
  for (const other of ["", "x", hashToken(token), `${token}x`]) {
    assert.ok((await see(other)).includes("This link is invalid"));
    assert.equal((await send(app, `/unsubscribe?token=${other}`, null)).status, 404);
  }
  assert.equal((await db.q.select().from(mailSettings))[0].digest, true);
});
