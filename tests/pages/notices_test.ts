import assert from "node:assert/strict";
import { hashToken } from "../../server/auth/tokens.ts";
import { setMailSettings } from "../../server/actions/notices/mails.ts";
import { mailSettings } from "../../db/schema.ts";
import { type Person, startApp } from "../support/app.ts";
import { cookieOf } from "../support/requests.ts";

/** Grace, who was mentioned by Ada, and what she sees and sends without script. */
async function withNotice() {
  const app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  await app.call("POST", "/notices/read", grace, { all: true });
  await app.call("POST", `/groups/${group.id}/messages`, ada, { content: "For @grace" });
  const see = async (path: string, as: Person = grace) =>
    await (await fetch(app.url + path, { headers: { Cookie: cookieOf(as) } })).text();
  const send = async (path: string, fields: Record<string, string> = {}) => {
    const headers = { Cookie: cookieOf(grace), Origin: app.url };
    const body = new URLSearchParams(fields);
    const answer = await fetch(app.url + path, { method: "POST", redirect: "manual", headers, body });
    await answer.body?.cancel();
    return [answer.status, answer.headers.get("Location")];
  };
  return { ...app, ada, grace, group, see, send };
}

Deno.test("the bell of every page says how many notices are unread, and leads to them", async () => {
  await using app = await withNotice();
  for (const path of ["/dashboard", "/profile", "/about"]) {
    assert.match(await app.see(path), /href="\/notices" aria-label="Notifications, 1 unread"/, path);
    assert.match(await app.see(path, app.ada), /href="\/notices" aria-label="Notifications"/, path);
  }
});

Deno.test("without script Grace reads what she was notified of, and marks one or all as read", async () => {
  await using app = await withNotice();
  const page = await app.see("/notices");
  assert.match(page, /Unread: <\/span>Ada mentioned you in Group of ada/);
  assert.ok(page.includes(`href="/group/${app.group.id}?message=1"`));
  const [, id] = /name="id" value="([^"]+)"/.exec(page)!;
  assert.deepEqual(await app.send("/notices/read", { id }), [303, "/notices"]);
  const read = await app.see("/notices");
  assert.ok(!read.includes('data-unread=""') && !read.includes("Mark all as read"));
  await app.call("POST", `/groups/${app.group.id}/messages`, app.ada, { content: "Again for @grace" });
  assert.ok((await app.see("/notices")).includes("Mark all as read"));
  await app.send("/notices/read");
  assert.ok(!(await app.see("/notices")).includes('data-unread=""'));
});

Deno.test("without script Grace chooses what she is mailed, and notified of in a group", async () => {
  await using app = await withNotice();
  assert.deepEqual(await app.send("/notices/mail", { digest: "on" }), [303, "/notices"]);
  assert.deepEqual(await app.send(`/group/${app.group.id}/notify`, { level: "none" }), [303, "/notices"]);
  const page = await app.see("/notices");
  assert.match(page, /name="mentions"\/>/);
  assert.match(page, /name="digest" checked/);
  assert.match(page, /<option value="none" selected/);
});

Deno.test("somebody without notices sees what there will be", async () => {
  await using app = await withNotice();
  assert.ok((await app.see("/notices", app.ada)).includes("Nothing here yet"));
});

Deno.test("older notices are on further pages", async () => {
  await using app = await withNotice();
  const { ada, group, see } = app;
  for (let n = 0; n < 30; n++) {
    await app.call("POST", `/groups/${group.id}/messages`, ada, { content: `${n} for @grace` });
  }
  const [, older] = /href="(\/notices\?before=[^"]+)"/.exec(await see("/notices"))!;
  assert.ok((await see(older)).includes('?message=1"'));
});

Deno.test("anyone with the link of a mail sees and changes the settings of that mail's reader, and no other link does", async () => {
  await using app = await withNotice();
  const { deps, grace } = app;
  await setMailSettings(deps, grace.id, { mentions: true, digest: true });
  const [{ token }] = await deps.db.q.select().from(mailSettings);
  const at = (path: string, token: string) => `${app.url}${path}?token=${token}`;
  const post = (path: string, fields: Record<string, string> = {}) =>
    fetch(path, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
  const page = await fetch(at("/unsubscribe", token));
  assert.match(await page.text(), /name="mentions" checked/);
  const saved = await post(at("/unsubscribe/settings", token), { digest: "on" });
  assert.deepEqual([saved.status, saved.headers.get("Location")], [303, `/unsubscribe?token=${token}`]);
  assert.doesNotMatch(await (await fetch(at("/unsubscribe", token))).text(), /name="mentions" checked/);
  for (const other of ["", "x", hashToken(token), `${token}x`]) {
    const unknown = await fetch(at("/unsubscribe", other));
    assert.equal(unknown.status, 404);
    assert.ok((await unknown.text()).includes("This link is invalid"));
    assert.equal((await post(at("/unsubscribe", other))).status, 404);
  }
  assert.equal((await deps.db.q.select().from(mailSettings))[0].digest, true);
});
