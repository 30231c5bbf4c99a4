import assert from "node:assert/strict";
import { users } from "../../../db/schema.ts";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { mailsOf, run } from "../../support/cast.ts";
import { formKeyIn, read, send } from "../../support/forms.ts";
import { assertCode, visit } from "../../support/requests.ts";
import { inScene } from "../../support/in_scene.ts";

const password = "Correct-horse-1";

async function open(env: Record<string, string> = {}) {
  const app = await startApp({ env: { ORGANIZERS_ADD_PEOPLE: "true", OPERATORS: "olga@example.org", ...env } });
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  return { ...app, ada, grace, id: (await app.group(ada, grace)).id };
}

const test = inScene(open);

interface Added {
  id: string;
  username: string;
  url: string | null;
}

const tokenOf = ({ url }: Added) => new URL(url!).searchParams.get("token")!;

const add = async (app: TestApp & { ada: Person; id: string }, ...people: Record<string, string>[]) =>
  (await app.call<{ people: Added[] }>("POST", `/groups/${app.id}/people`, app.ada, { people })).body.people;

const chooseBy = (app: TestApp, token: string) => app.call("POST", "/auth/card", null, { token, password });
const logIn = (app: TestApp, email: string, typed = password) =>
  app.call("POST", "/auth/login", null, { email, password: typed });

test("a pupil without an address chooses a password by their card, and logs in by their username", async (app) => {
  const [ida] = await add(app, { fullName: "Ida Rhodes" });
  assert.equal(ida.username, "ida.rhodes");
  assertCode(await logIn(app, "ida.rhodes"), { status: 400, code: "invalid_password" });
  // As somebody types it.
  const token = tokenOf(ida).toLowerCase().replaceAll("-", " ");
  const { status, body, headers } = await chooseBy(app, token);
  assert.deepEqual([status, body.groupId, body.user.email], [200, app.id, null]);
  assert.match(headers.get("Set-Cookie")!, /chapterhouse_session/);
  assert.equal(headers.get("Cache-Control"), "private, no-store");
  assertCode(await chooseBy(app, token), { status: 410, code: "card_ended" });
  for (const name of ["ida.rhodes", " Ida.Rhodes "]) assert.equal((await logIn(app, name)).status, 200);
  assert.equal((await logIn(app, app.ada.username)).status, 200);
  assertCode(await logIn(app, "nobody"), { status: 404, code: "user_not_found" });
});

Deno.test("wrong passwords count together, whether the account is named by its address or its username", async () => {
  await using app = await open({ RATE_LIMITS: "login=4/300" });
  const wrong = async (name: string) => (await logIn(app, name, "a guess")).status;
  assert.deepEqual(
    [await wrong("ada"), await wrong("ada@example.org"), await wrong("ADA"), await wrong("ada@example.org")],
    [400, 400, 400, 400],
  );
  assert.deepEqual([await wrong("ada"), await wrong("ada@example.org"), await wrong("grace")], [429, 429, 400]);
});

test("only where the site lets them do organizers make accounts; operators always may, and it is in the audit log", async (app) => {
  await using closed = await open({ ORGANIZERS_ADD_PEOPLE: "false", OPERATORS_NEED_TWO_STEP: "false" });
  const people = [{ fullName: "Ida Rhodes" }];
  const forbidden = await closed.call("POST", `/groups/${closed.id}/people`, closed.ada, { people });
  assertCode(forbidden, { status: 403, code: "operators_only" });
  const olga = await closed.person("Olga");
  const made = await closed.call("POST", "/operator/people", olga, { people, groupId: closed.id });
  assert.equal(made.status, 201);
  assert.equal((await chooseBy(closed, tokenOf(made.body.people[0]))).body.groupId, closed.id);
  assertCode(await closed.call("POST", "/operator/people", olga, { people, groupId: "none" }), {
    status: 404,
    code: "group_not_found",
  });
  // By their organizer, who was given them by an operator.
  const path = `/groups/${closed.id}/members/${made.body.people[0].id}/card`;
  assert.equal((await closed.call("POST", path, closed.ada, {})).status, 201);
  const { body } = await closed.call("GET", "/operator/audit", olga);
  assert.deepEqual(body.acts.map(({ act }: { act: string }) => act), ["add people"]);
  assert.equal(app.deps.config.organizersAddPeople, true);
});

Deno.test("an organizer makes a limited number of accounts a day", async () => {
  await using app = await open({ RATE_LIMITS: "addPeople=3/86400" });
  assert.equal((await add(app, { fullName: "One" }, { fullName: "Two" })).length, 2);
  const people = [{ fullName: "Three" }, { fullName: "Four" }];
  const { status } = await app.call("POST", `/groups/${app.id}/people`, app.ada, { people });
  assert.equal(status, 429);
});

Deno.test("a list that is refused and a form that is sent again do not count towards the accounts of a day", async () => {
  await using app = await open({ RATE_LIMITS: "addPeople=3/86400" });
  const names = (...names: string[]) => names.map((fullName) => ({ fullName }));
  const wrong = await app.call("POST", `/groups/${app.id}/people`, app.ada, { people: names("One", "Admin") });
  assertCode(wrong, { status: 409, code: "invalid_people" });
  const preview = await send(app, `/group/${app.id}/people/add`, app.ada, { people: "Two\nThree" });
  const fields = { people: /name="people" value="([^"]+)"/.exec(preview.html)![1], formKey: formKeyIn(preview.html) };
  for (const status of [200, 303]) {
    assert.equal((await send(app, `/group/${app.id}/people/make`, app.ada, fields)).status, status);
  }
  assert.equal((await add(app, ...names("Four"))).length, 1);
});

Deno.test("lists count towards their limit before they are checked, also those that are refused or only previewed", async () => {
  await using app = await open({ RATE_LIMITS: "peopleList=3/3600" });
  const preview = async () => (await send(app, `/group/${app.id}/people/add`, app.ada, { people: "Admin" })).status;
  const make = (people: unknown[]) => app.call("POST", `/groups/${app.id}/people`, app.ada, { people });
  const refused = async () => (await make([{ fullName: "Admin" }])).status;
  // Not counted: there is nobody on it.
  assert.equal((await make([])).status, 400);
  assert.deepEqual([await preview(), await refused(), await preview()], [200, 409, 200]);
  assert.deepEqual([await preview(), await refused()], [429, 429]);
});

Deno.test("an organizer can check a limited number of addresses a minute for accounts, by preview and by call", async () => {
  await using app = await open({ RATE_LIMITS: "checkEmail=3/60" });
  const people = [{ fullName: "Ida" }, { fullName: "Grace", email: "grace@example.org" }];
  const make = async () => (await app.call("POST", `/groups/${app.id}/people`, app.ada, { people })).status;
  const typed = "Ida\nGrace, grace@example.org";
  const preview = async () => (await send(app, `/group/${app.id}/people/add`, app.ada, { people: typed })).status;
  assert.deepEqual([await make(), await preview(), await make()], [409, 200, 409]);
  assert.deepEqual([await preview(), await make()], [429, 429]);
});

test("a list with a taken name, or one twice, makes nothing and says which", async (app) => {
  const people = [
    { fullName: "Ida Rhodes" },
    { fullName: "Ada", username: "ada" },
    { fullName: "Grace", email: "grace@example.org" },
    { fullName: "Olga", email: "olga@example.org" },
    { fullName: "Admin" },
    { fullName: "Ida Rhodes" },
  ];
  const answer = await app.call("POST", `/groups/${app.id}/people`, app.ada, { people });
  assertCode(answer, { status: 409, code: "invalid_people" });
  const paths = answer.body.issues.map(({ path }: { path: string }) => path);
  assert.deepEqual(paths, [1, 2, 3, 4, 5].map((n) => `people.${n}`));
  assert.equal(await app.deps.db.q.$count(users), 2);
});

test("a preview shows what will be made; sent twice it makes it once, and the cards that were shown stay good", async (app) => {
  const here = `/group/${app.id}/people`;
  const typed = "Name\nIda Rhodes\nIda Rhodes\nAda Two, ada\nEmmy, emmy@example.org";
  const preview = (await send(app, `${here}/add`, app.ada, { people: typed })).html;
  assert.ok(preview.includes("2 accounts will be made.") && preview.includes("@ida.rhodes"));
  assert.ok(preview.includes("This username is taken.") && preview.includes("on the list twice"));
  const leftOut = preview.slice(preview.indexOf("2 lines are left out"), preview.indexOf("2 accounts</h2>"));
  assert.deepEqual(leftOut.match(/Line \d/g), ["Line 3", "Line 4"]);
  assert.ok(preview.includes("No mail server is set") && preview.includes("No email is sent to emmy@example.org"));
  const people = /name="people" value="([^"]+)"/.exec(preview)![1];
  assert.equal(people, "Ida Rhodes\tida.rhodes\nEmmy\temmy\temmy@example.org");
  const fields = { people, formKey: formKeyIn(preview) };
  const [first, second] = [
    await send(app, `${here}/make`, app.ada, fields),
    await send(app, `${here}/make`, app.ada, fields),
  ];
  assert.equal(await app.deps.db.q.$count(users), 4);
  const [, card] = /login-card-code">([A-Z2-7-]{19})</.exec(first.html)!;
  assert.equal(first.headers.get("Cache-Control"), "private, no-store");
  assert.deepEqual([second.status, second.to], [303, `/group/${app.id}/cards`]);
  assert.equal((await chooseBy(app, card)).status, 200);
  // The list of another organizer makes other accounts.
  await run(app, `update members set role = 'organizer' where user_id = '${app.grace.id}'`);
  assert.equal((await send(app, `${here}/make`, app.grace, fields)).status, 409);
});

test("a list whose form is sent twice at once shows its cards once, and they are good", async (app) => {
  const preview = await send(app, `/group/${app.id}/people/add`, app.ada, { people: "Ida Rhodes\nRosa Parks" });
  const fields = { people: /name="people" value="([^"]+)"/.exec(preview.html)![1], formKey: formKeyIn(preview.html) };
  const answers = await Promise.all([1, 2].map(() => send(app, `/group/${app.id}/people/make`, app.ada, fields)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 303]);
  const html = answers.find(({ status }) => status === 200)!.html;
  const cards = [...html.matchAll(/login-card-code">([A-Z2-7-]{19})</g)].map(([, card]) => card);
  assert.equal(cards.length, 2);
  for (const card of cards) assert.equal((await chooseBy(app, card)).status, 200);
});

test("people with an address get a link by mail in place of a card, which proves the address", async (app) => {
  const [emmy] = await add(app, { fullName: "Emmy", email: "emmy@example.org" });
  assert.equal(emmy.url, null);
  assertCode(await logIn(app, "emmy@example.org"), { status: 400, code: "invalid_password" });
  const [link] = await app.links("emmy@example.org");
  const token = new URLSearchParams(link.split("?")[1]).get("token")!;
  const { body } = await chooseBy(app, token);
  assert.deepEqual([body.user.email, body.user.emailVerified], ["emmy@example.org", true]);
});

test("opening the page of a card changes and stores nothing, and that of a used one says what to do", async (app) => {
  const [ida] = await add(app, { fullName: "Ida Rhodes" });
  const path = `/card?token=${tokenOf(ida)}`;
  for (const as of [null, null, app.grace]) {
    const response = await visit(app, path, as);
    assert.deepEqual([response.status, response.headers.get("Cache-Control")], [200, "private, no-store"]);
    const html = await response.text();
    assert.ok(html.includes("Hello, Ida Rhodes") && html.includes('value="ida.rhodes"'));
    assert.equal(html.includes("You are logged in as Grace"), as !== null);
  }
  const fields = { password, confirmPassword: "Another-1" };
  assert.match((await send(app, path, null, fields)).html, /Passwords do not match/);
  const { to, headers } = await send(app, path, app.grace, { ...fields, confirmPassword: password });
  assert.equal(to, `/group/${app.id}`);
  assert.match(headers.get("Set-Cookie")!, /chapterhouse_session=/);
  assert.equal((await app.call("GET", "/auth/me", app.grace)).status, 401);
  const used = await visit(app, path);
  assert.equal(used.status, 410);
  assert.match(await used.text(), /Ask for a new card/);
  assert.ok(!app.log.some((line) => line.includes(tokenOf(ida))));
});

test("a new card ends the earlier one and, once it is used, the sessions of its owner, whose notice names who made it", async (app) => {
  const [ida] = await add(app, { fullName: "Ida Rhodes" });
  const { body: { token } } = await chooseBy(app, tokenOf(ida));
  const path = `/groups/${app.id}/members/${ida.id}/card`;
  const { body: { person } } = await app.call("POST", path, app.ada, {});
  const notices = await app.call("GET", "/notices", { token });
  assert.equal(notices.body.notices[0].text, "A new card was made for you by Ada");
  const second = await app.call("POST", path, app.ada, {});
  assertCode(await chooseBy(app, tokenOf(person)), { status: 410, code: "card_ended" });
  assert.equal((await chooseBy(app, tokenOf(second.body.person))).status, 200);
  assert.equal((await app.call("GET", "/auth/me", { token })).status, 401);
  await run(app, `update sessions set created_at = 0`);
  assertCode(await app.call("POST", path, app.ada, {}), { status: 403, code: "password_needed" });
  assertCode(await app.call("POST", `/groups/${app.id}/members/${app.grace.id}/card`, app.ada, {}), {
    status: 403,
    code: "no_card",
  });
});

test("Ida adds an address: from then on she can be mailed a link, and no card is made for her", async (app) => {
  const [ida] = await add(app, { fullName: "Ida Rhodes" });
  const { body: { token } } = await chooseBy(app, tokenOf(ida));
  const forgot = (email: string) => app.call("POST", "/auth/forgot-password", null, { email });
  const same = await forgot("nobody@example.org");
  assert.deepEqual((await forgot("ida.rhodes")).body, same.body);
  const asked = await app.call("PUT", "/auth/email", { token }, { email: "ida@example.org", password });
  assert.equal(asked.status, 200);
  const [link] = await app.links("ida@example.org");
  await app.call("POST", "/auth/confirm-email", null, { token: link.split("=")[1] });
  assert.equal((await app.call("GET", "/auth/me", { token })).body.email, "ida@example.org");
  assertCode(await app.call("POST", `/groups/${app.id}/members/${ida.id}/card`, app.ada, {}), {
    status: 403,
    code: "no_card",
  });
  await forgot("ida.rhodes");
  assert.match((await mailsOf(app, "ida@example.org"))[0].subject, /Choose a new password/);
});

test("without an address settings of mail are not shown, the account is exported, and can be deleted", async (app) => {
  const [ida] = await add(app, { fullName: "Ida Rhodes" });
  const { body: { token } } = await chooseBy(app, tokenOf(ida));
  assert.match(await read(app, "/notices", { token }), /You have no email address here/);
  assert.match(await read(app, "/account?tab=privacy", { token }), /You have no email address here/);
  assert.match(await read(app, "/account", { token }), /Add an email address/);
  assert.match(await read(app, "/dashboard", { token }), /@ida\.rhodes/);
  await app.call("PUT", "/auth/password", { token }, { currentPassword: password, newPassword: "Another-horse-2" });
  const answer = await app.call("POST", "/users/deletion", { token }, { password: "Another-horse-2" });
  assert.equal(answer.status, 202);
  await run(app, `update users set deletes_at = 1 where id = '${ida.id}'`);
});
