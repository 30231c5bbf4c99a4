import assert from "node:assert/strict";
import { dayCounts, invitations, sessions, users } from "../../db/schema.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { assertCode, cookieOf } from "../support/requests.ts";
import { connect } from "../support/socket.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Signs in once more, with a browser. */
async function elsewhere(
  { url }: TestApp,
  { email, password }: Person,
  userAgent = firefox,
): Promise<{ token: string }> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": userAgent },
    body: JSON.stringify({ email, password }),
  });
  return await response.json();
}

const statusOf = async (app: TestApp, as: { token: string }) => (await app.call("GET", "/auth/me", as)).status;

Deno.test("Ada sees where she is signed in, by browser and address, and ends one session or all others", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const [phone, library, odd] = [
    await elsewhere(app, ada),
    await elsewhere(app, ada),
    await elsewhere(app, ada, "x".repeat(5000)),
  ];
  const { sessions } = (await app.call("GET", "/auth/sessions", ada)).body;
  assert.equal(sessions.length, 4);
  assert.equal(sessions.filter(({ current }: { current: boolean }) => current).length, 1);
  assert.deepEqual(
    sessions.map(({ device }: { device: string }) => device).sort(),
    ["Firefox on Windows", "Firefox on Windows", "Unknown browser", "Unknown browser"],
  );
  assert.ok(!JSON.stringify(sessions).includes("hash"));
  const { sessions: seen } = (await app.call("GET", "/auth/sessions", phone)).body;
  const own = seen.find(({ current }: { current: boolean }) => current);
  assert.deepEqual((await app.call("DELETE", `/auth/sessions/${own.id}`, ada)).body, {
    message: "That session has ended",
  });
  assert.deepEqual([await statusOf(app, phone), await statusOf(app, library)], [401, 200]);
  assertCode(await app.call("DELETE", `/auth/sessions/${own.id}`, ada), { status: 404, code: "session_not_found" });
  await app.call("DELETE", "/auth/sessions", ada);
  assert.deepEqual([await statusOf(app, library), await statusOf(app, odd), await statusOf(app, ada)], [401, 401, 200]);
});

Deno.test("Mallory can neither see nor end Ada's sessions", async () => {
  await using app = await startApp();
  const [ada, mallory] = [await app.person("Ada"), await app.person("Mallory")];
  const [{ id }] = (await app.call("GET", "/auth/sessions", ada)).body.sessions;
  assertCode(await app.call("DELETE", `/auth/sessions/${id}`, mallory), { status: 404, code: "session_not_found" });
  await app.call("DELETE", "/auth/sessions", mallory);
  assert.equal(await statusOf(app, ada), 200);
  const { sessions } = (await app.call("GET", "/auth/sessions", mallory)).body;
  assert.ok(!sessions.some((session: { id: string }) => session.id === id));
});

Deno.test("a session that is ended loses its sockets at once", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const phone = await elsewhere(app, ada);
  using socket = await connect(app.url, phone.token);
  await app.call("DELETE", "/auth/sessions", ada);
  assert.match(await socket.next("disconnect"), /server disconnect|transport close/);
});

Deno.test("that a session is used is stored once an hour, and its user counted once a day", async () => {
  let now = Date.UTC(2026, 10, 1, 22, 30);
  await using app = await startApp({ clock: () => now });
  const ada = await app.person("Ada");
  const { db } = app.deps;
  const seen = async () => (await db.q.select({ at: sessions.lastSeenAt }).from(sessions))[0].at;
  const days = () => db.q.select().from(dayCounts);
  const use = async () => {
    await app.call("GET", "/auth/me", ada);
    // Nobody waits for the write; this one comes after it.
    await db.write([db.q.update(users).set({ bio: null })]);
  };
  const started = await seen();
  now += 30 * 60_000;
  await use();
  assert.equal(await seen(), started);
  now += 40 * 60_000;
  await use();
  assert.equal(await seen(), now);
  now += 3600_000;
  await use();
  assert.equal(await seen(), now);
  assert.deepEqual((await days()).map(({ day, count }) => [day, count]), [["2026-11-01", 1], ["2026-11-02", 1]]);
});

const change = (app: TestApp, as: Person, currentPassword: string, newPassword = "New-password-2") =>
  app.call("PUT", "/auth/password", as, { currentPassword, newPassword });

Deno.test("Ada changes her password: other sessions end, this one stays, and she is told by mail", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const phone = await elsewhere(app, ada);
  assertCode(await change(app, ada, "wrong"), { status: 400, code: "invalid_password" });
  assertCode(await change(app, ada, ada.password, "short"), { status: 400, code: "invalid_input" });
  assert.deepEqual((await change(app, ada, ada.password)).body, { message: "Your password has been changed" });
  assert.deepEqual([await statusOf(app, phone), await statusOf(app, ada)], [401, 200]);
  const { status } = await app.call("POST", "/auth/login", null, { email: ada.email, password: "New-password-2" });
  assert.equal(status, 200);
  const mails = await (await fetch(`${app.url}/dev/mail.json`)).json();
  assert.match(mails[0].subject, /password .* was changed/);
});

Deno.test("of two changes of a password at once one counts", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const wanted = ["New-password-2", "Another-password-3"];
  const answers = await Promise.all(wanted.map((password) => change(app, ada, ada.password, password)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
});

Deno.test("wrong passwords of a stolen session count as failed logins", async () => {
  await using app = await startApp({ env: { RATE_LIMITS: "on" } });
  const ada = await app.person("Ada");
  for (let n = 0; n < 10; n++) assert.equal((await change(app, ada, `wrong-${n}`)).status, 400);
  assert.equal((await change(app, ada, ada.password)).status, 429);
});

const askFor = (app: TestApp, as: Person, email: string, password = as.password) =>
  app.call("PUT", "/auth/email", as, { email, password });

const tokenOf = async (app: TestApp, email: string) =>
  /^\/confirm-email\?token=([\w-]{43})$/.exec((await app.links(email))[0])![1];

Deno.test("Ada changes her address by a mail to the new one; the old one is told, and its reset links are void", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  assertCode(await askFor(app, ada, "new@example.org", "wrong"), { status: 400, code: "invalid_password" });
  assertCode(await askFor(app, ada, "ADA@example.org"), { status: 400, code: "same_email" });
  await app.call("POST", "/auth/forgot-password", null, { email: ada.email });
  const [reset] = await app.links(ada.email);
  assert.equal((await askFor(app, ada, " New@Example.org")).status, 200);
  assert.equal((await app.call("GET", "/auth/me", ada)).body.email, "ada@example.org");
  const token = await tokenOf(app, "new@example.org");
  const confirmed = await app.call("POST", "/auth/confirm-email", null, { token });
  assert.deepEqual([confirmed.status, confirmed.body], [200, {
    message: "Your email address is new@example.org now.",
  }]);
  assert.equal((await app.call("GET", "/auth/me", ada)).body.email, "new@example.org");
  assertCode(await app.call("POST", "/auth/confirm-email", null, { token }), { status: 400, code: "invalid_token" });
  const password = "New-password-2";
  const voided = await app.call("POST", "/auth/reset-password", null, { token: reset.split("=")[1], password });
  assertCode(voided, { status: 400, code: "invalid_token" });
  const mails = await (await fetch(`${app.url}/dev/mail.json`)).json();
  const subjects = mails.filter(({ to }: { to: string }) => to === "ada@example.org").map((mail: { subject: string }) =>
    mail.subject
  );
  assert.match(subjects.join("\n"), /has another email address now[\s\S]*A new email address for your/);
});

Deno.test("asking for an address that has an account answers the same, mails its owner, and changes nothing", async () => {
  await using app = await startApp();
  const [ada, mallory] = [await app.person("Ada"), await app.person("Mallory")];
  const free = await askFor(app, mallory, "free@example.org");
  const taken = await askFor(app, mallory, ada.email);
  assert.deepEqual([taken.status, taken.body], [free.status, free.body]);
  const mails = await (await fetch(`${app.url}/dev/mail.json`)).json();
  const told = mails.find(({ to }: { to: string }) => to === ada.email);
  assert.match(told.subject, /already have an account/);
  assert.ok(!told.text.includes("token="));
});

Deno.test("an address that is taken while its link is under way stays with who took it", async () => {
  await using app = await startApp();
  const [ada, mallory] = [await app.person("Ada"), await app.person("Mallory")];
  await askFor(app, mallory, "new@example.org");
  await askFor(app, ada, "new@example.org");
  const [newest, oldest] = await app.links("new@example.org");
  const [first, second] = [newest, oldest].map((link) => link.split("=")[1]);
  assert.equal((await app.call("POST", "/auth/confirm-email", null, { token: first })).status, 200);
  const late = await app.call("POST", "/auth/confirm-email", null, { token: second });
  assertCode(late, { status: 409, code: "email_exists" });
  assert.equal((await app.call("GET", "/auth/me", mallory)).body.email, "mallory@example.org");
});

Deno.test("a change of the address that waits is void once the password is changed", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  await askFor(app, ada, "new@example.org");
  assert.equal((await change(app, ada, ada.password)).status, 200);
  const late = await app.call("POST", "/auth/confirm-email", null, { token: await tokenOf(app, "new@example.org") });
  assertCode(late, { status: 400, code: "invalid_token" });
});

Deno.test("invitations to the former address follow Ada to the new one", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(grace);
  const { db } = app.deps;
  const invitation = {
    id: "i",
    groupId: group.id,
    email: ada.email,
    typedEmail: ada.email,
    invitedBy: grace.id,
    createdAt: 1,
    expiresAt: 9e12,
  };
  await db.write([db.q.insert(invitations).values(invitation)]);
  await askFor(app, ada, "new@example.org");
  await app.call("POST", "/auth/confirm-email", null, { token: await tokenOf(app, "new@example.org") });
  assert.equal((await db.q.select({ email: invitations.email }).from(invitations))[0].email, "new@example.org");
});

Deno.test("a hidden address is shown to friends and members of the same groups, and in no answer to anybody else", async () => {
  await using app = await startApp();
  const [ada, grace, mallory, nora] = await Promise.all(["Ada", "Grace", "Mallory", "Nora"].map(app.person));
  await app.group(ada, grace);
  await app.call("POST", `/friends/request/${ada.id}`, nora);
  const [{ id }] = (await app.call("GET", "/friends/friend-requests", ada)).body.friendRequests;
  await app.call("POST", `/friends/accept-friend-request/${id}`, ada);
  const changed = await app.call("PUT", "/users/profile", ada, { emailVisible: false });
  assert.deepEqual([changed.body.user.emailVisible, changed.body.user.email], [false, ada.email]);
  await app.call("POST", `/friends/request/${mallory.id}`, ada);
  for (const [as, email] of [[grace, ada.email], [nora, ada.email], [mallory, null]] as const) {
    assert.equal((await app.call("GET", `/users/${ada.id}`, as)).body.email, email, as.username);
    for (const query of ["ada", "ad", "Ada"]) {
      const found = (await app.call("GET", `/users/search?username=${query}`, as)).body;
      assert.equal(found.find((card: Person) => card.id === ada.id).email, email, `${as.username}: ${query}`);
    }
  }
  const { friendRequests: [request] } = (await app.call("GET", "/friends/friend-requests", mallory)).body;
  assert.deepEqual([request.sender.username, request.sender.email], [ada.username, null]);
  assert.deepEqual((await app.call("GET", "/users/search?username=ada@example.org", mallory)).body, []);
  for (
    const path of [`/profile/${ada.id}`, "/search?username=ada", "/dashboard?tab=friends", "/profile?tab=requests"]
  ) {
    const html = await (await fetch(app.url + path, { headers: { Cookie: cookieOf(mallory) } })).text();
    assert.ok(html.includes("Ada"), path);
    assert.ok(!html.includes(ada.email), path);
  }
  // Once she sees it as a friend, she stays so only while she is one.
  const [{ id: asked }] = (await app.call("GET", "/friends/friend-requests", mallory)).body.friendRequests;
  await app.call("POST", `/friends/accept-friend-request/${asked}`, mallory);
  assert.equal((await app.call("GET", `/users/${ada.id}`, mallory)).body.email, ada.email);
  await app.call("DELETE", `/friends/unfriend/${mallory.id}`, ada);
  assert.equal((await app.call("GET", `/users/${ada.id}`, mallory)).body.email, null);
});
