import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { insertGroup } from "../../db/groups/groups.ts";
import { listSentInvitations, saveInvitations } from "../../db/groups/invitations.ts";
import { blocks, invitations, members, notices, users } from "../../db/schema.ts";
import { readAddresses } from "../../server/contract/groups/shapes.ts";
import { startApp } from "../support/app.ts";
import { codeOf, setCookieOf, submit, visit } from "../support/requests.ts";
import { connect } from "../support/socket.ts";

/** Ada's group with Grace in it, and Mallory. */
async function withGroup(options: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp(options);
  const [ada, grace, mallory] = [await app.person("Ada"), await app.person("Grace"), await app.person("Mallory")];
  const group = await app.group(ada, grace);
  const invite = (emails: string[], as = ada) => app.call("POST", `/groups/${group.id}/invites/mail`, as, { emails });
  const waiting = async (as: { token: string }) => (await app.call("GET", "/invitations", as)).body.invitations;
  const mailed = async (to: string) =>
    (await (await fetch(`${app.url}/dev/mail.json`)).json()).filter((mail: { to: string }) => mail.to === to);
  const memberIds = async () =>
    (await app.deps.db.q.select({ id: members.userId }).from(members)).map(({ id }) => id).sort();
  const listed = async () =>
    (await listSentInvitations(app.deps.db, ada.id, { groupId: group.id }, app.deps.clock())).map(({ email }) => email);
  return { ...app, ada, grace, mallory, group, invite, waiting, mailed, memberIds, listed };
}

Deno.test("who has an account is asked there and joins only by saying yes; who has none is mailed a link", async () => {
  await using app = await withGroup();
  const answer = await app.invite(["MALLORY@example.org", "nora@example.org", "grace@example.org", "nora@example.org"]);
  assert.deepEqual([answer.status, answer.body], [200, { invited: 2, alreadyIn: 1, refused: 0 }]);
  assert.deepEqual([(await app.mailed("mallory@example.org")).length, (await app.mailed("nora@example.org")).length], [
    0,
    1,
  ]);
  const { notices } = (await app.call("GET", "/notices", app.mallory)).body;
  assert.deepEqual([notices[0].kind, notices[0].text], ["invited", `Ada invited you to ${app.group.groupName}`]);
  const [{ id, group, invitedBy }] = await app.waiting(app.mallory);
  assert.deepEqual([group.groupName, group.memberCount, invitedBy.username], [app.group.groupName, 2, "ada"]);
  assert.equal((await app.memberIds()).length, 2);
  using ada = await connect(app.url, app.ada.token);
  await ada.join(app.group.id);
  const joined = await app.call("POST", `/invitations/${id}/accept`, app.mallory);
  assert.deepEqual([joined.status, joined.body.group.id], [200, app.group.id]);
  assert.deepEqual(await ada.next("memberAdded"), { groupId: app.group.id, userId: app.mallory.id });
  assert.deepEqual(await app.waiting(app.mallory), []);
  assert.equal(codeOf(await app.call("POST", `/invitations/${id}/accept`, app.mallory)), "404 invitation_not_found");
});

Deno.test("members cannot invite by mail; to outsiders the group is not there; nobody answers another's invitation", async () => {
  await using app = await withGroup();
  assert.equal(codeOf(await app.invite(["nora@example.org"], app.grace)), "403 not_organizer");
  assert.equal(codeOf(await app.invite(["nora@example.org"], app.mallory)), "404 group_not_found");
  const nora = await app.person("Nora");
  await app.invite([nora.email]);
  const [{ id }] = await app.waiting(nora);
  for (const as of [app.mallory, app.grace, app.ada]) {
    assert.equal(codeOf(await app.call("POST", `/invitations/${id}/accept`, as)), "404 invitation_not_found");
    assert.equal(codeOf(await app.call("POST", `/invitations/${id}/decline`, as, {})), "404 invitation_not_found");
  }
  assert.equal((await app.waiting(nora)).length, 1);
});

Deno.test("who declines may be asked again; who says never is not, and nobody is told", async () => {
  await using app = await withGroup();
  await app.invite([app.mallory.email]);
  const [{ id }] = await app.waiting(app.mallory);
  await app.call("POST", `/invitations/${id}/decline`, app.mallory, {});
  assert.deepEqual(await app.waiting(app.mallory), []);
  await app.invite([app.mallory.email]);
  const [again] = await app.waiting(app.mallory);
  await app.call("POST", `/invitations/${again.id}/decline`, app.mallory, { never: true });
  assert.deepEqual((await app.invite([app.mallory.email])).body, { invited: 1, alreadyIn: 0, refused: 0 });
  assert.deepEqual(await app.waiting(app.mallory), []);
  assert.deepEqual(await app.listed(), [app.mallory.email]);
});

Deno.test("a mailed link lets its reader decline for good without an account", async () => {
  await using app = await withGroup();
  await app.invite(["nora@example.org"]);
  const [link] = await app.links("nora@example.org");
  const page = await visit(app, link);
  assert.deepEqual([page.status, page.headers.get("Referrer-Policy")], [200, "same-origin"]);
  const html = await page.text();
  assert.ok(html.includes(app.group.groupName) && html.includes("Never from this group"));
  const declined = await submit(app, `${link}/never`, null, {});
  assert.deepEqual([declined.status, declined.headers.get("Location")], [303, "/"]);
  assert.deepEqual((await app.invite(["nora@example.org"])).body, { invited: 1, alreadyIn: 0, refused: 0 });
  assert.deepEqual(await app.listed(), ["nora@example.org"]);
  assert.equal((await visit(app, link)).status, 404);
  assert.equal((await app.mailed("nora@example.org")).length, 1);
});

Deno.test("who registers with the address that a link was mailed to has proven it, and is in the group", async () => {
  await using app = await withGroup();
  await app.invite(["nora@example.org"]);
  const [link] = await app.links("nora@example.org");
  const pressed = await submit(app, `${link}/accept`, null, { by: "register" });
  const token = link.split("/").at(-1)!;
  assert.equal(pressed.headers.get("Location"), `/register?next=%2Finvitations%2F${token}`);
  const { value } = setCookieOf(pressed, "chapterhouse_join")!;
  const registered = await fetch(`${app.url}/api/auth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: app.url, Cookie: `chapterhouse_join=${value}` },
    body: JSON.stringify({ fullname: "Nora", email: "nora@example.org", password: "Correct-horse-1" }),
  });
  const body = await registered.json();
  assert.ok(body.token && body.user.emailVerified);
  assert.equal(body.groupId, app.group.id);
  assert.equal((await app.memberIds()).length, 3);
});

Deno.test("a mailed link proves no other address: that one is verified by its own mail", async () => {
  await using app = await withGroup();
  await app.invite(["nora@example.org"]);
  const token = (await app.links("nora@example.org"))[0].split("/").at(-1)!;
  const newcomer = { fullname: "Nora", email: "other@example.org", password: "Correct-horse-1", invite: token };
  const { body } = await app.call("POST", "/auth/register", null, newcomer);
  assert.deepEqual([body.token, body.user.emailVerified], [null, false]);
  assert.equal((await app.memberIds()).length, 2);
});

Deno.test("the mail of an invitation reaches who has another address, once: they sign in and are in the group", async () => {
  await using app = await withGroup();
  await app.invite(["mal@example.org"]);
  const [link] = await app.links("mal@example.org");
  const accepted = await submit(app, `${link}/accept`, app.mallory, {});
  assert.deepEqual([accepted.status, accepted.headers.get("Location")], [303, `/group/${app.group.id}`]);
  const nora = await app.person("Nora");
  assert.equal((await submit(app, `${link}/accept`, nora, {})).status, 404);
  assert.equal((await app.memberIds()).length, 3);
});

Deno.test("nobody is mailed twice a day about a group, however often they are invited", async () => {
  let now = Date.UTC(2026, 10, 1);
  await using app = await withGroup({ clock: () => now });
  for (let n = 0; n < 3; n++) assert.equal((await app.invite(["nora@example.org"])).body.invited, 1);
  assert.equal((await app.mailed("nora@example.org")).length, 1);
  now += 25 * 3600_000;
  const ada = await app.person("Ada");
  await app.invite(["nora@example.org"], ada);
  const links = await app.links("nora@example.org");
  assert.equal(links.length, 2);
  // The newest one counts.
  assert.equal((await visit(app, links[0])).status, 200);
});

Deno.test("one account invites three hundred addresses a day, and fifty at a time", async () => {
  await using app = await withGroup({ env: { RATE_LIMITS: "on" } });
  const emails = (from: number) => Array.from({ length: 50 }, (_, n) => `reader-${from + n}@example.org`);
  assert.equal(codeOf(await app.invite([...emails(0), "one@example.org"])), "400 invalid_input");
  for (let from = 0; from < 300; from += 50) assert.equal((await app.invite(emails(from))).status, 200);
  assert.equal((await app.invite(["one@example.org"])).status, 429);
});

Deno.test("who has blocked the inviter is answered, listed and withdrawn as anybody else, and hears nothing", async () => {
  await using app = await withGroup();
  const { db } = app.deps;
  await db.write([db.q.insert(blocks).values({ userId: app.mallory.id, blockedId: app.ada.id, createdAt: 1 })]);
  const emails = [app.mallory.email, "nora@example.org"];
  for (const email of emails) {
    const { status, body } = await app.invite([email]);
    assert.deepEqual([status, body], [200, { invited: 1, alreadyIn: 0, refused: 0 }]);
  }
  assert.deepEqual((await app.listed()).sort(), emails);
  assert.deepEqual(await app.waiting(app.mallory), []);
  assert.deepEqual((await app.call("GET", "/notices", app.mallory)).body.notices, []);
  assert.deepEqual(await app.mailed(app.mallory.email), []);
  assert.ok(!(await (await visit(app, "/dashboard", app.mallory)).text()).includes("Never from this group"));
});

Deno.test("what somebody sent whom Mallory has blocked since is not listed any more", async () => {
  await using app = await withGroup();
  await app.invite([app.mallory.email]);
  assert.equal((await app.waiting(app.mallory)).length, 1);
  await app.call("PUT", `/users/${app.ada.id}/block`, app.mallory);
  assert.deepEqual(await app.waiting(app.mallory), []);
});

Deno.test("who is invited and not invited again and again is notified once, until they have read it and a day later", async () => {
  let now = Date.UTC(2026, 10, 1);
  await using app = await withGroup({ clock: () => now });
  const count = async () => (await app.call("GET", "/notices", app.mallory)).body.notices.length;
  const again = async () => {
    await app.invite([app.mallory.email]);
    const [{ id }] = await app.deps.db.q.select({ id: invitations.id }).from(invitations);
    await submit(app, `/group/${app.group.id}/about/mail-invites/${id}/withdraw`, app.ada, {});
    return await app.deps.db.q.select({ id: notices.id, readAt: notices.readAt }).from(notices)
      .where(eq(notices.kind, "invited"));
  };
  const [first] = await again();
  await Promise.all([app.invite([app.mallory.email]), app.invite([app.mallory.email])]);
  assert.deepEqual([await again(), await count()], [[first], 1]);
  await app.call("POST", "/notices/read", app.mallory, { all: true });
  assert.equal((await again())[0].id, first.id);
  now += 25 * 3600_000;
  app.mallory = await app.person("Mallory");
  app.ada = await app.person("Ada");
  const [second] = await again();
  assert.ok(second.id !== first.id && second.readAt === null);
  now += 25 * 3600_000;
  app.ada = await app.person("Ada");
  assert.deepEqual(await again(), [second]);
});

Deno.test("invitations follow a verified address to another one, which those who invited do not see", async () => {
  await using app = await withGroup();
  await app.invite([app.mallory.email]);
  const password = app.mallory.password;
  await app.call("PUT", "/auth/email", app.mallory, { email: "hidden@example.org", password });
  const [link] = await app.links("hidden@example.org");
  await submit(app, link, app.mallory, {});
  assert.equal((await app.call("GET", "/auth/me", app.mallory)).body.email, "hidden@example.org");
  assert.equal((await app.waiting(app.mallory)).length, 1);
  assert.deepEqual(await app.listed(), [app.mallory.email]);
  const page = await (await visit(app, `/group/${app.group.id}/about`, app.ada)).text();
  assert.ok(page.includes(app.mallory.email) && !page.includes("hidden@example.org"));
});

Deno.test("nobody gets another's invitations by registering with their address and changing it", async () => {
  await using app = await withGroup({ env: { REQUIRE_EMAIL_VERIFICATION: "false" } });
  await app.invite(["nora@example.org"]);
  const eve = { fullname: "Eve", email: "nora@example.org", password: "Correct-horse-1" };
  const { token } = (await app.call("POST", "/auth/register", null, eve)).body;
  await app.call("PUT", "/auth/email", { token }, { email: "eve@example.org", password: eve.password });
  const [link] = await app.links("eve@example.org");
  await submit(app, link, { token }, {});
  const me = (await app.call("GET", "/auth/me", { token })).body;
  assert.deepEqual([me.email, me.emailVerified], ["eve@example.org", true]);
  assert.deepEqual(await app.waiting({ token }), []);
  assert.deepEqual((await app.deps.db.q.select().from(invitations)).map(({ email }) => email), ["nora@example.org"]);
});

Deno.test("an account whose address is not verified gets the mail, and sees the invitation once it is", async () => {
  await using app = await withGroup();
  await app.call("POST", "/auth/register", null, { fullname: "Eve", email: "eve@example.org", password: "secret" });
  await app.invite(["eve@example.org"]);
  assert.equal((await app.mailed("eve@example.org")).length, 2);
  const link = (await app.links("eve@example.org")).find((path) => path.startsWith("/verify-email"))!;
  await submit(app, link, null, {});
  const { body } = await app.call("POST", "/auth/login", null, { email: "eve@example.org", password: "secret" });
  assert.equal((await app.waiting(body)).length, 1);
});

Deno.test("an invitation of somebody who is no organizer any more leads nowhere", async () => {
  await using app = await withGroup();
  await app.call("PUT", `/groups/${app.group.id}/members/${app.grace.id}/role`, app.ada, { role: "organizer" });
  await app.invite([app.mallory.email, "nora@example.org"], app.grace);
  await app.call("PUT", `/groups/${app.group.id}/members/${app.grace.id}/role`, app.ada, { role: "member" });
  assert.deepEqual(await app.waiting(app.mallory), []);
  assert.equal((await visit(app, (await app.links("nora@example.org"))[0])).status, 410);
});

Deno.test("links and invitations of a disabled organizer lead nowhere, and are good again once they are enabled", async () => {
  await using app = await withGroup();
  const { db } = app.deps;
  const setDisabled = (disabledAt: number | null) =>
    db.write([db.q.update(users).set({ disabledAt }).where(eq(users.id, app.ada.id))]);
  const link = (await app.call("POST", `/groups/${app.group.id}/invites`, app.ada, { days: 7 })).body.invite.url;
  await app.invite([app.mallory.email, "nora@example.org"]);
  const [{ id }] = await app.waiting(app.mallory);
  const [mailed] = await app.links("nora@example.org");
  const pages = async () => [(await visit(app, new URL(link).pathname)).status, (await visit(app, mailed)).status];
  await setDisabled(1);
  assert.deepEqual(await pages(), [410, 410]);
  assert.deepEqual(await app.waiting(app.mallory), []);
  assert.equal(codeOf(await app.call("POST", `/invitations/${id}/accept`, app.mallory)), "404 invitation_not_found");
  await submit(app, `${new URL(link).pathname}`, app.mallory, {});
  assert.equal((await app.memberIds()).length, 2);
  await setDisabled(null);
  assert.deepEqual(await pages(), [200, 200]);
});

Deno.test("nobody is mailed an invitation who could not register, and they count as invited all the same", async () => {
  for (const [name, value] of [["REGISTRATION", "closed"], ["REGISTRATION_DOMAINS", "school.example"]]) {
    await using app = await withGroup({ env: { [name]: value } });
    const { body } = await app.invite([app.mallory.email, "nora@example.org"]);
    assert.deepEqual(body, { invited: 2, alreadyIn: 0, refused: 0 });
    assert.equal((await app.mailed("nora@example.org")).length, 0);
    assert.equal((await app.waiting(app.mallory)).length, 1);
  }
  await using app = await withGroup({ env: { REGISTRATION: "invite", REGISTRATION_DOMAINS: "example.org" } });
  await app.invite(["nora@example.org"]);
  assert.equal((await app.mailed("nora@example.org")).length, 1);
});

Deno.test("who ceases to be an organizer while they invite stores, mails and notifies nothing", async () => {
  await using app = await withGroup();
  const { db, mailer } = app.deps;
  const mail = mailer.rowOf({ to: "nora@example.org", subject: "You are invited", text: "", html: "" });
  const invitees = [{ id: "one", email: "nora@example.org", hash: "h", mail }];
  const save = (viewerId: string) =>
    saveInvitations(db, viewerId, { groupId: app.group.id, invitees, expiresAt: 9e12 }, 1);
  for (const { id } of [app.grace, app.mallory]) assert.deepEqual(await save(id), []);
  assert.deepEqual([await db.q.$count(invitations), (await app.mailed("nora@example.org")).length], [0, 0]);
  assert.deepEqual(await save(app.ada.id), ["nora@example.org"]);
  assert.deepEqual([await db.q.$count(invitations), (await app.mailed("nora@example.org")).length], [1, 1]);
});

Deno.test("more than a page of invitations are listed by pages, to who sent them and to who got them", async () => {
  await using app = await withGroup();
  const { db } = app.deps;
  const invitees = Array.from(
    { length: 130 },
    (_, n) => ({ id: `i${n}`, email: `reader-${n}@example.org`, hash: null }),
  );
  await saveInvitations(db, app.ada.id, { groupId: app.group.id, invitees, expiresAt: 9e12 }, 1);
  const about = `/group/${app.group.id}/about`;
  const idsIn = (html: string) => [...html.matchAll(/mail-invites\/(i\d+)\/withdraw/g)].map(([, id]) => id);
  const first = await (await visit(app, about, app.ada)).text();
  const [, more] = /href="([^"]*invitedBefore=[^"]*)"/.exec(first)!;
  const second = await (await visit(app, more.split("#")[0], app.ada)).text();
  assert.equal(new Set([...idsIn(first), ...idsIn(second)]).size, 130);
  assert.ok(!second.includes("invitedBefore="));
  const groupIds = Array.from({ length: 101 }, (_, n) => `g${n}`);
  for (const id of groupIds) {
    await insertGroup(db, app.ada.id, { id, groupName: id, description: null }, 1);
    const invitees = [{ id: `m${id}`, email: app.mallory.email, hash: null }];
    await saveInvitations(db, app.ada.id, { groupId: id, invitees, expiresAt: 9e12 }, 2);
  }
  const listed = async (query = "") => (await app.call("GET", `/invitations${query}`, app.mallory)).body;
  const page = await listed();
  assert.deepEqual([page.invitations.length, page.hasMore], [100, true]);
  const rest = await listed(`?before=${page.invitations.at(-1).id}`);
  assert.deepEqual([rest.invitations.length, rest.hasMore], [1, false]);
});

Deno.test("of accepting and withdrawing at once one happens, and nothing is left over", async () => {
  await using app = await withGroup();
  await app.invite([app.mallory.email]);
  const [{ id }] = await app.waiting(app.mallory);
  const [accepted] = await Promise.all([
    app.call("POST", `/invitations/${id}/accept`, app.mallory),
    submit(app, `/group/${app.group.id}/about/mail-invites/${id}/withdraw`, app.ada, {}),
  ]);
  assert.equal((await app.memberIds()).includes(app.mallory.id), accepted.status === 200);
  assert.equal((await app.deps.db.q.select().from(invitations)).length, 0);
});

Deno.test("addresses are read as people paste them", () => {
  const pasted = `Ada Lovelace <ada@example.org>; "Hopper, Grace" <Grace@Example.org>,mailto:nora@example.org
    eve@example.org\teve@example.org (mallory@example.org). ['odd.one+tag@sub.example.co.uk']`;
  assert.deepEqual(readAddresses(pasted), {
    found: [
      "ada@example.org",
      "grace@example.org",
      "nora@example.org",
      "eve@example.org",
      "mallory@example.org",
      "odd.one+tag@sub.example.co.uk",
    ],
    wrong: undefined,
  });
  assert.equal(readAddresses("ada@example.org, grace@nowhere, @x").wrong, "grace@nowhere");
});

Deno.test("without script Ada pastes addresses, gets back what cannot be read, and withdraws one", async () => {
  await using app = await withGroup();
  const about = `/group/${app.group.id}/about`;
  const wrong = await submit(app, `${about}/mail-invites`, app.ada, { emails: "nora@example.org, grace@nowhere" });
  const html = await wrong.text();
  assert.ok(wrong.status === 400 && html.includes("This is not an email address: grace@nowhere"));
  assert.ok(html.includes("nora@example.org, grace@nowhere</textarea>"));
  const sent = await submit(app, `${about}/mail-invites`, app.ada, {
    emails: "Nora <nora@example.org>\nme@example.org",
  });
  assert.equal(sent.headers.get("Location"), `${about}#mail-invites`);
  const list = await (await visit(app, about, app.ada)).text();
  const forms = [...list.matchAll(/action="([^"]*\/withdraw)"/g)].map(([, action]) => action);
  assert.equal(forms.length, 2);
  await submit(app, forms[0], app.grace, {});
  await submit(app, forms[0], app.ada, {});
  assert.equal((await app.deps.db.q.select().from(invitations)).length, 1);
});

Deno.test("without script Mallory finds an invitation on the dashboard, and says yes, no, or never", async () => {
  await using app = await withGroup();
  for (const answer of ["decline", "accept"]) {
    await app.invite([app.mallory.email]);
    const html = await (await visit(app, "/dashboard", app.mallory)).text();
    assert.ok(html.includes("Invitations") && html.includes("Never from this group"));
    const [, action] = new RegExp(`action="(/dashboard/invitations/[^"]*/${answer})"`).exec(html)!;
    const answered = await submit(app, action, app.mallory, {});
    assert.equal(answered.headers.get("Location"), answer === "accept" ? `/group/${app.group.id}` : "/dashboard");
  }
  assert.ok((await app.memberIds()).includes(app.mallory.id));
  assert.ok(!(await (await visit(app, "/dashboard", app.mallory)).text()).includes("Never from this group"));
});
