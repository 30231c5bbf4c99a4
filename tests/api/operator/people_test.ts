import assert from "node:assert/strict";
import { startOperatorTerm } from "../../../db/operator/people_and_groups.ts";
import { recoveryCodes } from "../../../db/schema.ts";
import { startSession } from "../../../server/auth/sessions.ts";
import { hashToken } from "../../../server/auth/secrets.ts";
import type { OwnSession } from "../../../server/contract/account/shapes.ts";
import type { Person } from "../../../server/contract/operator/shapes.ts";
import * as operatorLimits from "../../../server/contract/operator/limits.ts";
import { mailsOf, run } from "../../support/cast.ts";
import { turnOnCodes } from "../../support/credentials.ts";
import { loseNextAnswer } from "../../support/lost_answer.ts";
import { codeOf, submit, visit } from "../../support/requests.ts";
import { connect } from "../../support/socket.ts";
import { withOperator } from "./olga.ts";
import { inScene } from "../../support/in_scene.ts";

const test = inScene(withOperator);

const day = 24 * 3600_000;

test("only a verified address of the settings operates; to everybody else there is nothing", async (app) => {
  assert.equal((await app.operate("GET", "/people")).status, 200);
  for (const as of [app.ada, null]) {
    const answer = await app.call("GET", "/operator/people", as);
    const unknown = await app.call("GET", "/operated", as);
    assert.deepEqual([answer.status, answer.body], [unknown.status, unknown.body]);
    assert.equal((await visit(app, "/operator/people", as)).headers.get("Location"), "/");
  }
  const root = await app.person("Root");
  await run(app, `update users set verified_at = null where id = '${root.id}'`);
  assert.equal((await app.operate("GET", "/people", undefined, root)).status, 404);
  const link = 'href="/operator"';
  assert.ok((await app.read("/dashboard")).includes(link) && !(await app.read("/dashboard", app.ada)).includes(link));
});

Deno.test("an operator without a second step has seven days, visited or not, and is then shown how to set it up, unless the settings need none", async () => {
  let now = Date.UTC(2026, 10, 1);
  await using app = await withOperator({ clock: () => now });
  const people = async (as = app.olga) => codeOf(await app.operate("GET", "/people", undefined, as));
  await startOperatorTerm(app.deps.db, app.deps.config.operators, now);
  now += 7 * day - 1;
  assert.equal(await people(), "200");
  const warning = /From [^<]*\b8\b[^<]* these pages need two-step codes or a passkey/;
  assert.match(await app.read("/operator/people"), warning);
  now += 1;
  assert.equal(await people(), "403 two_step_needed");
  const page = await visit(app, "/operator/people", app.olga);
  const html = await page.text();
  assert.equal(page.status, 403);
  assert.ok(html.includes("/account#two-step") && !html.includes("mallory@example.org"));
  const disable = await submit(app, `/operator/people/${app.mallory.id}/disable`, app.olga, {});
  assert.equal(disable.status, 403);
  await disable.body?.cancel();
  app.deps.config.operatorsNeedTwoStep = false;
  assert.equal(await people(), "200");
  app.deps.config.operatorsNeedTwoStep = true;
  // As after a passkey.
  const byPasskey = { ...app.olga, token: await startSession(app.deps, app.olga.id) };
  await run(app, `update sessions set two_step = 1 where hash = '${hashToken(byPasskey.token)}'`);
  assert.deepEqual([await people(byPasskey), await people()], ["200", "403 two_step_needed"]);
  const olga = await app.person("Olga");
  await turnOnCodes(app, olga, now);
  assert.equal(await people(), "200");
  assert.doesNotMatch(await app.read("/operator/people"), warning);
});

test("people are listed by how they are: not seen yet, not verified, disabled, or all; and whether their two-step codes are on", async (app) => {
  const { ada, grace, mallory } = app;
  await run(app, `update users set verified_at = null where id = '${grace.id}'`);
  await run(app, `update users set last_seen_at = null where id <> '${mallory.id}'`);
  await run(app, `update users set disabled_at = 1 where id = '${mallory.id}'`);
  await turnOnCodes(app, ada, Date.now());
  const find = async (state: string): Promise<Person[]> =>
    (await app.operate("GET", `/people?state=${state}`)).body.people;
  const idsIn = async (state: string) => (await find(state)).map(({ id }) => id);
  assert.deepEqual([await idsIn("unverified"), await idsIn("disabled")], [[grace.id], [mallory.id]]);
  const unseen = await idsIn("unseen");
  assert.ok(unseen.includes(ada.id) && !unseen.includes(mallory.id));
  const all = await find("odd");
  assert.ok(all.length > unseen.length);
  assert.deepEqual(all.filter(({ hasTwoStep }) => hasTwoStep).map(({ id }) => id), [ada.id]);
  const html = await app.read("/operator/people");
  assert.equal(html.split("?turn-off-codes=").length - 1, 1);
});

test("people who were added together stand in the order of their list", async (app) => {
  const people = ["Ida", "Bertha", "Nora", "Mary"].map((name) => ({ fullName: `${name} Listed` }));
  assert.equal((await app.operate("POST", "/people", { people })).status, 201);
  const { body } = await app.operate("GET", "/people");
  const names = body.people.slice(0, 4).map(({ fullName }: Person) => fullName);
  assert.deepEqual(names, people.map(({ fullName }) => fullName));
});

test("a search finds people by name, username and address, hidden or not, page by page, the newest first, and nobody who is deleted", async (app) => {
  const { db } = app.deps;
  const find = async (query: string) => (await app.operate("GET", `/people?query=${query}`)).body;
  await app.call("PUT", "/users/profile", app.mallory, { emailVisible: false });
  for (const query of ["mallory@ex", "Mallory", "mall"]) {
    const { people } = await find(query);
    assert.deepEqual(people.map(({ email }: { email: string }) => email), ["mallory@example.org"], query);
  }
  for (const odd of ["%22", "*", "(", "%00", "x".repeat(900)]) assert.ok(Array.isArray((await find(odd)).people), odd);
  // People who are found first by their address are not by their id.
  await run(
    app,
    `with recursive n (i) as (select 0 union all select i + 1 from n where i < 249)
      insert into users (id, username, email, password_hash, full_name, verified_at, created_at)
      select printf('0%03d', i * 7 % 250), 'zed' || i, 'zed' || i || '@example.org', '', 'Deleted Zed', 1, 1 from n`,
  );
  const all = async (query: string) => {
    const found: string[] = [];
    for (let hasMore = true; hasMore;) {
      const body = await find(`${query}&after=${found.at(-1) ?? ""}`);
      found.push(...body.people.map(({ id }: { id: string }) => id));
      hasMore = body.hasMore;
    }
    return found;
  };
  const ids = Array.from({ length: 250 }, (_, n) => `0${String(249 - n).padStart(3, "0")}`);
  for (const query of ["zed", "deleted%20zed", "deleted"]) assert.deepEqual(await all(query), ids, query);
  await run(
    app,
    `update users set username = 'deleted-' || id, email = 'deleted-' || id, full_name = null, deleted_at = 1
      where username between 'zed1' and 'zed1999'`,
  );
  const left = await db.q.all<{ id: string }>("select id from users where username like 'zed%' order by id desc");
  for (const query of ["zed", "deleted"]) assert.deepEqual(await all(query), left.map(({ id }) => id), query);
});

test("a page that is just full says that nothing comes after it, by call and by page, and an act comes back to its page", async (app) => {
  const { page } = operatorLimits;
  for (let n = 4; n < page; n++) await app.person(`Reader${n}`);
  const more = async (query = "") => {
    const { people, hasMore } = (await app.operate("GET", `/people${query}`)).body;
    const html = await app.read(`/operator/people${query}`);
    return [people.length, hasMore, html.includes("/operator/people?query=&amp;after=")];
  };
  assert.deepEqual(await more(), [page, false, false]);
  const last = (await app.operate("GET", "/people")).body.people.at(-1).id;
  await app.person("Nora");
  assert.deepEqual(await more(), [page, true, true]);
  assert.deepEqual(await more(`?after=${last}`), [0, false, false]);
  const long = "x".repeat(1001);
  assert.ok(!(await app.read(`/operator/people?query=${long}`)).includes(long), "what is too long for a search");
  const here = "/operator/people?query=mal&after=zzz";
  for (const [path, act] of [[here, "disable"], [`${here}&remove=${app.mallory.id}`, "remove"]]) {
    const [action] = (await app.read(path)).match(new RegExp(`/operator/people/[^"]*/${act}[^"]*`))!;
    const answer = await submit(app, action.replaceAll("&amp;", "&"), app.olga, {});
    assert.deepEqual([answer.status, answer.headers.get("location")], [303, here]);
  }
});

test("a disabled account loses its sessions and sockets at once, and cannot log in until it is enabled; operators' accounts cannot be disabled", async (app) => {
  const { mallory } = app;
  const root = await app.person("Root");
  for (const id of [root.id, app.olga.id]) {
    assert.equal(codeOf(await app.operate("PUT", `/people/${id}`, { disabled: true })), "409 is_operator");
    assert.equal(codeOf(await app.operate("DELETE", `/people/${id}`)), "409 is_operator");
    assert.equal(codeOf(await app.operate("DELETE", `/people/${id}/sessions`)), "409 is_operator");
  }
  assert.equal(codeOf(await app.operate("PUT", "/people/nobody", { disabled: true })), "404 user_not_found");
  const set = async (disabled: boolean) => codeOf(await app.operate("PUT", `/people/${mallory.id}`, { disabled }));
  const logIn = async () => codeOf(await app.call("POST", "/auth/login", null, mallory));
  using socket = await connect(app.url, mallory.token);
  assert.equal(await set(true), "200");
  assert.match(await socket.next("disconnect"), /server disconnect|transport close/);
  assert.equal((await app.call("GET", "/auth/me", mallory)).status, 401);
  assert.deepEqual([await logIn(), await set(true)], ["403 account_disabled", "409 already_so"]);
  assert.deepEqual([await set(false), await logIn()], ["200", "200"]);
  const subject = "mallory <mallory@example.org>";
  assert.deepEqual(await app.acts(), [`disable: ${subject}`, `enable: ${subject}`]);
});

Deno.test("an operator who signed in a while ago deletes an account or a group by form with their password only", async () => {
  let now = Date.now();
  await using app = await withOperator({ clock: () => now });
  const forms = [
    { path: "/operator/people", id: app.mallory.id, question: /Delete the account of Mallory/ },
    { path: "/operator/groups", id: app.circle.id, question: /Delete the group .* for everyone/ },
  ];
  for (const { path, id } of forms) {
    assert.doesNotMatch(await app.read(`${path}?remove=${id}`), /name="password"/, "who has just signed in is known");
  }
  now += 10 * 60_000;
  for (const { path, id, question } of forms) {
    assert.match(await app.read(`${path}?remove=${id}`), /name="password"/);
    const send = (fields: Record<string, string>) => submit(app, `${path}/${id}/remove`, app.olga, fields);
    for (
      const [password, status, text] of [["", 403, /Please type your password/], ["a guess", 400, /Invalid/]] as const
    ) {
      const again = await send({ password });
      const html = await again.text();
      assert.equal(again.status, status);
      for (const expected of [question, text]) assert.match(html, expected);
    }
    assert.equal((await send({ password: app.olga.password })).headers.get("Location"), path);
  }
  assert.deepEqual(await app.acts(), ["delete: mallory <mallory@example.org>", "delete group: Group of ada"]);
  assert.equal((await app.call("GET", app.here, app.ada)).status, 404);
});

Deno.test("Olga turns off the two-step codes of somebody who has lost them and is told by mail; nobody's are on without", async () => {
  let now = Date.UTC(2026, 10, 1);
  await using app = await withOperator({ clock: () => now });
  const { ada, grace, olga } = app;
  const needsCode = async () => (await app.call("POST", "/auth/login", null, grace)).body.twoFactor === true;
  const turnOff = async (id = grace.id, as = olga) =>
    codeOf(await app.operate("DELETE", `/people/${id}/totp`, undefined, as));
  await turnOnCodes(app, grace, now);
  for (const as of [ada, grace]) assert.equal(await turnOff(grace.id, as), "404 not_found");
  assert.deepEqual([await turnOff(olga.id), await turnOff(ada.id)], ["409 is_operator", "409 two_step_off"]);
  assert.ok(await needsCode());
  assert.equal(await turnOff(), "200");
  assert.equal(await needsCode(), false);
  const [mail] = await mailsOf(app);
  const subject = "Two-step codes were turned off for your Chapterhouse account";
  assert.deepEqual([mail.to, mail.subject], [grace.email, subject]);
  assert.deepEqual(await app.acts(), ["turn off two-step codes: grace <grace@example.org>"]);
  assert.equal(await app.deps.db.q.$count(recoveryCodes), 0);
  // By form, after a while.
  await turnOnCodes(app, grace, now);
  now += 10 * 60_000;
  assert.equal(await turnOff(), "403 password_needed");
  const [, action] = /action="([^"]*\/turn-off-codes)"/.exec(
    await app.read(`/operator/people?turn-off-codes=${grace.id}`),
  )!;
  const wrong = await submit(app, action, olga, { password: "a guess" });
  assert.ok(wrong.status === 400 && (await wrong.text()).includes("Turn off the two-step codes of Grace"));
  const done = await submit(app, action, olga, { password: olga.password });
  assert.deepEqual([done.headers.get("Location"), await needsCode()], ["/operator/people", false]);
});

test("sockets are closed also where nobody learns that a session's end was stored", async (app) => {
  const { ada, grace, mallory, call } = app;
  const present = await app.person("Ada");
  // Since when she is known as an operator is stored with the first call.
  assert.equal((await app.operate("GET", "/people")).status, 200);
  const sessions = (await call("GET", "/auth/sessions", present)).body.sessions as OwnSession[];
  const other = sessions.find(({ current }) => !current)!;
  const newPassword = { currentPassword: present.password, newPassword: "Correct-horse-2" };
  const acts = [
    [() => mallory, () => app.operate("PUT", `/people/${mallory.id}`, { disabled: true })],
    [() => grace, () => app.operate("DELETE", `/people/${grace.id}/sessions`)],
    [() => ada, () => call("DELETE", `/auth/sessions/${other.id}`, present)],
    [() => app.person("Ada"), () => call("DELETE", "/auth/sessions", present)],
    [() => app.person("Ada"), () => call("PUT", "/auth/password", present, newPassword)],
  ] as const;
  for (const [who, act] of acts) {
    using socket = await connect(app.url, (await who()).token);
    loseNextAnswer(app.deps.db);
    assert.equal((await act()).status, 503);
    assert.match(await socket.next("disconnect"), /server disconnect|transport close/);
  }
});

test("a person who was added with an address can be mailed a new link until they use one, and the earlier one ends", async (app) => {
  const people = [{ fullName: "Emmy", email: "emmy@example.org" }, { fullName: "Ida" }];
  const { body: { people: [emmy, ida] } } = await app.operate("POST", "/people", { people });
  const again = async (id: string) => codeOf(await app.operate("POST", `/people/${id}/link`));
  const use = (link: string) => {
    const token = new URLSearchParams(link.split("?")[1]).get("token");
    return app.call("POST", "/auth/card", null, { token, password: "Correct-horse-1" });
  };
  assert.deepEqual([await again("none"), await again(ida.id)], ["404 user_not_found", "409 no_link"]);
  assert.ok((await app.read("/operator/people")).includes(`action="/operator/people/${emmy.id}/send-link"`));
  const [first] = await app.links("emmy@example.org");
  assert.equal(await again(emmy.id), "200");
  const second = (await app.links("emmy@example.org")).find((link) => link !== first)!;
  assert.deepEqual((await app.acts()).at(-1), "send link: emmy@example.org");
  assert.deepEqual([codeOf(await use(first)), codeOf(await use(second))], ["410 card_ended", "200"]);
  assert.equal(await again(emmy.id), "409 no_link");
  assert.ok(!(await app.read("/operator/people")).includes("send-link"));
});
