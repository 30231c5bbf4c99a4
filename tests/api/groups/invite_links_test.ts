import assert from "node:assert/strict";
import { invites, users } from "../../../db/schema.ts";
import { hashToken } from "../../../server/auth/secrets.ts";
import * as groupsLimits from "../../../server/contract/groups/limits.ts";
import type { Person } from "../../support/app.ts";
import { type Options, run, startCast } from "../../support/cast.ts";
import { codeOf, cookieOf, setCookieOf, submit, visit } from "../../support/requests.ts";
import { connect } from "../../support/socket.ts";
import { inScene } from "../../support/in_scene.ts";

const newcomer = { fullname: "Nora", email: "nora@example.org", password: "Correct-horse-1" };

async function withLinks(options?: Options) {
  const app = await startCast(options);
  const { call, ada, grace, here, circle } = app;
  const make = (choice = {}, as = ada) => call("POST", `${here}/invites`, as, choice);
  /** A new link. @returns its token */
  async function link(choice = {}, as = ada): Promise<string> {
    const { status, body, headers } = await make(choice, as);
    assert.deepEqual([status, headers.get("Cache-Control")], [201, "private, no-store"]);
    return /\/join\/([\w-]{43})$/.exec(body.invite.url)![1];
  }
  return {
    ...app,
    make,
    link,
    listed: async () => (await call("GET", `${here}/invites`, ada)).body.invites,
    revoke: (id: string, as = ada) => call("DELETE", `${here}/invites/${id}`, as),
    open: async (token: string) => codeOf(await call("GET", `/join/${token}`, null)),
    join: (as: Pick<Person, "token">, token: string) => call("POST", `/join/${token}`, as),
    role: (role: string) => call("PUT", `${here}/members/${grace.id}/role`, ada, { role }),
    remove: (one: Person, as = ada) => call("DELETE", `${here}/members/${one.id}`, as),
    members: async () => (await call("GET", `/groups/${circle.id}`, ada)).body.group.memberCount,
    isIn: async (as: Person) => (await call("GET", here, as)).status === 200,
  };
}

const test = inScene(withLinks);

type Scene = Awaited<ReturnType<typeof withLinks>>;

test("Ada makes a link, by which Mallory sees the group and joins it; both windows follow", async (app) => {
  const token = await app.link();
  const { body } = await app.call("GET", `/join/${token}`, null);
  assert.deepEqual(body.group, {
    groupName: app.circle.groupName,
    description: null,
    format: null,
    image: null,
    memberCount: 2,
  });
  assert.equal(body.invitedBy.username, "ada");
  using ada = await connect(app.url, app.ada.token);
  await ada.join(app.circle.id);
  using mallory = await connect(app.url, app.mallory.token);
  const joined = await app.join(app.mallory, token);
  assert.deepEqual([joined.status, joined.body.group.role, joined.body.group.memberCount], [200, "member", 3]);
  assert.deepEqual(await ada.next("memberAdded"), { groupId: app.circle.id, userId: app.mallory.id });
  assert.equal((await mallory.next("groupChanged")).id, app.circle.id);
});

test("a link is stored as a hash only, is answered once, has days and uses within limits, and is revoked by organizers of its group alone", async (app) => {
  const token = await app.link({ days: 30, maxUses: 3 });
  const [row] = await app.deps.db.q.select().from(invites);
  assert.equal(row.hash, hashToken(token));
  const listed = await app.listed();
  assert.ok(![JSON.stringify(row), JSON.stringify(listed), app.log.join("\n")].some((text) => text.includes(token)));
  assert.deepEqual([listed.length, listed[0].uses, listed[0].maxUses], [1, 0, 3]);
  for (const wrong of [{ days: 0 }, { days: 31 }, { days: 1.5 }, { maxUses: 0 }, { maxUses: 501 }, { days: "7" }]) {
    assert.equal(codeOf(await app.make(wrong)), "400 invalid_input", JSON.stringify(wrong));
  }
  const own = await app.group(app.mallory);
  const foreign = await app.call("DELETE", `/groups/${own.id}/invites/${row.id}`, app.mallory);
  assert.equal(codeOf(foreign), "404 invite_not_found");
  assert.equal(await app.open(token), "200");
  await app.role("organizer");
  assert.equal((await app.revoke(row.id, app.grace)).status, 200);
  assert.equal(codeOf(await app.revoke(row.id, app.grace)), "404 invite_not_found");
});

Deno.test("a link that has ended, was used up or was revoked is gone, and says why", async () => {
  let now = Date.UTC(2026, 10, 1);
  await using app = await withLinks({ clock: () => now });
  const [ending, revoked, single] = [
    await app.link({ days: 1 }),
    await app.link({ days: 2 }),
    await app.link({ days: 30, maxUses: 1 }),
  ];
  const { id } = (await app.listed()).find(({ expiresAt }: { expiresAt: string }) =>
    expiresAt.startsWith("2026-11-03")
  );
  await app.revoke(id);
  await app.join(await app.person("Nora"), single);
  now += 25 * 3600_000;
  const mallory = await app.person("Mallory");
  const reasons = { [ending]: "invite_expired", [revoked]: "invite_revoked", [single]: "invite_used_up" };
  for (const [token, code] of Object.entries(reasons)) {
    assert.equal(await app.open(token), `410 ${code}`);
    assert.equal(codeOf(await app.join(mallory, token)), `410 ${code}`);
    const page = await visit(app, `/join/${token}`);
    assert.deepEqual([page.status, page.headers.get("Cache-Control")], [410, "private, no-store"]);
    assert.match(await page.text(), /Please ask for a new one/);
  }
  assert.equal(codeOf(await app.join(mallory, "made-up")), "404 invite_not_found");
  assert.equal((await visit(app, "/join/made-up")).status, 404);
  assert.equal(await app.isIn(mallory), false);
});

test("of twenty who join at once by a link for one, one is in; it costs a member no use, and lets one in though it is used up", async (app) => {
  const token = await app.link({ maxUses: 1 });
  assert.equal((await app.join(app.grace, token)).status, 200);
  const people = await Promise.all(Array.from({ length: 20 }, (_, n) => app.person(`Reader${n}`)));
  const answers = await Promise.all(people.map((person) => app.join(person, token)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(410)]);
  assert.equal(await app.members(), 3);
  assert.equal((await app.join(app.grace, token)).status, 200);
});

test("a group has fifty good links at most; those of a former organizer are revoked for good, and count no more", async (app) => {
  const { perGroup } = groupsLimits.invites;
  const once = { maxUses: 1 };
  const isFull = async () => codeOf(await app.make(once)) === "400 too_many_invites";
  await app.role("organizer");
  const tokens: string[] = [];
  for (let n = 0; n < perGroup; n++) tokens.push(await app.link(once, app.grace));
  assert.ok(await isFull());
  await app.role("member");
  assert.equal((await app.make(once)).status, 201);
  assert.equal(codeOf(await app.join(app.mallory, tokens[0])), "410 invite_revoked");
  await app.role("organizer");
  const own = await app.link(once, app.grace);
  await app.remove(app.grace, app.grace);
  await app.call("POST", `${app.here}/members`, app.ada, { userId: app.grace.id });
  await app.role("organizer");
  for (const token of [tokens[0], own]) assert.equal(await app.open(token), "410 invite_revoked");
  for (let n = 0; n < perGroup - 1; n++) await app.make(once);
  assert.ok(await isFull());
  await run(app, "update invites set uses = 1");
  assert.equal(await isFull(), false);
});

Deno.test("tokens cannot be guessed without end, though a whole class may open the same link", async () => {
  await using app = await withLinks({ env: { RATE_LIMITS: "join=20/3600" } });
  const token = await app.link();
  for (let n = 0; n < 15; n++) assert.equal(await app.open(token), "200");
  const guesses: string[] = [];
  for (let n = 0; n < 20; n++) guesses.push(await app.open(`guess-${n}`));
  assert.deepEqual([guesses[0], guesses.at(-1)], ["404 invite_not_found", "429 too_many_requests"]);
});

/** The cookie of a visitor who pressed *Join*. */
async function pressJoin(app: Scene, token: string, by: "register" | "login") {
  const answer = await submit(app, `/join/${token}`, null, { by });
  assert.deepEqual([answer.status, answer.headers.get("Location")], [303, `/${by}?next=%2Fjoin%2F${token}`]);
  const { value, attributes } = setCookieOf(answer, "chapterhouse_join")!;
  assert.ok(attributes.includes("httponly") && attributes.includes("samesite=lax"));
  return `chapterhouse_join=${value}`;
}

const open = (app: Scene, path: string, ...cookies: string[]) =>
  visit(app, path, null, { headers: { Cookie: cookies.join("; ") } });

const sendJson = (app: Scene, path: string, body: unknown, ...cookies: string[]) =>
  visit(app, `/api${path}`, null, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: app.url, Cookie: cookies.join("; ") },
    body: JSON.stringify(body),
  });

test("a visitor who presses Join and logs in comes back into the group; nobody joins by only opening it, nor with another link's cookie", async (app) => {
  const [token, other] = [await app.link(), await app.link()];
  const session = cookieOf(app.mallory);
  for (const cookie of ["", `chapterhouse_join=${other}`]) {
    assert.equal((await open(app, `/join/${token}`, cookie, session)).status, 200);
  }
  const headers = { Origin: "https://evil.example" };
  const foreign = await visit(app, `/join/${token}`, app.mallory, { method: "POST", headers });
  assert.equal(foreign.status, 403);
  assert.equal(await app.isIn(app.mallory), false);
  const back = await open(app, `/join/${token}`, await pressJoin(app, token, "login"), session);
  assert.deepEqual([back.status, back.headers.get("Location")], [303, `/group/${app.circle.id}`]);
  assert.equal(await app.isIn(app.mallory), true);
});

test("on a shared computer nobody joins by the link for which somebody else pressed Join", async (app) => {
  const token = await app.link();
  const cookie = await pressJoin(app, token, "register");
  const isForgotten = (answer: Response) => setCookieOf(answer, "chapterhouse_join")?.value === "";
  for (const path of ["/register", "/login", "/login?next=%2Fdashboard", "/register?next=%2Fjoin%2Fother"]) {
    assert.ok(isForgotten(await open(app, path, cookie)), path);
  }
  for (const path of [`/register?next=%2Fjoin%2F${token}`, `/login?next=%2Fjoin%2F${token}`]) {
    assert.ok(!isForgotten(await open(app, path, cookie)), path);
  }
  assert.ok(isForgotten(await sendJson(app, "/auth/logout", {}, cookie, cookieOf(app.mallory))));
  const registered = await sendJson(app, "/auth/register", newcomer, cookie);
  assert.ok(registered.status === 201 && isForgotten(registered));
});

test("a visitor who registers from a link is in the group once the address is verified, in any browser", async (app) => {
  const token = await app.link();
  const registered = await sendJson(app, "/auth/register", newcomer, await pressJoin(app, token, "register"));
  assert.equal(registered.status, 201);
  assert.ok(!(await registered.text()).includes(token));
  // Asked for again, it still leads there.
  await app.call("POST", "/auth/resend-verification", null, { email: newcomer.email });
  const [link] = await app.links(newcomer.email);
  assert.equal(await app.members(), 2);
  const page = await submit(app, link, null, {});
  assert.ok((await page.text()).includes(`href="/login?next=%2Fgroup%2F${app.circle.id}"`));
  assert.equal(await app.members(), 3);
  assert.equal((await app.listed())[0].uses, 1);
});

test("a link that was revoked while somebody registered lets nobody in, and the address is verified all the same", async (app) => {
  await app.call("POST", "/auth/register", null, { ...newcomer, invite: await app.link() });
  assert.ok((await app.deps.db.q.select({ id: users.inviteId }).from(users)).some(({ id }) => id !== null));
  await app.revoke((await app.listed())[0].id);
  const [link] = await app.links(newcomer.email);
  assert.equal((await app.call("GET", link.replace("/verify-email", "/auth/verify-email"))).status, 200);
  assert.equal(await app.members(), 2);
  assert.equal((await app.call("POST", "/auth/login", null, newcomer)).status, 200);
});

test("a newcomer from a link who resets the password before the address is verified is in the group as well, once", async (app) => {
  await app.call("POST", "/auth/register", null, { ...newcomer, invite: await app.link({ maxUses: 1 }) });
  const reset = async (password: string, times = 1) => {
    await app.call("POST", "/auth/forgot-password", null, { email: newcomer.email });
    const token = (await app.links(newcomer.email)).find((path) => path.startsWith("/reset"))!.split("=")[1];
    const send = () => app.call("POST", "/auth/reset-password", null, { token, password });
    return (await Promise.all(Array.from({ length: times }, send))).map(({ status }) => status).sort();
  };
  assert.deepEqual(await reset("New-password-2", 2), [200, 400]);
  assert.equal(await app.members(), 3);
  const { body } = await app.call("POST", "/auth/login", null, { email: newcomer.email, password: "New-password-2" });
  const left = await app.call("DELETE", `${app.here}/members/${body.user.id}`, body);
  assert.equal(left.status, 200);
  await reset("Third-password-3");
  assert.equal(await app.members(), 2);
});

Deno.test("where no address is verified, a newcomer from a link is in the group at once", async () => {
  await using app = await withLinks({ env: { REQUIRE_EMAIL_VERIFICATION: "false" } });
  const { body } = await app.call("POST", "/auth/register", null, { ...newcomer, invite: await app.link() });
  const { groups } = (await app.call("GET", "/groups", body)).body;
  assert.deepEqual(groups.map(({ id }: { id: string }) => id), [app.circle.id]);
  assert.equal(body.groupId, app.circle.id);
});

test("without script Ada makes an invitation, is shown it again, and revokes it; Grace sees none of it", async (app) => {
  const page = `/group/${app.circle.id}/invite`;
  const read = async () => await (await visit(app, page, app.ada)).text();
  assert.equal((await visit(app, page, app.grace)).status, 403);
  assert.ok((await read()).includes("Make an invitation"));
  assert.deepEqual(await app.listed(), []);
  const wrong = await submit(app, `${page}/links`, app.ada, { days: "90", maxUses: "3" });
  const text = await wrong.text();
  assert.ok(wrong.status === 400 && text.includes("Please choose 1 to 30 days") && text.includes('value="3"'));
  const made = await submit(app, `${page}/links`, app.ada, { days: "3", maxUses: "" });
  assert.deepEqual([made.status, made.headers.get("Location")], [303, page]);
  await submit(app, `${page}/links`, app.ada, { days: "9", maxUses: "2" });
  const [newest, { code, id }] = await app.listed();
  const shown = await read();
  assert.ok(
    shown.includes(`value="${app.deps.config.publicUrl}/join/${newest.code}"`) && shown.includes("data:image/svg"),
  );
  assert.ok((await (await visit(app, `${page}?code=${id}`, app.ada)).text()).includes(`/join/${code}"`));
  assert.equal(await app.open(code), "200");
  await submit(app, `${page}/links/${id}/revoke`, app.ada, {});
  assert.equal(await app.open(code), "410 invite_revoked");
});
