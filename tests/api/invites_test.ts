import assert from "node:assert/strict";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import { invites, members, users } from "../../db/schema.ts";
import { hashToken } from "../../server/auth/tokens.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { codeOf, cookieOf, setCookieOf, submit, visit } from "../support/requests.ts";
import { connect } from "../support/socket.ts";

/** Ada's group with Grace in it, and Mallory. */
async function withGroup(options: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp(options);
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const group = await app.group(ada, grace);
  return { ...app, ada, grace, mallory, group };
}

type Scene = Awaited<ReturnType<typeof withGroup>>;

/** A new link. @returns its token */
async function invite({ call, ada, group }: Scene, choice: Record<string, number> = {}): Promise<string> {
  const { status, body, headers } = await call("POST", `/groups/${group.id}/invites`, ada, choice);
  assert.deepEqual([status, headers.get("Cache-Control")], [201, "private, no-store"]);
  return /\/join\/([\w-]{43})$/.exec(body.invite.url)![1];
}

const join = (app: Pick<TestApp, "call">, as: Pick<Person, "token"> | null, token: string) =>
  app.call("POST", `/join/${token}`, as);

const memberIds = async ({ deps: { db } }: Scene) =>
  (await db.q.select({ id: members.userId }).from(members)).map(({ id }) => id).sort();

Deno.test("Ada makes a link, by which Mallory sees the group and joins it; both windows follow", async () => {
  await using app = await withGroup();
  const token = await invite(app);
  const { body } = await app.call("GET", `/join/${token}`, null);
  assert.deepEqual(body.group, { groupName: app.group.groupName, description: null, image: null, memberCount: 2 });
  assert.equal(body.invitedBy.username, "ada");
  using ada = await connect(app.url, app.ada.token);
  await ada.join(app.group.id);
  using mallory = await connect(app.url, app.mallory.token);
  const joined = await join(app, app.mallory, token);
  assert.deepEqual([joined.status, joined.body.group.role, joined.body.group.memberCount], [200, "member", 3]);
  assert.deepEqual(await ada.next("memberAdded"), { groupId: app.group.id, userId: app.mallory.id });
  assert.equal((await mallory.next("groupChanged")).id, app.group.id);
});

Deno.test("a link is stored as a hash only, and its address is answered only once", async () => {
  await using app = await withGroup();
  const token = await invite(app, { days: 30, maxUses: 3 });
  const [row] = await app.deps.db.q.select().from(invites);
  assert.ok(!JSON.stringify(row).includes(token));
  assert.equal(row.hash, hashToken(token));
  const { body } = await app.call("GET", `/groups/${app.group.id}/invites`, app.ada);
  assert.deepEqual(body.invites.map((one: Record<string, unknown>) => [one.url, one.uses, one.maxUses]), [[
    undefined,
    0,
    3,
  ]]);
  assert.ok(!app.log.join("\n").includes(token));
});

Deno.test("members cannot make, list or revoke links; to outsiders the group is not there", async () => {
  await using app = await withGroup();
  await invite(app);
  const [{ id }] = (await app.call("GET", `/groups/${app.group.id}/invites`, app.ada)).body.invites;
  for (const [as, expected] of [[app.grace, "403 not_organizer"], [app.mallory, "404 group_not_found"]] as const) {
    assert.equal(codeOf(await app.call("POST", `/groups/${app.group.id}/invites`, as, {})), expected);
    assert.equal(codeOf(await app.call("GET", `/groups/${app.group.id}/invites`, as)), expected);
    assert.equal(codeOf(await app.call("DELETE", `/groups/${app.group.id}/invites/${id}`, as)), expected);
  }
  await app.call("PUT", `/groups/${app.group.id}/members/${app.grace.id}/role`, app.ada, { role: "organizer" });
  assert.equal((await app.call("DELETE", `/groups/${app.group.id}/invites/${id}`, app.grace)).status, 200);
  assert.equal(
    codeOf(await app.call("DELETE", `/groups/${app.group.id}/invites/${id}`, app.grace)),
    "404 invite_not_found",
  );
});

Deno.test("another group's organizer cannot revoke a link through their own group", async () => {
  await using app = await withGroup();
  const token = await invite(app);
  const [{ id }] = (await app.call("GET", `/groups/${app.group.id}/invites`, app.ada)).body.invites;
  const own = (await app.call("POST", "/groups", app.mallory, { groupName: "Mine" })).body.group;
  assert.equal(
    codeOf(await app.call("DELETE", `/groups/${own.id}/invites/${id}`, app.mallory)),
    "404 invite_not_found",
  );
  assert.equal((await app.call("GET", `/join/${token}`, null)).status, 200);
});

Deno.test("days and uses outside their limits are refused", async () => {
  await using app = await withGroup();
  for (const wrong of [{ days: 0 }, { days: 31 }, { days: 1.5 }, { maxUses: 0 }, { maxUses: 501 }, { days: "7" }]) {
    const answer = await app.call("POST", `/groups/${app.group.id}/invites`, app.ada, wrong);
    assert.equal(codeOf(answer), "400 invalid_input", JSON.stringify(wrong));
  }
});

Deno.test("a link that has ended, was used up or was revoked is gone, and says why", async () => {
  let now = Date.UTC(2026, 10, 1);
  await using app = await withGroup({ clock: () => now });
  const [ending, revoked, single] = [
    await invite(app, { days: 1 }),
    await invite(app, { days: 2 }),
    await invite(app, { days: 30, maxUses: 1 }),
  ];
  const { invites: listed } = (await app.call("GET", `/groups/${app.group.id}/invites`, app.ada)).body;
  const { id } = listed.find((one: { expiresAt: string }) => one.expiresAt.startsWith("2026-11-03"));
  await app.call("DELETE", `/groups/${app.group.id}/invites/${id}`, app.ada);
  const nora = await app.person("Nora");
  await join(app, nora, single);
  now += 25 * 3600_000;
  const mallory = await app.person("Mallory");
  const reasons = { [ending]: "invite_expired", [revoked]: "invite_revoked", [single]: "invite_used_up" };
  for (const [token, code] of Object.entries(reasons)) {
    assert.equal(codeOf(await app.call("GET", `/join/${token}`, null)), `410 ${code}`);
    assert.equal(codeOf(await join(app, mallory, token)), `410 ${code}`);
    const page = await visit(app, `/join/${token}`);
    assert.deepEqual([page.status, page.headers.get("Cache-Control")], [410, "private, no-store"]);
    assert.match(await page.text(), /Please ask for a new one/);
  }
  assert.equal(codeOf(await join(app, mallory, "made-up")), "404 invite_not_found");
  assert.equal((await visit(app, "/join/made-up")).status, 404);
  assert.ok(!(await memberIds(app)).includes(mallory.id));
});

Deno.test("of twenty who join at once by a link for one, one is in", async () => {
  await using app = await withGroup();
  const token = await invite(app, { maxUses: 1 });
  const people = await Promise.all(Array.from({ length: 20 }, (_, n) => app.person(`Reader${n}`)));
  const answers = await Promise.all(people.map((person) => join(app, person, token)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(410)]);
  assert.equal((await memberIds(app)).length, 3);
});

Deno.test("who is in the group already costs a link no use, and is let in though it is used up", async () => {
  await using app = await withGroup();
  const token = await invite(app, { maxUses: 1 });
  assert.equal((await join(app, app.grace, token)).status, 200);
  assert.equal((await join(app, app.mallory, token)).status, 200);
  assert.equal((await join(app, app.grace, token)).status, 200);
});

Deno.test("the link of somebody who is no organizer any more leads nowhere", async () => {
  await using app = await withGroup();
  await app.call("PUT", `/groups/${app.group.id}/members/${app.grace.id}/role`, app.ada, { role: "organizer" });
  const made = await app.call("POST", `/groups/${app.group.id}/invites`, app.grace, {});
  const token = made.body.invite.url.split("/").at(-1);
  await app.call("DELETE", `/groups/${app.group.id}/members/${app.grace.id}`, app.ada);
  assert.equal(codeOf(await join(app, app.grace, token)), "410 invite_revoked");
});

Deno.test("a group has fifty links at most", async () => {
  await using app = await withGroup();
  for (let n = 0; n < 50; n++) await invite(app);
  const { body, status } = await app.call("POST", `/groups/${app.group.id}/invites`, app.ada, {});
  assert.deepEqual([status, body.code], [400, "too_many_invites"]);
});

Deno.test("tokens cannot be guessed without end, though a whole class may open the same link", async () => {
  await using app = await withGroup({ env: { RATE_LIMITS: "join=100/3600" } });
  const token = await invite(app);
  for (let n = 0; n < 60; n++) assert.equal((await app.call("GET", `/join/${token}`, null)).status, 200);
  const statuses: number[] = [];
  for (let n = 0; n < 70; n++) statuses.push((await app.call("GET", `/join/guess-${n}`, null)).status);
  assert.deepEqual([statuses[0], statuses.at(-1)], [404, 429]);
});

/** The cookie of a visitor who pressed *Join*. */
async function pressJoin(app: Scene, token: string, by: "register" | "login") {
  const answer = await submit(app, `/join/${token}`, null, { by });
  assert.deepEqual([answer.status, answer.headers.get("Location")], [303, `/${by}?next=%2Fjoin%2F${token}`]);
  const { value, attributes } = setCookieOf(answer, "chapterhouse_join")!;
  assert.ok(attributes.includes("httponly") && attributes.includes("samesite=lax"));
  return `chapterhouse_join=${value}`;
}

Deno.test("with https no other host of the domain can set the cookie that makes a visitor join", async () => {
  await using app = await withGroup({ env: { PUBLIC_URL: "https://books.example" } });
  const token = await invite(app);
  const pressed = await submit(app, `/join/${token}`, null, { by: "register" });
  const own = "__Host-chapterhouse_join";
  assert.ok(setCookieOf(pressed, own)!.attributes.includes("secure"));
  const see = async (name: string) => {
    const headers = { Cookie: `${name}=${token}; __Host-${cookieOf(app.mallory)}` };
    await (await visit(app, `/join/${token}`, null, { headers })).body?.cancel();
    return (await memberIds(app)).includes(app.mallory.id);
  };
  assert.equal(await see("chapterhouse_join"), false);
  assert.equal(await see(own), true);
});

Deno.test("a visitor who presses Join and logs in comes back into the group", async () => {
  await using app = await withGroup();
  const token = await invite(app);
  const cookie = await pressJoin(app, token, "login");
  const back = await visit(app, `/join/${token}`, null, {
    headers: { Cookie: `${cookie}; chapterhouse_session=${app.mallory.token}` },
  });
  assert.deepEqual([back.status, back.headers.get("Location")], [303, `/group/${app.group.id}`]);
  assert.ok((await memberIds(app)).includes(app.mallory.id));
});

Deno.test("on a shared computer nobody joins by the link for which somebody else pressed Join", async () => {
  await using app = await withGroup();
  const token = await invite(app);
  const cookie = await pressJoin(app, token, "register");
  const isForgotten = (answer: Response) => setCookieOf(answer, "chapterhouse_join")?.value === "";
  const open = (path: string) => visit(app, path, null, { headers: { Cookie: cookie } });
  for (const path of ["/register", "/login", "/login?next=%2Fdashboard", "/register?next=%2Fjoin%2Fother"]) {
    assert.ok(isForgotten(await open(path)), path);
  }
  for (const path of [`/register?next=%2Fjoin%2F${token}`, `/login?next=%2Fjoin%2F${token}`]) {
    assert.ok(!isForgotten(await open(path)), path);
  }
  const send = (path: string, body: unknown, more = "") =>
    fetch(app.url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: app.url, Cookie: `${cookie}${more}` },
      body: JSON.stringify(body),
    });
  assert.ok(isForgotten(await send("/api/auth/logout", {}, `; chapterhouse_session=${app.mallory.token}`)));
  const registered = await send("/api/auth/register", newcomer);
  assert.ok(registered.status === 201 && isForgotten(registered));
});

Deno.test("nobody joins by a link that they only open, nor with the cookie of another link", async () => {
  await using app = await withGroup();
  const [token, other] = [await invite(app), await invite(app)];
  for (const cookie of ["", `chapterhouse_join=${other}; `]) {
    const page = await visit(app, `/join/${token}`, null, {
      headers: { Cookie: `${cookie}chapterhouse_session=${app.mallory.token}` },
    });
    assert.equal(page.status, 200);
  }
  const foreign = await fetch(`${app.url}/join/${token}`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: "https://evil.example", Cookie: `chapterhouse_session=${app.mallory.token}` },
  });
  assert.equal(foreign.status, 403);
  assert.ok(!(await memberIds(app)).includes(app.mallory.id));
});

const newcomer = { fullname: "Nora", email: "nora@example.org", password: "Correct-horse-1" };

Deno.test("a visitor who registers from a link is in the group once the address is verified, in any browser", async () => {
  await using app = await withGroup();
  const token = await invite(app);
  const cookie = await pressJoin(app, token, "register");
  const registered = await fetch(`${app.url}/api/auth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: cookie, Origin: app.url },
    body: JSON.stringify(newcomer),
  });
  assert.equal(registered.status, 201);
  assert.ok(!(await registered.text()).includes(token));
  // Asked for again, it still leads there.
  await app.call("POST", "/auth/resend-verification", null, { email: newcomer.email });
  const [link] = await app.links(newcomer.email);
  assert.equal((await memberIds(app)).length, 2);
  const page = await submit(app, link, null, {});
  assert.ok((await page.text()).includes(`href="/login?next=%2Fgroup%2F${app.group.id}"`));
  assert.equal((await memberIds(app)).length, 3);
  assert.equal((await app.deps.db.q.select({ uses: invites.uses }).from(invites))[0].uses, 1);
});

Deno.test("a link that was revoked while somebody registered lets nobody in, and the address is verified all the same", async () => {
  await using app = await withGroup();
  const token = await invite(app);
  await app.call("POST", "/auth/register", null, { ...newcomer, invite: token });
  assert.ok((await app.deps.db.q.select({ id: users.inviteId }).from(users)).some(({ id }) => id !== null));
  const [{ id }] = (await app.call("GET", `/groups/${app.group.id}/invites`, app.ada)).body.invites;
  await app.call("DELETE", `/groups/${app.group.id}/invites/${id}`, app.ada);
  const [link] = await app.links(newcomer.email);
  assert.equal((await app.call("GET", link.replace("/verify-email", "/auth/verify-email"))).status, 200);
  assert.equal((await memberIds(app)).length, 2);
  assert.equal((await app.call("POST", "/auth/login", null, newcomer)).status, 200);
});

Deno.test("who registered from a link and resets the password before the address is verified is in the group as well", async () => {
  await using app = await withGroup();
  await app.call("POST", "/auth/register", null, { ...newcomer, invite: await invite(app, { maxUses: 1 }) });
  await app.call("POST", "/auth/forgot-password", null, { email: newcomer.email });
  const token = (await app.links(newcomer.email)).find((path) => path.startsWith("/reset"))!.split("=")[1];
  const reset = () => app.call("POST", "/auth/reset-password", null, { token, password: "New-password-2" });
  const answers = await Promise.all([reset(), reset()]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  assert.equal((await memberIds(app)).length, 3);
  const { body } = await app.call("POST", "/auth/login", null, { email: newcomer.email, password: "New-password-2" });
  const left = await app.call("DELETE", `/groups/${app.group.id}/members/${body.user.id}`, body);
  assert.equal(left.status, 200);
  await app.call("POST", "/auth/forgot-password", null, { email: newcomer.email });
  const [again] = await app.links(newcomer.email);
  await app.call("POST", "/auth/reset-password", null, { token: again.split("=")[1], password: "Third-password-3" });
  assert.equal((await memberIds(app)).length, 2);
});

Deno.test("where no address is verified, who registers from a link is in the group at once", async () => {
  await using app = await withGroup({ env: { REQUIRE_EMAIL_VERIFICATION: "false" } });
  const token = await invite(app);
  const { body } = await app.call("POST", "/auth/register", null, { ...newcomer, invite: token });
  const { groups } = (await app.call("GET", "/groups", body)).body;
  assert.deepEqual(groups.map(({ id }: { id: string }) => id), [app.group.id]);
  assert.equal(body.groupId, app.group.id);
});

Deno.test("without script Ada makes a link with its code, and revokes it; Grace sees none of it", async () => {
  await using app = await withGroup();
  const about = `/group/${app.group.id}/about`;
  assert.ok(!(await (await visit(app, about, app.grace)).text()).includes("Invite links"));
  const wrong = await submit(app, `${about}/invites`, app.ada, { days: "90", maxUses: "3" });
  const text = await wrong.text();
  assert.ok(wrong.status === 400 && text.includes("Please choose 1 to 30 days") && text.includes('value="3"'));
  const made = await submit(app, `${about}/invites`, app.ada, { days: "3", maxUses: "" });
  const html = await made.text();
  const [, token] = /href="[^"]*\/join\/([\w-]{43})"/.exec(html)!;
  assert.ok(html.includes("data:image/svg+xml") && made.headers.get("Cache-Control") === "private, no-store");
  const list = await (await visit(app, about, app.ada)).text();
  const [, revoke] = /action="([^"]*\/revoke)"/.exec(list)!;
  assert.ok(!list.includes(token));
  await submit(app, revoke, app.grace, {});
  assert.equal((await app.call("GET", `/join/${token}`, null)).status, 200);
  await submit(app, revoke, app.ada, {});
  assert.equal((await app.call("GET", `/join/${token}`, null)).status, 410);
});

Deno.test("only links that are good count towards a group's, and those of who organizes it no more are revoked for good", async () => {
  await using app = await withGroup();
  const { db } = app.deps;
  const here = `/groups/${app.group.id}`;
  const role = (role: string) => app.call("PUT", `${here}/members/${app.grace.id}/role`, app.ada, { role });
  const make = (as = app.ada) => app.call("POST", `${here}/invites`, as, { maxUses: 1 });
  await role("organizer");
  const tokens: string[] = [];
  for (let n = 0; n < groupsLimits.invites.perGroup; n++) {
    tokens.push((await make(app.grace)).body.invite.url.split("/").at(-1));
  }
  assert.deepEqual([(await make()).status, (await make()).body.code], [400, "too_many_invites"]);
  await role("member");
  assert.equal((await make()).status, 201);
  await role("organizer");
  assert.equal((await app.call("GET", `/join/${tokens[0]}`, null)).status, 410);
  const own = (await make(app.grace)).body.invite.url.split("/").at(-1);
  await app.call("DELETE", `${here}/members/${app.grace.id}`, app.grace);
  await app.call("POST", `${here}/members`, app.ada, { userId: app.grace.id });
  await role("organizer");
  assert.equal((await app.call("GET", `/join/${own}`, null)).status, 410);
  for (let n = 0; n < groupsLimits.invites.perGroup - 1; n++) await make();
  assert.equal((await make()).body.code, "too_many_invites");
  await db.write([db.q.update(invites).set({ uses: 1 })]);
  assert.equal((await make()).status, 201);
});
