/** Invitations to somebody by their address. */
import assert from "node:assert/strict";
import { insertGroup } from "../../../db/groups/groups.ts";
import { listSentInvitations, saveInvitations } from "../../../db/groups/invitations.ts";
import { invitations } from "../../../db/schema.ts";
import { readAddresses } from "../../../server/contract/groups/shapes.ts";
import type { Person } from "../../support/app.ts";
import { mailsOf, type Options, run, startCast } from "../../support/cast.ts";
import { codeOf, setCookieOf, submit, visit } from "../../support/requests.ts";
import { connect } from "../../support/socket.ts";
import { inScene } from "../../support/in_scene.ts";

const nora = "nora@example.org";
const password = "Correct-horse-1";

async function withInvitations(options?: Options) {
  const app = await startCast(options);
  const { call, ada, grace, mallory, here, circle, deps } = app;
  return {
    ...app,
    /** The group's page with the forms about invitations. */
    invitePage: `/group/${circle.id}/invite`,
    invite: (emails: string[], as = ada) => call("POST", `${here}/invites/mail`, as, { emails }),
    waiting: async (as: { token: string } = mallory) => (await call("GET", "/invitations", as)).body.invitations,
    answer: (id: string, answer: "accept" | "decline", as = mallory, body = {}) =>
      call("POST", `/invitations/${id}/${answer}`, as, body),
    mailed: async (to = nora) => (await mailsOf(app, to)).length,
    read: async (path: string, as?: Person) => await (await visit(app, path, as)).text(),
    members: async () => (await call("GET", here, ada)).body.group.memberCount,
    listed: async () => {
      const sent = await listSentInvitations(deps.db, ada.id, { groupId: circle.id }, deps.clock());
      return sent.map(({ email }) => email).sort();
    },
    stored: () => deps.db.q.$count(invitations),
    withdraw: (id: string) => submit(app, `/group/${circle.id}/invite/mail/${id}/withdraw`, app.ada, {}),
    role: (role: string) => call("PUT", `${here}/members/${grace.id}/role`, ada, { role }),
  };
}

const test = inScene(withInvitations);

const invited = (count: number, alreadyIn = 0) => ({ invited: count, alreadyIn, refused: 0 });

test("people with an account are asked there and join only by saying yes; others are mailed a link", async (app) => {
  const answer = await app.invite(["MALLORY@example.org", nora, "grace@example.org", nora]);
  assert.deepEqual([answer.status, answer.body], [200, invited(2, 1)]);
  assert.deepEqual([await app.mailed(app.mallory.email), await app.mailed()], [0, 1]);
  const { notices } = (await app.call("GET", "/notices", app.mallory)).body;
  assert.deepEqual([notices[0].kind, notices[0].text], ["invited", `Ada invited you to ${app.circle.groupName}`]);
  const [{ id, group, invitedBy }] = await app.waiting();
  assert.deepEqual([group.groupName, group.memberCount, invitedBy.username], [app.circle.groupName, 2, "ada"]);
  for (const as of [app.grace, app.ada]) {
    for (const answer of ["accept", "decline"] as const) {
      assert.equal(codeOf(await app.answer(id, answer, as)), "404 invitation_not_found");
    }
  }
  assert.equal(await app.members(), 2);
  using ada = await connect(app.url, app.ada.token);
  await ada.join(app.circle.id);
  const joined = await app.answer(id, "accept");
  assert.deepEqual([joined.status, joined.body.group.id], [200, app.circle.id]);
  assert.deepEqual(await ada.next("memberAdded"), { groupId: app.circle.id, userId: app.mallory.id });
  assert.deepEqual(await app.waiting(), []);
  assert.equal(codeOf(await app.answer(id, "accept")), "404 invitation_not_found");
});

test("the notice of an invitation is read by accepting or declining it", async (app) => {
  const unread = async () => (await app.call("GET", "/notices", app.mallory)).body.unread;
  for (const answer of ["decline", "accept"] as const) {
    await run(app, "delete from notices");
    await app.invite([app.mallory.email]);
    assert.equal(await unread(), 1);
    await app.answer((await app.waiting())[0].id, answer);
    assert.equal(await unread(), 0, answer);
  }
});

test("people who decline may be asked again, and not once they say never, also by a mailed link without an account; nobody is told", async (app) => {
  await app.invite([app.mallory.email, nora]);
  await app.answer((await app.waiting())[0].id, "decline");
  assert.deepEqual(await app.waiting(), []);
  await app.invite([app.mallory.email]);
  await app.answer((await app.waiting())[0].id, "decline", app.mallory, { never: true });
  const [link] = await app.links(nora);
  const page = await visit(app, link);
  assert.deepEqual([page.status, page.headers.get("Referrer-Policy")], [200, "same-origin"]);
  const html = await page.text();
  assert.ok(html.includes(app.circle.groupName) && html.includes("Never from this group"));
  const declined = await submit(app, `${link}/never`, null, {});
  assert.deepEqual([declined.status, declined.headers.get("Location")], [303, "/"]);
  assert.deepEqual((await app.invite([app.mallory.email, nora])).body, invited(2));
  assert.deepEqual([await app.waiting(), await app.listed()], [[], [app.mallory.email, nora]]);
  assert.equal((await visit(app, link)).status, 404);
  assert.equal(await app.mailed(), 1);
});

test("registering with the address that a link was mailed to proves that one, and no other, and leads into the group", async (app) => {
  await app.invite([nora]);
  const [link] = await app.links(nora);
  const token = link.split("/").at(-1)!;
  const other = { fullname: "Nora", email: "other@example.org", password, invite: token };
  const { body: unproven } = await app.call("POST", "/auth/register", null, other);
  assert.deepEqual([unproven.token, unproven.user.emailVerified, await app.members()], [null, false, 2]);
  const pressed = await submit(app, `${link}/accept`, null, { by: "register" });
  assert.equal(pressed.headers.get("Location"), `/register?next=%2Finvitations%2F${token}`);
  const { value } = setCookieOf(pressed, "chapterhouse_join")!;
  const registered = await visit(app, "/api/auth/register", null, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: app.url, Cookie: `chapterhouse_join=${value}` },
    body: JSON.stringify({ fullname: "Nora", email: nora, password }),
  });
  const body = await registered.json();
  assert.ok(body.token && body.user.emailVerified);
  assert.deepEqual([body.groupId, await app.members()], [app.circle.id, 3]);
});

test("the mail of an invitation lets in somebody with another address who logs in, once", async (app) => {
  await app.invite(["mal@example.org"]);
  const [link] = await app.links("mal@example.org");
  const accepted = await submit(app, `${link}/accept`, app.mallory, {});
  assert.deepEqual([accepted.status, accepted.headers.get("Location")], [303, `/group/${app.circle.id}`]);
  assert.equal((await submit(app, `${link}/accept`, await app.person("Nora"), {})).status, 404);
  assert.equal(await app.members(), 3);
});

Deno.test("nobody is mailed twice a day about a group, or notified again before they have read it and a day has passed", async () => {
  const day = 25 * 3600_000;
  let now = Date.UTC(2026, 10, 1);
  await using app = await withInvitations({ clock: () => now });
  const { call, mallory } = app;
  /** Ada invites Mallory, and takes it back. */
  const inviteInVain = async () => {
    await app.invite([mallory.email]);
    await app.withdraw((await app.waiting())[0].id);
  };
  const notices = () => app.deps.db.q.all<{ id: string }>("select id from notices where kind = 'invited'");
  await inviteInVain();
  const [first] = await notices();
  await Promise.all([app.invite([mallory.email, nora]), app.invite([mallory.email, nora])]);
  await inviteInVain();
  assert.deepEqual([await notices(), await app.mailed()], [[first], 1]);
  await call("POST", "/notices/read", mallory, { all: true });
  await inviteInVain();
  assert.deepEqual(await notices(), [first]);
  now += day;
  await inviteInVain();
  await app.invite([nora]);
  const [second] = await notices();
  assert.notEqual(second.id, first.id);
  const links = await app.links(nora);
  // The newest one counts.
  assert.deepEqual([links.length, (await visit(app, links[0])).status], [2, 200]);
  now += day;
  await inviteInVain();
  assert.deepEqual(await notices(), [second], "it was not read");
});

Deno.test("one account invites three hundred addresses a day, and fifty at a time", async () => {
  await using app = await withInvitations({ env: { RATE_LIMITS: "on" } });
  const emails = (from: number) => Array.from({ length: 50 }, (_, n) => `reader-${from + n}@example.org`);
  assert.equal(codeOf(await app.invite([...emails(0), "one@example.org"])), "400 invalid_input");
  for (let from = 0; from < 300; from += 50) assert.equal((await app.invite(emails(from))).status, 200);
  assert.equal((await app.invite(["one@example.org"])).status, 429);
});

test("somebody who blocks the inviter sees an earlier invitation no more, and of a new one nothing, which its sender cannot tell", async (app) => {
  await app.invite([app.mallory.email]);
  assert.equal((await app.waiting()).length, 1);
  await app.call("PUT", `/users/${app.ada.id}/block`, app.mallory);
  assert.deepEqual(await app.waiting(), []);
  for (const email of [app.mallory.email, nora]) {
    const { status, body } = await app.invite([email]);
    assert.deepEqual([status, body], [200, invited(1)]);
  }
  assert.deepEqual(await app.listed(), [app.mallory.email, nora]);
  assert.deepEqual([await app.waiting(), await app.mailed(app.mallory.email)], [[], 0]);
  assert.deepEqual((await app.call("GET", "/notices", app.mallory)).body.notices, []);
  assert.ok(!(await app.read("/dashboard", app.mallory)).includes("Never from this group"));
});

test("invitations follow a verified address to another one, which the people who invited do not see", async (app) => {
  await app.invite([app.mallory.email]);
  await app.call("PUT", "/auth/email", app.mallory, { email: "hidden@example.org", password });
  await submit(app, (await app.links("hidden@example.org"))[0], app.mallory, {});
  assert.equal((await app.call("GET", "/auth/me", app.mallory)).body.email, "hidden@example.org");
  assert.deepEqual([(await app.waiting()).length, await app.listed()], [1, [app.mallory.email]]);
  const page = await app.read(app.invitePage, app.ada);
  assert.ok(page.includes(app.mallory.email) && !page.includes("hidden@example.org"));
});

Deno.test("nobody gets another's invitations by registering with their address and changing it", async () => {
  await using app = await withInvitations({ env: { REQUIRE_EMAIL_VERIFICATION: "false" } });
  await app.invite([nora]);
  const { token } = (await app.call("POST", "/auth/register", null, { fullname: "Eve", email: nora, password })).body;
  await app.call("PUT", "/auth/email", { token }, { email: "eve@example.org", password });
  await submit(app, (await app.links("eve@example.org"))[0], { token }, {});
  const me = (await app.call("GET", "/auth/me", { token })).body;
  assert.deepEqual([me.email, me.emailVerified], ["eve@example.org", true]);
  assert.deepEqual(await app.waiting({ token }), []);
  const stored = await app.deps.db.q.select({ email: invitations.email }).from(invitations);
  assert.deepEqual(stored, [{ email: nora }]);
});

test("an account whose address is not verified gets the mail, and sees the invitation once it is", async (app) => {
  const eve = { fullname: "Eve", email: "eve@example.org", password };
  await app.call("POST", "/auth/register", null, eve);
  await app.invite([eve.email]);
  assert.equal(await app.mailed(eve.email), 2);
  const link = (await app.links(eve.email)).find((path) => path.startsWith("/verify-email"))!;
  await submit(app, link, null, {});
  const { body } = await app.call("POST", "/auth/login", null, eve);
  assert.equal((await app.waiting(body)).length, 1);
});

test("links and invitations of a disabled or former organizer lead nowhere, and are good again once they are enabled", async (app) => {
  await app.role("organizer");
  const made = await app.call("POST", `${app.here}/invites`, app.grace, { days: 7 });
  const link = new URL(made.body.invite.url).pathname;
  await app.invite([app.mallory.email, nora], app.grace);
  const [{ id }] = await app.waiting();
  const [mailed] = await app.links(nora);
  const pages = async () => [(await visit(app, link)).status, (await visit(app, mailed)).status];
  const disable = (at: string) => run(app, `update users set disabled_at = ${at} where id = '${app.grace.id}'`);
  await disable("1");
  assert.deepEqual([await pages(), await app.waiting()], [[410, 410], []]);
  assert.equal(codeOf(await app.answer(id, "accept")), "404 invitation_not_found");
  await submit(app, link, app.mallory, {});
  assert.equal(await app.members(), 2);
  await disable("null");
  assert.deepEqual([await pages(), (await app.waiting()).length], [[200, 200], 1]);
  await app.role("member");
  assert.deepEqual([await pages(), await app.waiting()], [[410, 410], []]);
});

Deno.test("nobody is mailed an invitation who could not register, and they count as invited all the same", async () => {
  const settings: [Record<string, string>, number][] = [
    [{ REGISTRATION: "closed" }, 0],
    [{ REGISTRATION_DOMAINS: "school.example" }, 0],
    [{ REGISTRATION: "invite", REGISTRATION_DOMAINS: "example.org" }, 1],
  ];
  for (const [env, mails] of settings) {
    await using app = await withInvitations({ env });
    assert.deepEqual((await app.invite([app.mallory.email, nora])).body, invited(2));
    assert.deepEqual([await app.mailed(), (await app.waiting()).length], [mails, 1]);
  }
});

test("an inviter who ceases to be an organizer meanwhile stores, mails and notifies nothing", async (app) => {
  const { db, mailer } = app.deps;
  const mail = mailer.rowOf({ to: nora, subject: "You are invited", text: "", html: "" });
  const invitees = [{ id: "one", email: nora, hash: "h", mail }];
  const save = (viewerId: string) =>
    saveInvitations(db, viewerId, { groupId: app.circle.id, invitees, expiresAt: 9e12 }, 1);
  for (const { id } of [app.grace, app.mallory]) assert.deepEqual(await save(id), []);
  assert.deepEqual([await app.stored(), await app.mailed()], [0, 0]);
  assert.deepEqual(await save(app.ada.id), [nora]);
  assert.deepEqual([await app.stored(), await app.mailed()], [1, 1]);
});

test("more than a page of invitations are listed by pages, to their sender and to their receiver", async (app) => {
  const { deps: { db }, ada, mallory } = app;
  const save = (groupId: string, emails: string[]) => {
    const invitees = emails.map((email, n) => ({ id: `i${groupId}-${n}`, email, hash: null }));
    return saveInvitations(db, ada.id, { groupId, invitees, expiresAt: 9e12 }, 2);
  };
  await save(app.circle.id, Array.from({ length: 130 }, (_, n) => `reader-${n}@example.org`));
  const idsIn = (html: string) => [...html.matchAll(/invite\/mail\/([^/"]+)\/withdraw/g)].map(([, id]) => id);
  const first = await app.read(app.invitePage, ada);
  const [, more] = /href="([^"]*invitedBefore=[^"]*)"/.exec(first)!;
  const second = await app.read(more.split("#")[0], ada);
  assert.equal(new Set([...idsIn(first), ...idsIn(second)]).size, 130);
  assert.ok(!second.includes("invitedBefore="));
  for (let n = 0; n < 101; n++) {
    await insertGroup(db, ada.id, { id: `g${n}`, groupName: "G", description: null }, 1);
    await save(`g${n}`, [mallory.email]);
  }
  const page = (await app.call("GET", "/invitations", mallory)).body;
  assert.deepEqual([page.invitations.length, page.hasMore], [100, true]);
  const rest = (await app.call("GET", `/invitations?before=${page.invitations.at(-1).id}`, mallory)).body;
  assert.deepEqual([rest.invitations.length, rest.hasMore], [1, false]);
});

test("of accepting and withdrawing at once one happens, and nothing is left over", async (app) => {
  await app.invite([app.mallory.email]);
  const [{ id }] = await app.waiting();
  const [accepted] = await Promise.all([app.answer(id, "accept"), app.withdraw(id)]);
  assert.deepEqual([await app.members(), await app.stored()], [accepted.status === 200 ? 3 : 2, 0]);
});

Deno.test("addresses are read as people paste them", () => {
  const pasted = `Ada Lovelace <ada@example.org>; "Hopper, Grace" <Grace@Example.org>,mailto:nora@example.org
    eve@example.org\teve@example.org (mallory@example.org). ['odd.one+tag@sub.example.co.uk']`;
  const found = ["ada", "grace", "nora", "eve", "mallory"].map((name) => `${name}@example.org`);
  const expected = { found: [...found, "odd.one+tag@sub.example.co.uk"], wrong: undefined };
  assert.deepEqual(readAddresses(pasted), expected);
  assert.equal(readAddresses("ada@example.org, grace@nowhere, @x").wrong, "grace@nowhere");
  for (const typed of ["ada@example.org, notanaddress", "notanaddress\nada@example.org"]) {
    assert.equal(readAddresses(typed).wrong, "notanaddress");
  }
});

test("without script Ada pastes addresses, gets back what cannot be read, and withdraws one, which Grace cannot", async (app) => {
  const wrong = await submit(app, `${app.invitePage}/mail`, app.ada, { emails: `${nora}, grace@nowhere` });
  const html = await wrong.text();
  assert.ok(wrong.status === 400 && html.includes("This is not an email address: grace@nowhere"));
  assert.ok(html.includes(`${nora}, grace@nowhere</textarea>`));
  const fields = { emails: `Nora <${nora}>\nme@example.org` };
  const sent = await submit(app, `${app.invitePage}/mail`, app.ada, fields);
  assert.equal(sent.headers.get("Location"), `${app.invitePage}#mail`);
  const list = await app.read(app.invitePage, app.ada);
  const forms = [...list.matchAll(/action="([^"]*\/withdraw)"/g)].map(([, action]) => action);
  assert.equal(forms.length, 2);
  for (const [as, left] of [[app.grace, 2], [app.ada, 1]] as const) {
    await submit(app, forms[0], as, {});
    assert.equal(await app.stored(), left);
  }
});
